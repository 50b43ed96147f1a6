import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { ENTRY_RULES } from "@/lib/formats/entry-rules-version"
import { showEntry } from "@/lib/operations/memory-files/entries"
import { rereadMemory } from "@/lib/operations/import/reread"
import { runOperation } from "@/lib/operations/operation"
import { searchEntries } from "@/lib/operations/search/search"
import { vouchForEntry } from "@/lib/operations/verification/verify-entries"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenProposal } from "../../support/proposals"

const PATH = ".claude/agent-memory/scout/cache.md"
const RULE = "The cache is cold at night."
const WHY = "**Why:** the nightly job empties it."
const HOW = "**How to apply:**"
const TEXT = `---
name: cold-cache
description: Warm the cache before the morning peak
type: feedback
---

${RULE}

${WHY}

${HOW}

- warm it at six
- or wait

## Ports

Redis listens elsewhere.

| Service | Port |
|---|---|
| Redis | 6380 |
| Postgres | 5433 |
`

let memory: Awaited<ReturnType<typeof givenMemory>>
beforeEach(async () => {
  memory = await givenMemory({ [PATH]: TEXT })
})

/**
 * The file as stored by an earlier release, which parsed each paragraph, and each table with its heading, as
 * an entry.
 */
async function storedByOlderRules(): Promise<Map<string, string>> {
  const file = await memory.file(PATH)
  const texts = [
    { text: RULE, section: null, line: 7 },
    { text: WHY, section: null, line: 9 },
    { text: HOW, section: null, line: 11 },
    { text: "warm it at six", section: null, line: 13 },
    { text: "or wait", section: null, line: 14 },
    {
      text: "Redis listens elsewhere.\n\n| Service | Port |\n|---|---|\n| Redis | 6380 |\n| Postgres | 5433 |",
      section: "Ports",
      line: 18,
    },
  ]
  const [first] = await database().entry.findMany({ where: { fileId: file.id }, take: 1 })
  if (!first) throw new Error("the file has no entry")
  await database().entry.deleteMany({ where: { fileId: file.id } })
  const ids = texts.map(() => newId())
  for (const [position, one] of texts.entries())
    await database().$executeRaw`
      INSERT INTO entry (team_id, id, project_id, file_id, agent_id, scope, position, text, section, line, end_line, state, since_revision, search)
      VALUES (${first.teamId}::uuid, ${ids[position]}::uuid, ${first.projectId}::uuid, ${file.id}::uuid, ${first.agentId}::uuid, ${first.scope}, ${position}, ${one.text}, ${one.section}, ${one.line}, ${one.line}, 'current', 1, '')`
  await database().revision.updateMany({ where: { fileId: file.id }, data: { entryIds: ids } })
  await database().memoryFile.updateMany({ where: { id: file.id }, data: { rules: 0 } })
  return new Map(texts.map(({ text }, place) => [text, ids[place] as string]))
}

const vouch = async (entry: string) => expectDone(await runOperation(vouchForEntry, memory.lead, { entry }))
const shown = async (entry: string) => expectDone(await runOperation(showEntry, memory.lead, { entry }))

describe("a file that was parsed by older rules", () => {
  it("is parsed again once, and keeps its text and its revision", async () => {
    await storedByOlderRules()
    expect(await rereadMemory(systemActor())).toBeGreaterThanOrEqual(1)
    expect(await rereadMemory(systemActor())).toBe(0)
    const file = await memory.file(PATH)
    expect(file).toMatchObject({ head: 1, text: TEXT })
    expect(file.entries.map(({ text }) => text)).toEqual([
      `${RULE}\n\n${WHY}\n\n${HOW}\n\n- warm it at six\n- or wait`,
      "Redis listens elsewhere.",
      "Redis | 6380",
      "Postgres | 5433",
    ])
    const row = await database().memoryFile.findFirstOrThrow({ where: { id: file.id } })
    expect(row).toMatchObject({ rules: ENTRY_RULES, entries: 4, compared: 0 })
  })

  it("keeps the rule's id and its verification for the whole entry", async () => {
    const ids = await storedByOlderRules()
    await vouch(ids.get(RULE) as string)
    await rereadMemory(systemActor())
    const whole = await shown(ids.get(RULE) as string)
    expect(whole.text).toContain(HOW)
    expect(whole.vouched).not.toBeNull()
  })

  it("moves decisions on a part to the entry that now has its text", async () => {
    const ids = await storedByOlderRules()
    await vouch(ids.get(WHY) as string)
    await database().$executeRaw`
      INSERT INTO delivered (team_id, entry_id, project_id, count)
      SELECT team_id, id, project_id, 7 FROM entry WHERE id = ${ids.get("or wait")}::uuid`
    await rereadMemory(systemActor())
    const whole = ids.get(RULE) as string
    expect((await shown(whole)).vouched).not.toBeNull()
    const delivered = await database().delivered.findFirst({ where: { entryId: whole } })
    expect(delivered?.count).toBe(7)
  })

  it("keeps pending and decided proposals, conflicts and coach claims of a split entry", async () => {
    const { team } = memory
    const { id: proposal } = await givenProposal(team, {
      project: "ledger",
      file: PATH,
      content: "Redis is old",
    })
    const ids = await storedByOlderRules()
    const [part, whole] = [ids.get(WHY) as string, ids.get(RULE) as string]
    const file = await memory.file(PATH)
    await database().proposal.updateMany({
      where: { teamId: team.id, id: proposal },
      data: { targets: [part], changes: [{ kind: "remove", entry: part, before: WHY }] },
    })
    const side = (entry: string, name: string, text: string) => ({
      entryId: entry,
      fileId: file.id,
      side: name,
      text,
    })
    const { id: projectId } = await database().project.findFirstOrThrow({ where: { teamId: team.id } })
    const conflict = newId()
    await database().conflict.create({
      data: {
        teamId: team.id,
        id: conflict,
        kind: "same-scope",
        finding: "contradiction",
        state: "dismissed",
        projectId,
        pair: new Uint8Array(32),
        evidence: {},
        foundBy: "sweep",
        sides: {
          create: [
            side(part, "left", WHY),
            side([...ids.values()].at(-1) as string, "right", "Redis listens"),
          ],
        },
      },
    })
    const claim = { kind: "pattern", text: "Caches are cold", confidence: 0.8, state: "accepted" }
    const cited = { file: file.id, path: PATH, line: 9, revision: 1, text: WHY }
    await database().synthesis.create({
      data: {
        teamId: team.id,
        id: newId(),
        projectId,
        kind: "brief",
        title: "Caches",
        state: "published",
        authorKind: "token",
        authorId: "coach",
        authorName: "Coach",
        claims: { create: { ...claim, position: 0, entryId: part, citations: [{ ...cited, entry: part }] } },
      },
    })
    await rereadMemory(systemActor())
    const where = { teamId: team.id }
    expect(await database().proposal.findFirst({ where: { ...where, id: proposal } })).toMatchObject({
      state: "waiting",
      targets: [whole],
      changes: [{ entry: whole }],
    })
    const sides = await database().conflictSide.findMany({ where: { ...where, conflictId: conflict } })
    const left = sides.find((one) => one.side === "left")
    expect(left).toMatchObject({ entryId: whole, text: expect.stringContaining(HOW) as string })
    const dismissed = await database().conflict.findFirstOrThrow({ where: { ...where, id: conflict } })
    expect(dismissed.state).toBe("dismissed")
    expect(dismissed.pair).not.toEqual(new Uint8Array(32))
    expect(await database().claim.findFirst({ where })).toMatchObject({
      entryId: whole,
      citations: [{ entry: whole, text: WHY }],
    })
  })

  it("keeps an entry's id if only its table is split into entries", async () => {
    const ids = await storedByOlderRules()
    await rereadMemory(systemActor())
    const { entries } = await memory.file(PATH)
    expect(entries.map(({ id }) => id)).toContain([...ids.values()].at(-1))
  })

  it("can be edited", async () => {
    await storedByOlderRules()
    await rereadMemory(systemActor())
    const { id, head } = await memory.file(PATH)
    const text = TEXT.replace("6380", "6381")
    expectDone(await runOperation(reviseFile, memory.lead, { file: id, base: head, text, reason: "moved" }))
    expect((await memory.file(PATH)).entries.map((entry) => entry.text)).toContain("Redis | 6381")
  })
})

describe("search", () => {
  const find = async (q: string) => {
    const { hits } = expectDone(
      await runOperation(searchEntries, memory.lead, { q, team: memory.team.slug, exact: true }),
    )
    return hits.map(({ text, labels, about }) => ({ text: text.split("\n")[0], labels, about }))
  }

  it("finds a file by name and description in its front matter, and shows the description", async () => {
    const found = { text: RULE, labels: [], about: "Warm the cache before the morning peak" }
    expect(await find("morning peak")).toEqual([found])
    expect(await find("cold-cache")).toEqual([found])
  })

  it("finds a table row by its column headings, and returns them", async () => {
    expect(await find("postgres port")).toMatchObject([
      { text: "Postgres | 5433", labels: ["Service", "Port"] },
    ])
  })
})
