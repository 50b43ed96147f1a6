import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { randomUUID } from "node:crypto"
import { rmSync } from "node:fs"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { readPolicies } from "@/lib/db/policies"
import { hashOfStatement } from "@/lib/operations/infra/statement-hash"
import { sweepCitations } from "@/lib/operations/verification/citations"
import { checkFiles } from "@/lib/operations/alerts/check-files"
import { importFolder, storedFile, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

/** Messages of a file's alerts, by kind. */
async function saidOf(path: string, now = new Date()): Promise<string[]> {
  const { look } = await lookedAt(path, now)
  return look.found.map(
    ({ kind, line, message }) => `${kind}${line === null ? "" : ` at ${line}`}: ${message}`,
  )
}

async function lookedAt(path: string, now = new Date()) {
  const { id } = await storedFile(team, path)
  const looked = (
    await checkFiles(team.id, [id], { policies: await readPolicies(wholeTeamUnchecked(team.id)), now })
  ).get(id)
  if (!looked) throw new Error(`${path} was not looked at`)
  return looked
}

const INDEX = ".claude/agent-memory/ben/MEMORY.md"
const OLD_RULE = "Retry the ledger export at most three times"
const CACHE = ".sdd/cache/project_memory.json"
const runs = (count: number) =>
  JSON.stringify({
    runs: Array.from({ length: count }, (_, index) => ({
      timestamp: "2026-11-01T10:00:00Z",
      goal: `Ship part ${index}`,
      outcome: "success",
      lesson: `Part ${index} needs a migration first`,
    })),
    notes: [],
  })

/** A project with files of four formats, each of which raises an alert. */
const FILES = {
  "CLAUDE.md": "# Rules\n\n- Run the linter before every commit\n- Never push to the main branch directly\n",
  [memoryPath("ann")]: memoryOf("ann", [
    "Run the linter before every commit",
    OLD_RULE,
    "Never push directly to the main branch",
    "[2025-01-01] The broker restarts on Mondays",
  ]),
  [memoryPath("cleo")]: memoryOf("cleo", [
    OLD_RULE,
    "The broker restarts on Mondays",
    "Invoices are numbered without gaps\u202E",
  ]),
  [INDEX]: `# Ben\n\n- [Queues](queues.md) — drain in order\n- [Cache](cache.md) — cold on Mondays\n${"- The gateway keeps a list of hosts\n".repeat(200)}`,
  ".claude/agent-memory/ben/queues.md":
    "---\nname: queues\ndescription: how they drain: in order\ntype: project\n---\n\nQueues drain in order.\n",
  ".claude/agent-memory/ben/deploy.md":
    "---\nname: deploy\ntype: project\n---\n\nDeploys wait for the queues.\n",
  [CACHE]: runs(22),
  "memory/projects/ledger/memory.json": `{ "version": "1.0", "entries": [ {"id": "mem-001", "type": "decision", "content": "Use Fastify", "confidence": 0.9, } ]`,
}

async function importFiles(files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const folder = givenFolder(files)
  await importFolder(team, folder, { project: "ledger" })
  return folder
}

describe("files of several formats", () => {
  it("raise one alert for each format limit that a file exceeds", async () => {
    await importFiles()
    expect(await saidOf(memoryPath("ann"))).toEqual([
      "stale-file at 14: Not changed since 2026-02-01 (more than 180 days ago)",
      "duplicate at 12: 2 of 4 entries are word-for-word duplicates of other agents’ entries in this project",
      "restates-instructions at 11: 2 of 4 entries repeat text from CLAUDE.md",
      expect.stringMatching(
        /^section-missing at \d+: Missing sections: Project Context, What Worked, Watch Points and Open Threads$/,
      ),
    ])
    expect(await saidOf(INDEX)).toEqual([
      "past-cut at 201: Lines 201–204 are not loaded: the harness stops after 200 lines",
      "broken-reference at 4: Line 4 links to cache.md, which does not exist",
      "broken-reference: The index does not link to the topic file deploy.md",
    ])
    expect(await saidOf(".claude/agent-memory/ben/queues.md")).toEqual([
      expect.stringMatching(/^bad-frontmatter at 3: Line 3, column \d+: The front matter is not valid YAML/),
    ])
    expect(await saidOf(CACHE)).toEqual([
      "run-cache-over: 22 runs, but only 20 are loaded: the oldest 2 are left out",
    ])
    expect(await saidOf("memory/projects/ledger/memory.json")).toEqual([
      expect.stringMatching(/^malformed at 1: Line 1, column \d+: /),
    ])
    expect(await saidOf(memoryPath("cleo"))).toContainEqual(
      expect.stringMatching(
        /^invisible-characters at 13: Line 13, column 37 contains hidden characters: right-to-left override/,
      ),
    )
    expect(await saidOf("CLAUDE.md")).toEqual([])
  })

  it("are listed under their project, agent and path, with their messages", async () => {
    await importFiles()
    const ann = await storedFile(team, memoryPath("ann"))
    const { place, said } = await lookedAt(memoryPath("ann"))
    expect(place).toEqual({
      projectId: ann.projectId,
      agentId: ann.agentId,
      categoryId: ann.categoryId,
      fileId: ann.id,
      path: ann.path,
    })
    expect(said).toEqual(
      ann.parts.map((entry) => entry.said).toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n))),
    )
    expect((await lookedAt("CLAUDE.md")).said).toEqual([])
    expect([
      ...(await checkFiles(team.id, [randomUUID(), ann.id], { policies: [], now: new Date() })).keys(),
    ]).toEqual([ann.id])
  })

  it("have no open alerts after they are fixed", async () => {
    const folder = await importFiles()
    putFiles(folder, {
      [INDEX]:
        "# Ben\n\n- [Queues](queues.md) — drain in order\n- [Cache](cache.md) — cold on Mondays\n- [Deploy](deploy.md) — waits\n",
      ".claude/agent-memory/ben/cache.md": "The cache is cold on Mondays\n",
      [CACHE]: runs(20),
      [memoryPath("cleo")]: memoryOf("cleo", ["Invoices are numbered without gaps"]),
    })
    await importFolder(team, folder, { project: "ledger" })
    expect([await saidOf(INDEX), await saidOf(CACHE)]).toEqual([[], []])
    expect((await saidOf(memoryPath("ann"))).filter((one) => one.startsWith("duplicate"))).toEqual([])
  })
})

describe("a file that was removed from its source", () => {
  it("is reported as removed, and its entries no longer raise alerts", async () => {
    const folder = await importFiles({
      [memoryPath("ann")]: memoryOf("ann", [OLD_RULE]),
      [memoryPath("cleo")]: memoryOf("cleo", [OLD_RULE]),
    })
    expect(await saidOf(memoryPath("ann"))).toContainEqual(expect.stringMatching(/^duplicate/))
    await importFolder(team, givenFolder({ [memoryPath("ann")]: memoryOf("ann", [OLD_RULE]) }), {
      project: "other",
    })
    putFiles(folder, { [memoryPath("ann")]: memoryOf("ann", [OLD_RULE, "Queues drain in order"]) })
    rmSync(`${folder}/${memoryPath("cleo")}`)
    await importFolder(team, folder, { project: "ledger" })
    const ledger = await database().memoryFile.findMany({
      where: { teamId: team.id, project: { name: "ledger" } },
      orderBy: { path: "asc" },
    })
    const looked = await checkFiles(
      team.id,
      ledger.map((file) => file.id),
      { policies: [], now: new Date() },
    )
    expect(
      ledger.map((file) =>
        looked
          .get(file.id)
          ?.look.found.map(({ kind }) => kind)
          .filter((kind) => kind === "gone" || kind === "duplicate"),
      ),
    ).toEqual([[], ["gone"]])
    expect(looked.get(ledger[1]?.id ?? "")?.said).toEqual([])
  })
})

describe("alerts that depend on more than the text", () => {
  const days = (count: number, from = Date.now()) => new Date(from + count * 86_400_000)

  it("follow the verification of an entry's current text", async () => {
    await importFiles({ [memoryPath("ann")]: memoryOf("ann", [OLD_RULE, "Queues drain in order"]) })
    const { parts } = await storedFile(team, memoryPath("ann"))
    const vouch = (entry: number, words: string, createdAt: Date, until: Date) =>
      database().vouch.create({
        data: {
          teamId: team.id,
          id: randomUUID(),
          entryId: parts[entry]?.id ?? "",
          statement: hashOfStatement(words),
          userId: randomUUID(),
          name: "Lea",
          until,
          createdAt,
        },
      })
    await vouch(0, OLD_RULE, days(-30), days(40))
    await vouch(0, OLD_RULE, days(-20), days(-1))
    await vouch(1, "Queues drained in order once", days(-20), days(-1))
    expect((await saidOf(memoryPath("ann"))).filter((one) => one.startsWith("unverified"))).toEqual([
      `unverified-entries at 11: Verification expired for 1 of 2 entries on ${days(-1).toISOString().slice(0, 10)}`,
    ])
  })

  it("follow the number of sessions since the last write, and the growth of the file", async () => {
    await importFiles({
      [memoryPath("ann")]: memoryOf("ann", [OLD_RULE]).replace(
        "2026-02-01",
        new Date().toISOString().slice(0, 10),
      ),
    })
    const file = await storedFile(team, memoryPath("ann"))
    await database().agentSession.createMany({
      data: Array.from({ length: 50 }, (_, index) => ({
        teamId: team.id,
        projectId: file.projectId,
        agentName: "ann",
        session: `s-${index}`,
        startedAt: days(0),
        closedAt: days(0.01),
      })),
    })
    expect((await saidOf(memoryPath("ann"))).filter((one) => one.startsWith("stale-file"))).toEqual([
      expect.stringContaining("in at least 50 sessions of ann"),
    ])
    const [head] = file.revisions
    for (const [index, count] of [78, 82, 86, 90].entries()) {
      await database().revision.create({
        data: {
          teamId: team.id,
          fileId: file.id,
          number: index + 2,
          text: "- a line\n".repeat(count),
          sha256: head?.sha256 ?? new Uint8Array(),
          actorKind: "system",
          actorId: "test",
          actorName: "Test",
          reason: "Grew",
          createdAt: days(1 + index * 2),
        },
      })
    }
    await database().memoryFile.update({
      where: { teamId_id: { teamId: team.id, id: file.id } },
      data: { head: 5, lines: 90 },
    })
    expect((await saidOf(memoryPath("ann"), days(8))).filter((one) => one.startsWith("filling-up"))).toEqual([
      expect.stringMatching(
        /^filling-up: Growing by \d+(\.\d)? lines per day, the file will exceed its budget of 100 lines on \d{4}-\d{2}-\d{2} \(currently 90 lines\)$/,
      ),
    ])
    expect((await saidOf(memoryPath("ann"), days(8))).filter((one) => one.startsWith("stale-file"))).toEqual(
      [],
    )
  })

  it("follow cited files that were removed from the source directory", async () => {
    const folder = await importFiles({
      "src/app.ts": "export {}\n",
      "src/old.ts": "export {}\n",
      [memoryPath("ann")]: memoryOf("ann", [
        "`src/app.ts:1` starts the ledger",
        "`src/old.ts` reads invoices",
        "Queues drain in order",
      ]),
    })
    const cited = async () =>
      (await saidOf(memoryPath("ann"))).filter((one) => one.startsWith("broken-reference"))
    expect(await sweepCitations(systemActor(), team.id)).toEqual({ cited: 2, gone: 0, back: 0 })
    expect(await cited()).toEqual([])

    rmSync(`${folder}/src/old.ts`)
    await database().watchMark.deleteMany({ where: { teamId: team.id } })
    expect(await sweepCitations(systemActor(), team.id)).toEqual({ cited: 2, gone: 1, back: 0 })
    expect(await cited()).toEqual(["broken-reference at 12: 1 of 3 entries cites a removed file: src/old.ts"])
    const file = await storedFile(team, memoryPath("ann"))
    expect(
      (await database().watchMark.findMany({ where: { teamId: team.id } })).map(({ unit, unitId }) => ({
        unit,
        unitId,
      })),
    ).toEqual([{ unit: "file", unitId: file.id }])
    expect(await sweepCitations(systemActor(), team.id)).toEqual({ cited: 2, gone: 0, back: 0 })

    putFiles(folder, { "src/old.ts": "export {}\n" })
    expect(await sweepCitations(systemActor(), team.id)).toEqual({ cited: 2, gone: 0, back: 1 })
    expect(await cited()).toEqual([])
  })

  it("skip cited files that cannot be checked", async () => {
    await importFiles({ [memoryPath("ann")]: memoryOf("ann", ["`src/old.ts` reads invoices"]) })
    expect(await sweepCitations(systemActor(), team.id)).toEqual({ cited: 0, gone: 0, back: 0 })
  })

  it("follow the effective policy", async () => {
    await importFiles({ [memoryPath("ann")]: memoryOf("ann", [OLD_RULE]) })
    const { id } = await storedFile(team, memoryPath("ann"))
    const kinds = async (settings: object, place = "agent:ledger/ann") =>
      (await checkFiles(team.id, [id], { policies: [{ place, settings }], now: new Date() }))
        .get(id)
        ?.look.found.map(({ kind }) => kind)
    expect(await kinds({})).toEqual(["stale-file", "section-missing"])
    expect(await kinds({ staleFileDays: null, sections: { kaizen: ["Accumulated Findings"] } })).toEqual([])
    expect(await kinds({ quietKinds: ["stale-file"] }, "project:ledger")).toEqual(["section-missing"])
    expect(await kinds({ staleFileDays: null }, "agent:ledger/ben")).toEqual([
      "stale-file",
      "section-missing",
    ])
  })
})
