import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { afterEach, describe, expect, it, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { markFilesRemoved } from "@/lib/db/memory-files/store-files"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { LEAST_DECIDED } from "@/lib/memory/conflicts/second-opinions"
import { done } from "@/lib/memory/inputs/outcome"
import { findConflicts, findingConflicts } from "@/lib/operations/conflicts/find/find"
import {
  listConflicts,
  showConflict,
  snoozeConflicts,
  sweepConflicts,
} from "@/lib/operations/conflicts/conflicts"
import { LOCAL_MODEL } from "@/lib/embedding/embedder"
import { startWorker } from "@/lib/jobs/worker"
import { countInbox } from "@/lib/operations/inbox/inbox"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { hashOfStatement } from "@/lib/operations/infra/statement-hash"
import { indexingMemory } from "@/lib/operations/search-index/index-team"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import {
  importFiles,
  conflictsOf,
  givenConflicts,
  detectConflicts,
  memoryWith,
  PAIR,
  resolve,
  scopeMemory,
  scopePath,
} from "../../support/conflicts/conflicts"
import { synonymEmbedder } from "../../support/search/embedder"
import { unrelatedStatements } from "../../support/unrelated-statements"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenProposal, givenToken } from "../../support/proposals"

const bare = (statement: string) => statement.replace(/^\[.*?\] /, "")
const [OLD, NEW] = PAIR(1).map(bare) as [string, string]
const textsOf = (conflicts: readonly { left: { text: string }; right: { text: string } }[]) =>
  conflicts.map((one) => [one.left.text, one.right.text])

let stop: (() => Promise<void>) | null = null
afterEach(async () => {
  await stop?.()
  stop = null
})

/** The open conflicts, as soon as there are `count` of them. */
const whenThereAre = (count: number, team: { id: string; slug: string }) =>
  vi.waitFor(
    async () => {
      const all = await conflictsOf(team)
      expect(all).toHaveLength(count)
      return all
    },
    { timeout: 20_000 },
  )

async function rewrite(
  lead: Parameters<typeof runOperation>[1],
  team: { id: string },
  path: string,
  change: (text: string) => string,
) {
  const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
  const { text } = await database().revision.findUniqueOrThrow({
    where: { teamId_fileId_number: { teamId: team.id, fileId: file.id, number: file.head } },
  })
  expectDone(
    await runOperation(reviseFile, lead, {
      file: file.id,
      base: file.head,
      text: change(text),
      reason: "why",
    }),
  )
}

describe("detected conflicts", () => {
  it("list both sides, the evidence, the agents that load each side, and the newer side", async () => {
    const { team } = await givenConflicts(memoryWith("billing", 1))
    const [conflict, ...more] = await conflictsOf(team)
    expect(more).toEqual([])
    expect(conflict).toMatchObject({
      kind: "same-scope",
      finding: "contradiction",
      state: "open",
      foundBy: "import",
      project: { slug: "ledger" },
      path: memoryPath("billing"),
      prevails: null,
      decided: null,
      agents: ["billing"],
      left: { text: OLD, agents: ["billing"] },
      right: { text: NEW, agents: ["billing"] },
      suggested: { side: "right", why: "has a later date (2026-02-03)" },
    })
    expect(conflict?.left.entries).toMatchObject([
      {
        path: memoryPath("billing"),
        line: 11,
        agent: "billing",
        scope: "project",
        section: "Accumulated Findings",
        date: "2026-01-02",
        vouched: null,
        from: { by: expect.any(String), reason: expect.stringMatching(/^Imported from/), session: null },
      },
    ])
    expect(conflict?.evidence.message).toContain("4001")
  })

  it("writes nothing on a second detection", async () => {
    const { team } = await givenConflicts(memoryWith("billing", 1, 2))
    const before = await database().auditEvent.count()
    expect(await detectConflicts(team)).toEqual({ files: 0, entries: 0, found: 0, gone: 0, unchecked: 0 })
    expect(await detectConflicts(team, { everything: true })).toMatchObject({ found: 0, gone: 0 })
    expect(await database().auditEvent.count()).toBe(before)
    expect(await conflictsOf(team)).toHaveLength(2)
  })

  it("counts all entries with the same text as copies, across agents of one project", async () => {
    const [old, fresh] = PAIR(1)
    const { team } = await givenConflicts({
      [memoryPath("billing")]: memoryOf("billing", [old]),
      [memoryPath("shipping")]: memoryOf("shipping", [`**${old.slice(13)}**`]),
      [memoryPath("pricing")]: memoryOf("pricing", [fresh]),
    })
    const conflicts = await conflictsOf(team)
    expect(
      conflicts.map((one) => [
        one.left.entries.map((entry) => entry.agent),
        one.right.entries.map((entry) => entry.agent),
        one.agents,
      ]),
    ).toEqual([[["billing", "shipping"], ["pricing"], ["billing", "pricing", "shipping"]]])
    await importFiles(team, { [memoryPath("late")]: memoryOf("late", [fresh]) }, { project: "ledger" })
    await database().memoryFile.updateMany({ where: { teamId: team.id }, data: { state: "present" } })
    await detectConflicts(team)
    expect((await conflictsOf(team)).map((one) => one.right.entries.map((entry) => entry.agent))).toEqual([
      ["late", "pricing"],
    ])
  })

  it("finds no duplicate if no agent loads both entries, and none across projects", async () => {
    const [old, fresh] = PAIR(1)
    const { team } = await givenConflicts({
      [memoryPath("billing")]: memoryOf("billing", [old]),
      [memoryPath("shipping")]: memoryOf("shipping", [old]),
    })
    await importFiles(
      team,
      { [memoryPath("pricing")]: memoryOf("pricing", [fresh]) },
      { project: "dispatch" },
    )
    await detectConflicts(team)
    expect(await conflictsOf(team)).toEqual([])
  })

  it("leaves out retired and removed entries", async () => {
    const [old, fresh] = PAIR(1)
    const { team } = await givenConflicts({
      [memoryPath("billing")]: memoryOf("billing", [old, `~~${fresh}~~ ← STALE (no more)`]),
    })
    expect(await conflictsOf(team)).toEqual([])
  })

  it("name the scope that outranks the other", async () => {
    const { team } = await givenConflicts({
      [scopePath("project")]: scopeMemory([OLD]),
      [scopePath("global")]: scopeMemory([NEW]),
      [scopePath("team", "core")]: scopeMemory(["Nothing to do with it at all"]),
    })
    const conflicts = await conflictsOf(team)
    expect(
      conflicts.map((one) => [
        one.kind,
        one.left.entries[0]?.scope,
        one.right.entries[0]?.scope,
        one.prevails,
        one.suggested?.side,
      ]),
    ).toEqual([["cross-scope", "project", "global", "left", "left"]])
  })

  it("are the same for a bulk comparison and for single comparisons", async () => {
    const numbers = Array.from({ length: 10 }, (_, number) => number)
    const statements = [...numbers.flatMap((number) => [...PAIR(number)]), ...unrelatedStatements(90)]
    const memory = (count: number) => ({
      [memoryPath("billing")]: memoryOf("billing", statements.slice(0, count)),
    })
    const [many, few] = [await givenConflicts(memory(110)), await givenConflicts({})]
    for (const count of [10, 50, 110]) {
      await importFiles(few.team, memory(count))
      await detectConflicts(few.team)
    }
    const [one, other] = [await conflictsOf(many.team), await conflictsOf(few.team)]
    expect(textsOf(one).toSorted()).toEqual(numbers.map((number) => PAIR(number).map(bare)).toSorted())
    expect(textsOf(other).toSorted()).toEqual(textsOf(one).toSorted())
  })
})

describe("the time of a detection", () => {
  it("is right after an import, and shortly after an approval or a curator's edit", async () => {
    const [old, fresh] = PAIR(1)
    const team = await givenTeam()
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    // With a pause, all events of the import are handled together, also on a busy machine.
    stop = startWorker([findingConflicts(systemActor(), { pauseMs: 200 })]).stop
    await importFiles(team, {
      ...memoryWith("billing", 2),
      [memoryPath("shipping")]: memoryOf("shipping", [old]),
    })
    expect(await whenThereAre(1, team)).toMatchObject([{ foundBy: "import" }])
    const proposal = await givenProposal(team, {
      file: memoryPath("shipping"),
      changes: [addition(bare(fresh))],
    })
    expectDone(await decide(lead, proposal.id, { verdict: "approve" }))
    expect(await whenThereAre(2, team)).toContainEqual(
      expect.objectContaining({ foundBy: "proposal", right: expect.objectContaining({ text: bare(fresh) }) }),
    )
    await rewrite(lead, team, memoryPath("shipping"), (text) =>
      text.replace(`- ${old}`, `- ${old}\n- ${PAIR(3).join("\n- ")}`),
    )
    expect(await whenThereAre(3, team)).toContainEqual(expect.objectContaining({ foundBy: "sweep" }))
  }, 30_000)

  it("is again when entries have embeddings, which show that two mean the same in other words", async () => {
    const same = [
      "Silence an alert only with an expiry, four hours at most.",
      "A mute has to end by itself; the longest allowed is 4 h.",
    ] as const
    const { team } = await givenConflicts({
      [memoryPath("ops")]: memoryOf("ops", [...same, ...unrelatedStatements(60)]),
    })
    expect(await conflictsOf(team)).toEqual([])
    const model = synonymEmbedder({ id: LOCAL_MODEL })
    const embedder = {
      ...model,
      embed: (texts: readonly string[]) => model.embed(texts.map((text) => text.replace(same[1], same[0]))),
    }
    const indexing = indexingMemory(embedder, {
      whenIndexed: (_, embedded) => detectConflicts(team, { embedded }),
    })
    await indexing.run(team.id, new AbortController().signal)
    expect(await conflictsOf(team)).toMatchObject([
      { finding: "duplicate", left: { text: same[0] }, right: { text: same[1] } },
    ])
  })

  it("can be chosen by a curator, who gets the result", async () => {
    const team = await givenTeam()
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    await importFiles(team, memoryWith("billing", 1, 2))
    expect(expectDone(await runOperation(sweepConflicts, lead, { team: team.slug }))).toEqual({
      files: 1,
      entries: 4,
      found: 2,
      gone: 0,
      unchecked: 0,
    })
    expect(
      await runOperation(sweepConflicts, await actorOf(await givenPerson({ team, role: "member" })), {
        team: team.slug,
      }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  })

  it("resumes after an interruption, and concurrent detections store each conflict once", async () => {
    const team = await givenTeam()
    await importFiles(
      team,
      Object.assign({}, ...Array.from({ length: 60 }, (_, file) => memoryWith(`agent-${file}`, file))),
    )
    let audited = 0
    const cutOff = new Proxy(systemActor(), {
      get: (actor, name) => {
        if (name === "kind" && (audited += 1) > 3) throw new Error("killed")
        return Reflect.get(actor, name)
      },
    })
    await expect(findConflicts(cutOff, wholeTeamUnchecked(team.id), { because: "sweep" })).rejects.toThrow(
      "killed",
    )
    const then = await database().conflict.count({ where: { teamId: team.id } })
    expect(then).toBeGreaterThan(0)
    expect(then).toBeLessThan(60)
    await Promise.all([detectConflicts(team), detectConflicts(team)])
    expect(await database().conflict.count({ where: { teamId: team.id } })).toBe(60)
    expect(
      await database().memoryFile.count({
        where: { teamId: team.id, head: { gt: database().memoryFile.fields.compared } },
      }),
    ).toBe(0)
  })
})

describe("a conflict that lost a side", () => {
  it("is not listed, and is open again when the side returns", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1, 2))
    const id = (await conflictsOf(team)).find((one) => one.left.text === OLD)?.id ?? ""
    await rewrite(lead, team, memoryPath("billing"), (text) => text.replace("9001", "4001 and nothing else"))
    expect((await conflictsOf(team)).map((one) => one.id)).not.toContain(id)
    expect(expectDone(await runOperation(showConflict, lead, { conflict: id })).state).toBe("gone")
    await rewrite(lead, team, memoryPath("billing"), (text) => text.replace("4001 and nothing else", "9001"))
    await detectConflicts(team)
    expect((await conflictsOf(team)).map((one) => one.id)).toContain(id)
    expect(await database().conflict.count({ where: { teamId: team.id } })).toBe(2)
  })

  it("is not listed without its file, and is open again when the file returns", async () => {
    const { team } = await givenConflicts(memoryWith("billing", 1))
    const { id } = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id } })
    await commit(systemActor(), { kind: "test", teamId: team.id, subject: "" }, async (tx) =>
      done(await markFilesRemoved(tx, team.id, [id], { reason: "gone", runId: null })),
    )
    expect(await detectConflicts(team)).toMatchObject({ gone: 1 })
    expect(await conflictsOf(team)).toEqual([])
    await importFiles(team, memoryWith("billing", 1))
    expect(await detectConflicts(team)).toMatchObject({ found: 1 })
    expect(await conflictsOf(team)).toHaveLength(1)
  })
})

describe("a conflict kind that a team usually dismisses", () => {
  it("is reported with its number of dismissals, until a team policy turns the kind off", async () => {
    const numbers = Array.from({ length: LEAST_DECIDED + 1 }, (_, place) => place + 1)
    const { team, lead } = await givenConflicts(memoryWith("billing", ...numbers))
    const dismissalsOf = async () =>
      expectDone(await runOperation(listConflicts, lead, { team: team.slug })).dismissals as unknown
    const conflicts = await conflictsOf(team)
    expect(conflicts).toHaveLength(LEAST_DECIDED + 1)
    for (const { id } of conflicts.slice(0, LEAST_DECIDED - 1))
      expectDone(await resolve(lead, id, { verdict: "not-a-conflict" }))
    expect(await dismissalsOf()).toEqual([])
    expectDone(await resolve(lead, conflicts[LEAST_DECIDED - 1]?.id ?? "", { verdict: "keep-right" }))
    expect(await dismissalsOf()).toEqual([
      { finding: "contradiction", dismissed: LEAST_DECIDED - 1, decided: LEAST_DECIDED },
    ])
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: team.slug,
        place: "team",
        set: { dismissals: "ignore" },
      }),
    )
    expect(await dismissalsOf()).toEqual([])
  })
})

describe("a pair without a conflict", () => {
  it("is not reported again, and neither are its copies in any project", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1))
    await importFiles(team, memoryWith("billing", 1), { project: "dispatch" })
    await detectConflicts(team)
    const [first, second] = await conflictsOf(team)
    expect(
      expectDone(await resolve(lead, first?.id ?? "", { verdict: "not-a-conflict", reason: "two services" })),
    ).toMatchObject({
      state: "dismissed",
      conflict: { decided: { verdict: "not-a-conflict", reason: "two services" } },
    })
    expect(await conflictsOf(team)).toEqual([])
    expect((await conflictsOf(team, { state: "dismissed" })).map((one) => one.id).toSorted()).toEqual(
      [first?.id, second?.id].toSorted(),
    )
    const [old, fresh] = PAIR(1)
    await importFiles(
      team,
      { [memoryPath("pricing")]: memoryOf("pricing", [`**${bare(fresh)}**`, old]) },
      { project: "pricing" },
    )
    expect(await detectConflicts(team, { everything: true })).toMatchObject({ found: 0 })
    expect(await conflictsOf(team)).toEqual([])
  })
})

describe("the conflict list", () => {
  it("filters by project, kind, type, agent and words, page by page", async () => {
    const { team } = await givenConflicts({ ...memoryWith("billing", 1, 2), ...memoryWith("shipping", 3) })
    await importFiles(team, memoryWith("pricing", 4), { project: "dispatch" })
    await detectConflicts(team)
    const count = async (more: object) => (await conflictsOf(team, more as Record<string, unknown>)).length
    expect(
      await Promise.all(
        [
          {},
          { project: "ledger" },
          { project: "dispatch" },
          { kind: "same-scope" },
          { kind: "file" },
          { finding: "duplicate" },
          { agent: "shipping" },
          { q: "4002" },
          { q: "billing/memory" },
          { q: "100%" },
        ].map(count),
      ),
    ).toEqual([4, 3, 1, 4, 0, 0, 1, 1, 2, 0])
    const first = expectDone(await runOperation(listConflicts, systemActor(), { team: team.slug, limit: 3 }))
    const rest = expectDone(
      await runOperation(listConflicts, systemActor(), { team: team.slug, limit: 3, after: first.next }),
    )
    expect([first.conflicts.length, first.total, rest.conflicts.length, rest.next]).toEqual([3, 4, 1, null])
  })

  it("leaves out conflicts that the user has snoozed, and counts the others", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1, 2))
    const [first] = await conflictsOf(team, {}, lead)
    expect(
      expectDone(
        await runOperation(snoozeConflicts, lead, { conflicts: [first?.id], until: "2099-01-01T00:00:00Z" }),
      ),
    ).toEqual({ snoozed: 1 })
    expect([
      (await conflictsOf(team, {}, lead)).length,
      (await conflictsOf(team, { snoozed: true }, lead)).length,
      (await conflictsOf(team)).length,
    ]).toEqual([1, 1, 2])
    expect(expectDone(await runOperation(countInbox, lead, { team: team.slug })).conflicts).toBe(1)
    expectDone(await runOperation(snoozeConflicts, lead, { conflicts: [first?.id], until: null }))
    expect(expectDone(await runOperation(countInbox, lead, { team: team.slug })).conflicts).toBe(2)
  })

  it("shows a project token no entries of other projects", async () => {
    const { team } = await givenConflicts({
      ...memoryWith("billing", 1),
      [scopePath("project")]: scopeMemory([bare(PAIR(2)[0])]),
    })
    await importFiles(team, { [scopePath("global")]: scopeMemory([bare(PAIR(2)[1])]) }, { project: "common" })
    await detectConflicts(team)
    expect(await conflictsOf(team)).toHaveLength(2)
    const project = await database().project.findFirstOrThrow({ where: { teamId: team.id, name: "ledger" } })
    const token = givenToken(team, { rights: ["read"], projectId: project.id })
    const visible = await conflictsOf(team, {}, token)
    expect(textsOf(visible)).toEqual([[OLD, NEW]])
    const hidden = (await conflictsOf(team)).find((one) => one.kind === "cross-scope")?.id
    expect(await runOperation(showConflict, token, { conflict: hidden })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(
      await runOperation(
        showConflict,
        await actorOf(await givenPerson({ team: await givenTeam(), role: "lead" })),
        {
          conflict: hidden,
        },
      ),
    ).toMatchObject({ ok: false, reason: "not-found" })
  })
})

it("shows who verified the current text of a side, and keeps that side", async () => {
  const { team } = await givenConflicts(memoryWith("billing", 1))
  const [conflict] = await conflictsOf(team)
  const entryId = conflict?.left.entries[0]?.id ?? ""
  await database().vouch.create({
    data: {
      teamId: team.id,
      id: newId(),
      entryId,
      statement: hashOfStatement(OLD),
      userId: newId(),
      name: "Ana Reyes",
      until: new Date("2099-01-01"),
    },
  })
  const [vouched] = await conflictsOf(team)
  expect([vouched?.left.entries[0]?.vouched, vouched?.suggested]).toEqual([
    { by: "Ana Reyes", until: "2099-01-01" },
    { side: "left", why: "verified by Ana Reyes until 2099-01-01" },
  ])
})
