import { describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { showFileBlame, compareRevisions, listFileRevisions } from "@/lib/operations/history/file-history"
import { showEntryHistory } from "@/lib/operations/history/entry-history"
import { restoreFile, rewindEntryTo } from "@/lib/operations/history/restore-and-rewind"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const PATH = memoryPath("unit-tester")

/** A file with three findings. The first was changed by a proposal and then by a curator. */
async function given() {
  const memory = await givenMemory({
    [PATH]: memoryOf("unit-tester", [
      "[2026-01-01] Redis holds sessions",
      "[2026-01-02] The queue is retried twice",
      "[2026-01-03] Deploys need two approvals",
    ]),
  })
  const { id, entries } = await memory.file(PATH)
  const [redis, queue, deploys] = entries.map((entry) => entry.id) as [string, string, string]
  const agent = givenToken(memory.team, { agent: "unit-tester" })
  const { id: proposal } = await givenProposal(
    memory.team,
    {
      file: PATH,
      project: "ledger",
      session: "s-4830",
      changes: [
        { kind: "edit", entry: redis, before: "Redis holds sessions", text: "Redis holds sessions and jobs" },
      ],
      reason: "seen in the worker",
    },
    agent,
  )
  expectDone(await decide(memory.lead, proposal, { verdict: "approve" }))
  const revise = async (changes: ProposedChange[], reason = "tidying") =>
    expectDone(
      await runOperation(reviseFile, memory.lead, {
        file: id,
        base: (await memory.file(PATH)).head,
        changes,
        reason,
      }),
    ).revision
  return { ...memory, id, redis, queue, deploys, proposal, revise, on: { team: memory.team.slug, file: id } }
}

describe("blame", () => {
  it("returns the revision, author, reason and proposal of each line", async () => {
    const { on, lead, proposal, revise } = await given()
    await revise([addition("The cache is warm")], "a finding of mine")
    const { runs, revisions, head, atLeast } = expectDone(await runOperation(showFileBlame, lead, on))
    expect(head).toBe(3)
    expect(atLeast).toBeNull()
    expect(
      runs
        .flatMap((run) => run.lines.map((line) => [run.revision, line]))
        .filter(([, line]) => String(line).startsWith("- [20")),
    ).toEqual([
      [2, "- [2026-01-01] Redis holds sessions and jobs"],
      [1, "- [2026-01-02] The queue is retried twice"],
      [1, "- [2026-01-03] Deploys need two approvals"],
      [3, "- [2026-11-21] The cache is warm"],
    ])
    expect(runs.map(({ line, endLine, lines }) => lines.length === endLine - line + 1)).not.toContain(false)
    expect(revisions.find((one) => one.number === 2)?.from).toMatchObject([
      {
        proposal,
        agent: "unit-tester",
        session: "s-4830",
        decidedBy: lead.name,
        verdict: "approved",
        reason: "seen in the worker",
      },
    ])
    expect(revisions.find((one) => one.number === 3)).toMatchObject({
      by: lead.name,
      reason: "a finding of mine",
      from: [],
    })
  })

  it("is returned for an earlier revision too, and not for an unknown one", async () => {
    const { on, lead } = await given()
    expect(expectDone(await runOperation(showFileBlame, lead, { ...on, revision: 1 })).runs).toMatchObject([
      { revision: 1, line: 1 },
    ])
    expect(await runOperation(showFileBlame, lead, { ...on, revision: 9 })).toMatchObject({
      ok: false,
      reason: "not-found",
      message: `${PATH} has no revision 9; the latest is 2`,
    })
  })
})

describe("two revisions", () => {
  it("are compared by lines and by entries, in either order", async () => {
    const { on, lead, queue, deploys, redis, revise } = await given()
    await revise([
      { kind: "remove", entry: queue, before: "The queue is retried twice" },
      { kind: "retire", entry: deploys, before: "Deploys need two approvals", why: "one is enough" },
      addition("The cache is warm"),
    ])
    const compared = expectDone(await runOperation(compareRevisions, lead, { ...on, left: 1, right: 3 }))
    expect(
      Object.fromEntries(compared.entries.map((one) => [one.after?.text ?? one.before?.text, one.turns])),
    ).toEqual({
      "Redis holds sessions and jobs": ["reworded"],
      "Deploys need two approvals": ["retired"],
      "The cache is warm": ["added"],
      "The queue is retried twice": ["removed"],
    })
    expect(compared.entries.find((one) => one.id === redis)?.before?.text).toBe("Redis holds sessions")
    expect(compared.lines).toEqual({ added: 3, cut: 3, moved: 0 })
    expect(compared.hunks.flatMap((hunk) => hunk.cut)).toContain("- [2026-01-02] The queue is retried twice")
    const back = expectDone(await runOperation(compareRevisions, lead, { ...on, left: 3, right: 1 }))
    expect(back.lines).toEqual({ added: 3, cut: 3, moved: 0 })
    expect(back.entries.find((one) => one.id === queue)?.turns).toEqual(["added"])
  })

  it("match entries by similarity if they were written before entry ids were stored", async () => {
    const { on, lead, redis, team, id, revise } = await given()
    await revise([addition("The cache is warm")])
    await database().revision.updateMany({
      where: { teamId: team.id, fileId: id, number: { lt: 3 } },
      data: { entryIds: [] },
    })
    expect(
      expectDone(await runOperation(compareRevisions, lead, { ...on, left: 1, right: 2 })).entries,
    ).toMatchObject([{ id: redis, turns: ["reworded"] }])
    const { events } = expectDone(await runOperation(showEntryHistory, lead, { entry: redis }))
    expect(events.map((event) => [event.revision.number, event.turns])).toEqual([
      [2, ["reworded"]],
      [1, ["added"]],
    ])
    expectDone(await runOperation(restoreFile, lead, { file: id, revision: 1, base: 3 }))
    expect(
      await database().entry.count({ where: { teamId: team.id, id: redis, text: "Redis holds sessions" } }),
    ).toBe(1)
  })
})

describe("the list of revisions", () => {
  it("shows the added and removed lines of each revision, page by page", async () => {
    const { on, lead, revise } = await given()
    await revise([addition("The cache is warm")])
    const first = expectDone(await runOperation(listFileRevisions, lead, { ...on, limit: 2 }))
    expect(first).toMatchObject({
      total: 3,
      next: 2,
      revisions: [
        { number: 3, added: 1, cut: 0 },
        { number: 2, added: 1, cut: 1, from: [{ session: "s-4830" }] },
      ],
    })
    const second = expectDone(
      await runOperation(listFileRevisions, lead, { ...on, limit: 2, before: first.next }),
    )
    expect(second.revisions.map((one) => one.number)).toEqual([1])
    expect(second.revisions[0]?.cut).toBe(0)
    expect(second.next).toBeNull()
  })
})

describe("the history of an entry", () => {
  it("lists the revisions that changed the entry, with the kind of change", async () => {
    const { lead, redis, deploys, revise } = await given()
    await revise([addition("The cache is warm")])
    await revise([
      { kind: "retire", entry: redis, before: "Redis holds sessions and jobs", why: "Valkey does" },
    ])
    await revise([
      {
        kind: "edit",
        entry: deploys,
        before: "Deploys need two approvals",
        text: "Deploys need one approval",
      },
    ])
    const { events, now, file, next } = expectDone(
      await runOperation(showEntryHistory, lead, { entry: redis }),
    )
    expect(events.map((event) => [event.revision.number, event.turns])).toEqual([
      [4, ["retired"]],
      [2, ["reworded"]],
      [1, ["added"]],
    ])
    expect(events[1]).toMatchObject({
      before: { text: "Redis holds sessions" },
      after: { text: "Redis holds sessions and jobs" },
      revision: { from: [{ session: "s-4830", decidedBy: lead.name }] },
    })
    expect(now).toMatchObject({ state: "retired", retiredBecause: "Valkey does" })
    expect(file.path).toBe(PATH)
    expect(next).toBeNull()
  })

  it("continues for a forgotten entry, with the reason, and for an entry that was missing from a revision", async () => {
    const { lead, redis, queue, id, file, revise } = await given()
    expectDone(await runOperation(forgetEntry, lead, { entry: redis, reason: "Valkey took over" }))
    expect(expectDone(await runOperation(showEntryHistory, lead, { entry: redis }))).toMatchObject({
      now: null,
      events: [
        { turns: ["removed"], forgotten: "Valkey took over", after: null },
        { turns: ["reworded"] },
        { turns: ["added"] },
      ],
    })
    const { text, head } = await file(PATH)
    expectDone(
      await runOperation(reviseFile, lead, {
        file: id,
        base: head,
        text: text.replace(/^.*queue.*\n/m, ""),
        reason: "by hand",
      }),
    )
    await revise([addition("The cache is warm")])
    const gone = expectDone(await runOperation(showEntryHistory, lead, { entry: queue }))
    expect(gone.events.map((event) => [event.revision.number, event.turns, event.forgotten])).toEqual([
      [4, ["removed"], null],
      [1, ["added"], null],
    ])
    expect(expectDone(await runOperation(showEntryHistory, lead, { entry: redis, limit: 1 })).next).toBe(3)
    expect(
      expectDone(await runOperation(showEntryHistory, lead, { entry: redis, before: 3 })).events.map(
        (event) => event.revision.number,
      ),
    ).toEqual([2, 1])
  })
})

describe("restoring", () => {
  it("returns the bytes and entries of a revision, including entries that were forgotten since", async () => {
    const { lead, id, redis, queue, file, team } = await given()
    const before = await file(PATH)
    expectDone(await runOperation(forgetEntry, lead, { entry: redis, reason: "Valkey took over" }))
    expectDone(await runOperation(forgetEntry, lead, { entry: queue, reason: "no more" }))
    const restored = expectDone(
      await runOperation(restoreFile, lead, { file: id, revision: 2, base: 4, reason: "too early" }),
    )
    const after = await file(PATH)
    expect([after.head, after.text, after.entries.map((entry) => entry.id)]).toEqual([
      restored.revision,
      before.text,
      before.entries.map((entry) => entry.id),
    ])
    expect(await database().forgotten.count({ where: { teamId: team.id, restoredAt: null } })).toBe(0)
    expectDone(await runOperation(restoreFile, lead, { file: id, revision: 4, base: 5 }))
    expect((await file(PATH)).entries).toHaveLength(1)
  })

  it("is rejected with all three texts for an outdated base, if the text is already current, and if two users have to approve", async () => {
    const { lead, id, team, redis, file } = await given()
    const { text } = await file(PATH)
    expect(await runOperation(restoreFile, lead, { file: id, revision: 1, base: 1 })).toMatchObject({
      ok: false,
      reason: "stale",
      details: { revision: 2, theirs: text, yours: expect.stringContaining("holds sessions\n") },
    })
    expect(await runOperation(restoreFile, lead, { file: id, revision: 2, base: 2 })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    expect(await runOperation(rewindEntryTo, lead, { entry: redis, revision: 1, base: 1 })).toMatchObject({
      ok: false,
      reason: "stale",
    })
    const owner = await actorOf(await givenPerson({ team, role: "owner" }))
    expectDone(
      await runOperation(changePolicy, owner, {
        team: team.slug,
        place: "scope:project",
        settings: { approvals: 2 },
      }),
    )
    expect(await runOperation(restoreFile, lead, { file: id, revision: 1, base: 2 })).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("2 approvals are required"),
    })
    expect(await runOperation(rewindEntryTo, lead, { entry: redis, revision: 1 })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
  })

  it("is rejected for an agent that has opted out and for an unknown revision", async () => {
    const { lead, id, redis, file } = await given()
    expect(await runOperation(restoreFile, lead, { file: id, revision: 7, base: 2 })).toMatchObject({
      ok: false,
      reason: "not-found",
      message: `${PATH} has no revision 7; the latest is 2`,
    })
    const { text } = await file(PATH)
    expectDone(
      await runOperation(reviseFile, lead, {
        file: id,
        base: 2,
        text: text.replace("---\n", "---\nmemory: disabled\n"),
        reason: "keeps none",
      }),
    )
    expect(await runOperation(restoreFile, lead, { file: id, revision: 1, base: 3 })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("unit-tester has opted out"),
    })
    expect(await runOperation(rewindEntryTo, lead, { entry: redis, revision: 1 })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })
})

describe("rewinding an entry", () => {
  it("restores an entry's earlier text, and changes nothing else", async () => {
    const { lead, redis, deploys, file, revise } = await given()
    await revise([
      {
        kind: "edit",
        entry: deploys,
        before: "Deploys need two approvals",
        text: "Deploys need one approval",
      },
    ])
    const { text } = await file(PATH)
    expectDone(
      await runOperation(rewindEntryTo, lead, { entry: redis, revision: 1, reason: "jobs moved out" }),
    )
    expect((await file(PATH)).text).toBe(
      text.replace("Redis holds sessions and jobs", "Redis holds sessions"),
    )
    expect(await runOperation(rewindEntryTo, lead, { entry: redis, revision: 1 })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "the entry is already identical to revision 1",
    })
  })

  it("restores a removed entry in its place with its id, even a forgotten one", async () => {
    const { lead, queue, file, team } = await given()
    const { text } = await file(PATH)
    expectDone(await runOperation(forgetEntry, lead, { entry: queue, reason: "no more" }))
    expectDone(await runOperation(rewindEntryTo, lead, { entry: queue, revision: 2 }))
    const after = await file(PATH)
    expect(after.text).toBe(text)
    expect(after.entries.map((entry) => entry.id)).toContain(queue)
    expect(await database().forgotten.count({ where: { teamId: team.id, restoredAt: null } })).toBe(0)
  })
})

describe("a token of another project", () => {
  it("cannot read a file's history", async () => {
    const { on, redis, team } = await given()
    const { projectId } = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id } })
    const other = givenToken(team, { rights: ["read"], projectId: "019a0000-0000-7000-8000-000000000000" })
    const own = givenToken(team, { rights: ["read"], projectId })
    for (const [operation, input] of [
      [showFileBlame, on],
      [compareRevisions, { ...on, left: 1, right: 2 }],
      [listFileRevisions, on],
      [showEntryHistory, { entry: redis }],
    ] as const) {
      expect(await runOperation(operation as typeof showFileBlame, other, input)).toMatchObject({
        ok: false,
        reason: "not-found",
      })
      expect(await runOperation(operation as typeof showFileBlame, own, input)).toMatchObject({ ok: true })
    }
  })
})
