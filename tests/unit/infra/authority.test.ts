import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Reader } from "@/lib/db/infra/client"
import type { supportersOf } from "@/lib/db/proposals/proposals"
import type { renameTeam } from "@/lib/db/teams/teams"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { listCodeFiles, readImports } from "../../support/source-code/imports"

/** Never called: the compiler checks it. Without an error in the next line `@ts-expect-error` is one. */
export async function writesWithoutTransaction(database: Reader, rename: typeof renameTeam) {
  // @ts-expect-error Property 'update' does not exist on type 'Omit<TeamDelegate<…>, Write>'.
  await database.team.update({ where: { id: "" }, data: { name: "Platform" } })
  // @ts-expect-error Property '$executeRaw' does not exist on type 'Reader'. Did you mean '$queryRaw'?
  await database.$executeRaw`DELETE FROM team`
  // @ts-expect-error Property '$transaction' does not exist on type 'Reader'.
  await database.$transaction(async () => undefined)
  // @ts-expect-error Argument of type 'Reader' is not assignable to parameter of type 'Tx'.
  await rename(database, "", "Platform")
}

export async function readsWithoutVisibility(read: typeof supportersOf, visible: Visibility) {
  // @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'Visibility'.
  await read("a team's id", "a proposal")
  // @ts-expect-error Property '[minted]' is missing in type '{ teamId: string; projectId: null; bound: false; }' but required in type 'Visibility'.
  await read({ teamId: "", projectId: null, bound: false }, "a proposal")
  // @ts-expect-error Cannot assign to 'projectId' because it is a read-only property.
  visible.projectId = null
  await read(visible, "a proposal")
}

const imports = readImports(process.cwd(), ["app", "components", "lib"])
const importersOf = (name: string) =>
  imports
    .filter(({ file, names }) => file === "lib/db/infra/client.ts" && names.includes(name))
    .map(({ from }) => from)

const WRITES = /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\w+(?:\s+(?:AS\s+)?\w+)?\s+SET)\b/
const readStatements = (text: string): string[] =>
  [...text.matchAll(/\bdatabase\(\)\s*\.\$queryRaw(?:<[^`(]*>)?`(?<sql>[^`]*)`/g)].map(
    ({ groups }) => groups?.sql ?? "",
  )

describe("writes", () => {
  it("get the whole client from commit or bookkeeping only", () => {
    expect(importersOf("connection")).toEqual(["lib/db/infra/commit.ts"])
    expect(importersOf("bookkeeping").filter((file) => !file.startsWith("lib/db/"))).toEqual([])
  })

  it("are in no statement that is sent as a read", () => {
    const files = listCodeFiles(process.cwd(), ["lib/db"])
    const found = files.filter((file) =>
      readStatements(readFileSync(file, "utf8")).some((sql) => WRITES.test(sql)),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(found).toEqual([])
    expect(
      readStatements("await database().$queryRaw<Row[]>`UPDATE team t SET a = 1`").map((sql) =>
        WRITES.test(sql),
      ),
    ).toEqual([true])
  })
})

/** Folders of lib/db that hold no tenant data, or are the machinery below it. Every other folder is checked. */
const WITHOUT_TENANTS: readonly string[] = ["embedded", "infra"]

/** Exported functions that take a team's id and do not read tenant data for a caller. Remove entries, never add one. */
const BARE_TEAMS: Readonly<Record<string, string>> = {
  countLinks: "the audit log: null is the deployment's own, which is in no team",
  findSubjects: "the audit log",
  listKinds: "the audit log",
  nextLinks: "the audit log",
  countDelivered: "counts deliveries, which it writes later",
  noteTest: "writes a test's delivery",
  abandonedMemory: "a scheduled job, limited to teams by tests",
  listAbandonedRuns: "a scheduled job, limited to teams by tests",
}

interface Exported {
  readonly name: string
  readonly parameters: string
  readonly body: string
}

function exportedFunctions(text: string): Exported[] {
  const starts = text.matchAll(/^export (?:async )?function\*? (?<name>\w+)(?:<[^(]*>)?\(/gm)
  return [...starts].map((start) => {
    const from = start.index + start[0].length
    let [depth, end] = [1, from]
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === "(") depth += 1
      if (text[end] === ")") depth -= 1
    }
    const body = text.slice(end).split("\n}\n")[0] ?? ""
    return { name: start.groups?.name ?? "", parameters: text.slice(from, end - 1), body }
  })
}

/** True if a function that does not only write takes the id of a team. */
const isBareRead = ({ parameters, body }: Exported) =>
  (!body.includes("bookkeeping()") || body.includes("database()")) &&
  !/\btx: (?:Pick<)?Tx\b/.test(parameters) &&
  /\bteam(?:Id)?s?\??: (?:string|readonly string\[\])/.test(parameters)

/** Pages and routes that still import lib/db. Remove entries, never add one. */
const PAGES_WITH_READS: readonly string[] = [
  "app/api/health/route.ts",
  "app/api/live/route.ts",
  "app/t/[team]/memory/[file]/entry-rights.tsx",
  "app/t/[team]/settings/audit/page.tsx",
  "app/t/[team]/settings/instance/page.tsx",
  "app/t/[team]/settings/policies/page.tsx",
  "app/t/[team]/settings/policies/policy-scopes.ts",
]

describe("reads", () => {
  it("are not in pages", () => {
    const pages = imports.filter(({ from, file }) => from.startsWith("app/") && file?.startsWith("lib/db/"))
    expect([...new Set(pages.map(({ from }) => from))].toSorted()).toEqual(PAGES_WITH_READS)
  })

  it("take a Visibility instead of a team's id", () => {
    const bare = listCodeFiles(process.cwd(), ["lib/db"])
      .filter((file) => !WITHOUT_TENANTS.some((folder) => file.startsWith(`lib/db/${folder}/`)))
      .flatMap((file) => exportedFunctions(readFileSync(file, "utf8")).filter(isBareRead))
    expect(bare.map(({ name }) => name).toSorted()).toEqual(Object.keys(BARE_TEAMS).toSorted())
    const [found] = exportedFunctions(
      "export async function findOne(\n  teamId: string,\n  of = (one: number) => one,\n) {",
    )
    expect(found && isBareRead(found)).toBe(true)
  })

  it("find a Visibility minted in one place", () => {
    const minting = listCodeFiles(process.cwd(), ["app", "lib"]).filter((file) =>
      /\bas (?:unknown as )?(?:readonly )?Visibility\b/.test(readFileSync(file, "utf8")),
    )
    expect(minting).toEqual(["lib/memory/teams/visibility.ts"])
  })
})
