import { readFileSync } from "node:fs"
import { expect, expectTypeOf, it } from "vitest"
import type { callOperation } from "@/components/data/http-client"
import { COMMAND_ROUTES, commandRequestOf } from "@/lib/cli/infra/command-routes"
import type { Server } from "@/lib/cli/infra/server"
import { type InputOf, type OutputOf, ROUTES, requestOf } from "@/lib/http/contract"
import { listCodeFiles } from "@/tests/support/source-code/imports"

it("sends fields in the path, the query or the body", () => {
  expect(requestOf("proposal.review", { proposal: "a/b", verdict: "approve", shown: "f0" })).toEqual({
    method: "POST",
    path: "/proposals/a%2Fb/review",
    body: { verdict: "approve", shown: "f0" },
  })
  expect(requestOf("view.delete", { name: "All of Ann’s", team: "core" })).toEqual({
    method: "DELETE",
    path: "/views/All%20of%20Ann%E2%80%99s?team=core",
    body: undefined,
  })
  expect(commandRequestOf("audit.list", { team: undefined, limit: 5 }).path).toBe("/audit?limit=5")
})

it("loads with each page only routes that the browser calls", () => {
  const called = operationsCalledIn("components")
  const byTemplate = ["alert.acknowledge", "alert.reopen"]
  expect(Object.keys(ROUTES).filter((name) => !called.has(name) && !byTemplate.includes(name))).toEqual([])
})

it("lists only routes that the command line calls", () => {
  const called = operationsCalledIn("lib/cli")
  expect(Object.keys(COMMAND_ROUTES).filter((name) => !called.has(name))).toEqual([])
})

function operationsCalledIn(folder: string): ReadonlySet<string | undefined> {
  const code = listCodeFiles(process.cwd(), [folder])
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  const calls = code.matchAll(
    /\b(?:call|callOperation|readLater|callOnce|commandRequestOf)\(\s*["`]([\w.-]+)/g,
  )
  return new Set([...calls].map((one) => one[1]))
}

/** Not run: the type checker reads these calls. */
export function mistakes(browser: typeof callOperation, { call: command }: Server) {
  // @ts-expect-error -- no operation has this name
  void browser("proposal.reviewed", {})
  // @ts-expect-error -- no operation has this name
  void command("proposal.reviewed", {})
  // @ts-expect-error -- a field is misspelt
  void browser("alert.acknowledge", { team: "core", alert: ["a"] })
  // @ts-expect-error -- a required field is missing
  void command("alert.acknowledge", { team: "core" })
  // @ts-expect-error -- a field has another type
  void browser("proposal.review", { proposal: 1, verdict: "approve", shown: "f0" })
  // @ts-expect-error -- a choice has another word
  void command("proposal.review", { proposal: "a", verdict: "accept", shown: "f0" })
  // @ts-expect-error -- the output has other fields
  void browser("team.list", {}).then((output) => output.team)
  // @ts-expect-error -- a field of the output has another type
  void command("team.list", {}).then((output): number | undefined => output.teams[0]?.slug)
}

it("has the inputs and outputs of the declarations", () => {
  expectTypeOf<OutputOf<"alert.acknowledge">["alerts"][number]["id"]>().toEqualTypeOf<string>()
  expectTypeOf<InputOf<"alert.acknowledge">["alerts"]>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<InputOf<"audit.list">["limit"]>().toEqualTypeOf<number | string | undefined>()
})
