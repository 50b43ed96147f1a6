import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { importFolder } from "../../support/imports/import-folder"
import { putFiles } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"
import { givenSecret } from "../../support/proposals"

const memory = (...entries: readonly { id: string; type: string; content: string }[]) =>
  `${JSON.stringify({ version: "1.0", entries: entries.map((entry) => ({ ...entry, confidence: 0.95, created_at: "2026-02-15T14:20:00Z", accessed_count: 12 })) }, null, 2)}\n`

let door: HttpDoor
let owner: string
let team: { id: string; slug: string; name: string }
beforeAll(async () => {
  door = await openHttpDoor()
  team = await givenTeam()
  owner = await givenSecret(null, { rights: ["admin"] })
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-protocol-"))
  putFiles(folder, {
    "memory/projects/ledger/memory.json": memory(
      { id: "mem-001", type: "decision", content: "Use Zod for all input validation" },
      { id: "mem-002", type: "convention", content: "Prefer functional components" },
    ),
    "memory/projects/gateway/memory.json": memory({
      id: "mem-001",
      type: "pattern",
      content: "Timeouts are two seconds",
    }),
    "memory/global/memory.json": memory({ id: "mem-009", type: "preference", content: "Answers are short" }),
  })
  await importFolder(team, folder, { project: "protocol" })
  rmSync(folder, { recursive: true })
})
afterAll(() => door.close())

/** Runs one of the memory protocol's commands like a shell. */
const quarterdeck = (args: readonly string[], token = owner) =>
  run([...args, "--json"], { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })

it("memory-read.sh project <project_id> --type decision", async () => {
  expect((await quarterdeck(["read", "project", "ledger", "--type", "decision"])).json()).toMatchObject({
    entries: [{ text: "Use Zod for all input validation", type: "decision" }],
  })
  expect((await quarterdeck(["read", "global", "--override-global"])).json()).toMatchObject({
    entries: [{ text: "Answers are short", outranked: null }],
  })
})

it("memory-search.sh --query validation --scope project", async () => {
  expect((await quarterdeck(["search", "--query", "validation", "--scope", "project"])).json()).toMatchObject(
    { total: 1, hits: [{ text: "Use Zod for all input validation" }] },
  )
  expect((await quarterdeck(["search", "--query", "validation", "--scope", "global"])).json()).toMatchObject({
    total: 0,
  })
})

it("memory-write.sh project <project_id> --type convention --content … --confidence 0.9", async () => {
  const propose = await givenSecret(team, { rights: ["propose"] })
  const several = ["write", "project", "protocol", "--content", "Whose?", "--confidence", "0.9"]
  expect((await quarterdeck(several, propose)).stderr).toContain("several files with this scope")
  const written = await quarterdeck(
    [
      "write",
      "project",
      "ledger",
      "--type",
      "convention",
      "--content",
      "Dates are ISO",
      "--confidence",
      "0.9",
    ],
    propose,
  )
  expect(written.json()).toMatchObject({ state: "waiting", path: "memory/projects/ledger/memory.json" })
  const { id } = written.json() as { id: string }
  expect(await database().proposal.findFirstOrThrow({ where: { id } })).toMatchObject({ confidence: 0.9 })
  expect(
    await quarterdeck(["write", "project", "protocol", "--scope", "team", "--content", "x"]),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("project protocol and --scope cannot be combined") as string,
  })
})

it("memory-forget.sh --id mem-001 --scope project --reason Outdated, and lists the candidates if several entries have the key", async () => {
  const several = await quarterdeck([
    "forget",
    "--id",
    "mem-001",
    "--scope",
    "project",
    "--reason",
    "Outdated",
  ])
  expect(several.code).toBe(1)
  const { candidates } = several.json() as { candidates: { id: string; text: string }[] }
  expect(candidates.map((one) => one.text).toSorted()).toEqual([
    "Timeouts are two seconds",
    "Use Zod for all input validation",
  ])
  for (const { id } of candidates) expect(several.stderr).toContain(id)
  expect(
    (await quarterdeck(["forget", "--id", "mem-002", "--scope", "project", "--reason", "Outdated"])).json(),
  ).toMatchObject({ state: "forgotten" })
  expect(
    (
      await quarterdeck([
        "forget",
        "--id",
        candidates[0]?.id ?? "",
        "--scope",
        "project",
        "--reason",
        "Outdated",
      ])
    ).json(),
  ).toMatchObject({ id: candidates[0]?.id, state: "forgotten" })
  expect(
    (await quarterdeck(["forget", "--id", "mem-001", "--scope", "project", "--reason", "Outdated"])).json(),
  ).toMatchObject({ state: "forgotten" })
  const gone = await quarterdeck(["forget", "--id", "mem-404", "--reason", "Outdated"])
  expect(gone.json()).toMatchObject({
    refused: { reason: "not-found", message: expect.stringContaining("mem-404") as string },
  })
})
