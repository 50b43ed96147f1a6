import { beforeEach, describe, expect, it } from "vitest"
import { changePolicy } from "@/lib/operations/policies/policies"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { listProposals, showProposal } from "@/lib/operations/proposals/proposals"
import { previewReview, reviewProposal, reviewProposals } from "@/lib/operations/proposals/decisions/review"
import {
  assignProposals,
  rebaseProposal,
  snoozeProposals,
  withdrawProposal,
} from "@/lib/operations/proposals/rebase-withdraw-snooze-assign"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken, textOf } from "../../support/proposals"

const PATH = memoryPath("billing")
const TEXT = memoryOf("billing", [
  "[2026-01-02] Invoices are numbered by the ledger",
  "[2026-01-03] Retries need an idempotency key",
  "[2026-01-04] Refunds are booked at midnight",
])

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
beforeEach(async () => {
  memory = await givenMemory({ [PATH]: TEXT })
  lead = memory.lead
})

const show = async (id: string, actor: Actor = lead) =>
  expectDone(await runOperation(showProposal, actor, { proposal: id }))
const entry = async (place: number) =>
  (await memory.file(PATH)).entries[place] as { id: string; text: string }
const changing = async (
  place: number,
  change: (target: { entry: string; before: string }) => ProposedChange,
) => {
  const { id, text } = await entry(place)
  return givenProposal(memory.team, { agent: "billing", changes: [change({ entry: id, before: text })] })
}
/** The lines that differ between two texts. */
const changedLines = async () => {
  const [before, after] = [TEXT.split("\n"), (await textOf(memory, PATH)).split("\n")]
  return {
    gone: before.filter((line) => !after.includes(line)),
    come: after.filter((line) => !before.includes(line)),
  }
}

describe("an approval", () => {
  it("of an addition adds one line and keeps every other byte and every id", async () => {
    const before = (await memory.file(PATH)).entries.map((one) => one.id)
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes need two signatures")],
    })
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({
      ok: true,
      state: "approved",
      revision: 2,
    })
    expect(await textOf(memory, PATH)).toBe(
      TEXT.replace("at midnight\n", "at midnight\n- [2026-11-21] Credit notes need two signatures\n"),
    )
    const after = (await memory.file(PATH)).entries
    expect(after.map((one) => one.id).slice(0, 3)).toEqual(before)
    const { reason } = await database().revision.findFirstOrThrow({
      where: { teamId: memory.team.id, number: 2 },
    })
    expect(reason).toBe("Approved: add “Credit notes need two signatures”, proposed by billing")
    expect(await show(id)).toMatchObject({
      state: "approved",
      standing: null,
      decided: { verdict: "approved", by: lead.name, revision: 2 },
    })
  })

  it("of an edit, a retirement, a restoration, a removal or a move changes its own lines only and keeps the ids", async () => {
    const ids = (await memory.file(PATH)).entries.map((one) => one.id)
    const edit = await changing(0, (target) => ({
      kind: "edit",
      ...target,
      text: "Invoices are numbered by the tax office",
    }))
    const retire = await changing(1, (target) => ({ kind: "retire", ...target, why: "the queue does it" }))
    const move = await changing(2, (target) => ({ kind: "move", ...target, section: "Watch Points" }))
    for (const { id } of [edit, retire, move]) expectDone(await decide(lead, id, { verdict: "approve" }))
    expect(await changedLines()).toEqual({
      gone: [
        "- [2026-01-02] Invoices are numbered by the ledger",
        "- [2026-01-03] Retries need an idempotency key",
      ],
      come: [
        "- [2026-01-02] Invoices are numbered by the tax office",
        "- [2026-01-03] ~~Retries need an idempotency key~~ ← STALE (the queue does it)",
        "## Watch Points",
      ],
    })
    expect((await memory.file(PATH)).entries.map((one) => [one.id, one.state, one.section])).toEqual(
      expect.arrayContaining([
        [ids[0], "current", "Accumulated Findings"],
        [ids[1], "retired", "Accumulated Findings"],
        [ids[2], "current", "Watch Points"],
      ]) as unknown,
    )
    const restore = await changing(1, (target) => ({ kind: "restore", ...target }))
    const remove = await changing(0, (target) => ({ kind: "remove", ...target }))
    for (const { id } of [restore, remove]) expectDone(await decide(lead, id, { verdict: "approve" }))
    expect((await changedLines()).gone).toEqual(["- [2026-01-02] Invoices are numbered by the ledger"])
    expect((await memory.file(PATH)).entries.map((one) => one.id).toSorted()).toEqual(
      [ids[1], ids[2]].toSorted(),
    )
  })

  it("with edits writes the curator's text, and says so", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes need two signatures")],
    })
    const { shown } = await show(id)
    const preview = expectDone(
      await runOperation(previewReview, lead, { proposal: id, text: "Credit notes need three signatures" }),
    )
    expect(preview.diff?.after).toContain("- [2026-11-21] Credit notes need three signatures")
    expect(
      await runOperation(reviewProposal, lead, {
        proposal: id,
        shown,
        verdict: "edit",
        text: "Credit notes need three signatures",
      }),
    ).toMatchObject({ ok: true, value: { state: "approved", revision: 2 } })
    expect((await changedLines()).come).toEqual(["- [2026-11-21] Credit notes need three signatures"])
    expect(await show(id)).toMatchObject({ decided: { verdict: "edited" } })
  })

  it("with edits is rejected for a proposal without text", async () => {
    const { id } = await changing(0, (target) => ({ kind: "remove", ...target }))
    expect(await decide(lead, id, { verdict: "edit", text: "Other words" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expect(await decide(lead, id, { verdict: "edit" })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: "text: enter the new text",
    })
  })

  it("applies only to the version that the curator saw", async () => {
    const { id } = await changing(0, (target) => ({
      kind: "edit",
      ...target,
      text: "Invoices are numbered by the tax office",
    }))
    const { shown } = await show(id)
    const other = await entry(0)
    expectDone(
      await runOperation(reviseFile, lead, {
        file: (await memory.file(PATH)).id,
        base: 1,
        changes: [
          {
            kind: "edit",
            entry: other.id,
            before: other.text,
            text: "All invoices are numbered by the ledger",
          },
        ],
        reason: "precise",
      }),
    )
    expectDone(await runOperation(rebaseProposal, lead, { proposal: id }))
    expect(
      await runOperation(reviewProposal, lead, { proposal: id, shown, verdict: "approve" }),
    ).toMatchObject({
      ok: false,
      reason: "stale",
      message: "the proposal has changed since you opened it. Review it again",
    })
    expect(
      await runOperation(reviewProposal, lead, {
        proposal: id,
        shown: "00".repeat(32),
        verdict: "reject",
        reason: "no",
      }),
    ).toMatchObject({ ok: false, reason: "stale" })
    expectDone(await decide(lead, id, { verdict: "approve" }))
    expect((await changedLines()).come).toEqual([
      "- [2026-01-02] All invoices are numbered by the tax office",
    ])
  })

  it("of many proposals for one file creates one revision, without flagged proposals", async () => {
    const texts = ["One is first", "Two is second", "Three is third"]
    const proposed = await Promise.all(
      texts.map((text) => givenProposal(memory.team, { agent: "billing", changes: [addition(text)] })),
    )
    const flagged = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Refunds\u200b are final")],
    })
    const other = await givenProposal(memory.team, { agent: "shipping", content: "Labels are printed last" })
    const items = await Promise.all(
      [...proposed, flagged, other].map(async ({ id }) => ({ proposal: id, shown: (await show(id)).shown })),
    )
    const { outcomes, revisions } = expectDone(
      await runOperation(reviewProposals, lead, { items, verdict: "approve" }),
    )
    expect(revisions).toBe(2)
    expect(outcomes.map((one) => [one.ok, one.state, one.revision])).toEqual([
      [true, "approved", 2],
      [true, "approved", 2],
      [true, "approved", 2],
      [false, "waiting", null],
      [true, "approved", 1],
    ])
    expect(outcomes[3]?.refused).toMatchObject({
      reason: "forbidden",
      message: "flagged proposals must be reviewed one by one",
    })
    expect((await changedLines()).come).toEqual(texts.map((text) => `- [2026-11-21] ${text}`))
  })
})

describe("a proposal merged into an entry", () => {
  it("replaces the entry's text and adds no entry", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Retries need an idempotency key per invoice")],
    })
    const into = await entry(1)
    const preview = expectDone(
      await runOperation(previewReview, lead, {
        proposal: id,
        entry: into.id,
        text: "Retries need an idempotency key, one per invoice",
      }),
    )
    expect(preview.consequence).toBe("changes line 12 of billing/memory.md")
    expect(
      expectDone(
        await decide(lead, id, {
          verdict: "merge",
          entry: into.id,
          text: "Retries need an idempotency key, one per invoice",
        }),
      ),
    ).toMatchObject({ state: "merged", revision: 2 })
    expect((await changedLines()).come).toEqual([
      "- [2026-01-03] Retries need an idempotency key, one per invoice",
    ])
    expect((await entry(1)).id).toBe(into.id)
  })

  it("shows its effect on the target file, but not to a token of another project", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Retries need an idempotency key per invoice")],
    })
    expectDone(
      await decide(lead, id, { verdict: "merge", entry: (await entry(1)).id, text: "Retries need a key" }),
    )
    const shown = await show(id)
    expect(shown.decided).toMatchObject({
      verdict: "merged",
      path: PATH,
      fileId: (await memory.file(PATH)).id,
      revision: 2,
    })
    expect(shown.diff?.before).toContain("- [2026-01-03] Retries need an idempotency key")
    expect(shown.diff?.after).toContain("- [2026-01-03] Retries need a key")
    const [file] = await database().memoryFile.findMany({ where: { teamId: memory.team.id, path: PATH } })
    const other = await database().project.create({
      data: { teamId: memory.team.id, id: newId(), name: "Other", slug: "other" },
    })
    await database().memoryFile.updateMany({ where: { id: file?.id ?? "" }, data: { projectId: other.id } })
    const bound = givenToken(memory.team, { projectId: file?.projectId ?? null, rights: ["read"] })
    expect(await show(id, bound)).toMatchObject({
      diff: null,
      decided: { verdict: "merged", path: null, fileId: null },
    })
    expect((await show(id)).diff).not.toBeNull()
  })

  it("writes nothing if the entry already has the text", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Retries need a key")],
    })
    expect(
      expectDone(await decide(lead, id, { verdict: "merge", entry: (await entry(1)).id })),
    ).toMatchObject({ state: "merged", revision: null })
    expect(await textOf(memory, PATH)).toBe(TEXT)
  })

  it("is rejected for an unknown entry, and for an entry of another team", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Retries need a key")],
    })
    const foreign = await givenMemory({ [PATH]: TEXT })
    for (const target of [memory.team.id, (await foreign.file(PATH)).entries[0]?.id]) {
      expect(await decide(lead, id, { verdict: "merge", entry: target ?? "" })).toMatchObject({
        ok: false,
        reason: "not-found",
        message: "the entry to merge into was not found",
      })
    }
  })
})

describe("a rejection", () => {
  it("requires a reason, writes nothing, and shows the reason and the curator", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expect(await decide(lead, id, { verdict: "reject" })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: "reason: required. Agents use it to avoid similar proposals",
    })
    expectDone(await decide(lead, id, { verdict: "reject", reason: "They are green" }))
    expect(await show(id)).toMatchObject({
      state: "rejected",
      decided: { verdict: "rejected", by: lead.name, reason: "They are green", revision: null },
    })
    expect(await textOf(memory, PATH)).toBe(TEXT)
    expect(
      await decide(await actorOf(await givenPerson({ team: memory.team, role: "lead" })), id, {
        verdict: "approve",
      }),
    ).toMatchObject({ ok: false, reason: "conflict", message: `already rejected by ${lead.name}` })
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "already rejected by you",
    })
  })
})

describe("1 pending proposal", () => {
  it("can be withdrawn by its author and curators only", async () => {
    const agent = givenToken(memory.team, { agent: "billing" })
    const [one, two] = [
      await givenProposal(memory.team, { agent: "billing", content: "First" }, agent),
      await givenProposal(memory.team, { agent: "billing", content: "Second" }, agent),
    ]
    const member = await actorOf(await givenPerson({ team: memory.team, role: "member" }))
    expect(await runOperation(withdrawProposal, member, { proposal: one.id })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(
      await runOperation(withdrawProposal, givenToken(memory.team, { agent: "billing", rights: ["read"] }), {
        proposal: one.id,
      }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    expect(
      await runOperation(withdrawProposal, givenToken(memory.team, { agent: "audit" }), { proposal: one.id }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    expect(
      expectDone(
        await runOperation(withdrawProposal, givenToken(memory.team, { agent: "billing" }), {
          proposal: one.id,
        }),
      ),
    ).toEqual({ id: one.id, state: "withdrawn" })
    expectDone(await runOperation(withdrawProposal, lead, { proposal: two.id }))
    expect(await runOperation(withdrawProposal, lead, { proposal: two.id })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: `already withdrawn by ${lead.name}`,
    })
  })

  it("is snoozed for one user only, until the snooze ends", async () => {
    const { id } = await givenProposal(memory.team, { agent: "billing", content: "First" })
    const viewer = await actorOf(await givenPerson({ team: memory.team, role: "viewer" }))
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expectDone(await runOperation(snoozeProposals, viewer, { proposals: [id], until }))
    const listed = async (actor: Actor, more = {}) =>
      expectDone(await runOperation(listProposals, actor, { team: memory.team.slug, ...more }))
    expect([(await listed(viewer)).proposals.length, (await listed(lead)).proposals.length]).toEqual([0, 1])
    expect((await listed(viewer)).counts).toMatchObject({ waiting: 0, snoozed: 1 })
    expect((await listed(viewer, { snoozed: "1" })).proposals).toMatchObject([{ id, snoozedUntil: until }])
    expect(
      await runOperation(snoozeProposals, viewer, { proposals: [id], until: new Date(0).toISOString() }),
    ).toMatchObject({ ok: false, reason: "invalid" })
    await database().snooze.updateMany({
      where: { itemId: id },
      data: { until: new Date(Date.now() - 1000) },
    })
    expect((await listed(viewer)).proposals).toHaveLength(1)
    expectDone(await runOperation(snoozeProposals, viewer, { proposals: [id], until: null }))
  })

  it("can be assigned only to members of the team, and only by leads", async () => {
    const { id } = await givenProposal(memory.team, { agent: "billing", content: "First" })
    const member = await givenPerson({ team: memory.team, role: "member" })
    const stranger = await givenPerson({ team: await givenTeam(), role: "lead" })
    expect(await runOperation(assignProposals, lead, { proposals: [id], person: stranger.id })).toMatchObject(
      {
        ok: false,
        reason: "invalid",
      },
    )
    expectDone(await runOperation(assignProposals, lead, { proposals: [id], person: member.id }))
    expect(
      await runOperation(assignProposals, await actorOf(member), { proposals: [id], person: lead.id }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    expect(expectDone(await runOperation(assignProposals, lead, { proposals: [id], person: "me" }))).toEqual({
      assigned: 1,
    })
    const listed = async (assignee: string) =>
      expectDone(await runOperation(listProposals, lead, { team: memory.team.slug, assignee })).proposals
    expect(await listed("me")).toMatchObject([{ id, assignee: { id: lead.id, name: lead.name } }])
    expect(await listed("none")).toEqual([])
    expectDone(await runOperation(assignProposals, lead, { proposals: [id], person: null }))
    expect(await listed("none")).toHaveLength(1)
  })
})

describe("a policy", () => {
  const set = async (place: string, settings: object) =>
    expectDone(await runOperation(changePolicy, systemActor(), { team: memory.team.slug, place, settings }))

  it("with two approvals needs two users, for the same text", async () => {
    await set("team", { approvals: 2 })
    const [second, third] = [
      await actorOf(await givenPerson({ team: memory.team, role: "lead" })),
      await actorOf(await givenPerson({ team: memory.team, role: "lead" })),
    ]
    const { id } = await changing(0, (target) => ({
      kind: "edit",
      ...target,
      text: "Invoices are numbered by the tax office",
    }))
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({
      state: "waiting",
      revision: null,
    })
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "you have already approved this proposal. A second curator must also approve it",
    })
    expect((await show(id)).approvals).toEqual({ given: 1, needed: 2, mine: true })
    expect(await decide(second, id, { verdict: "edit", text: "Other words" })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    const other = await entry(0)
    await set("team", { approvals: 1 }) // Otherwise a lead proposes, too.
    expectDone(
      await runOperation(reviseFile, lead, {
        file: (await memory.file(PATH)).id,
        base: 1,
        changes: [
          {
            kind: "edit",
            entry: other.id,
            before: other.text,
            text: "All invoices are numbered by the ledger",
          },
        ],
        reason: "precise",
      }),
    )
    await set("team", { approvals: 2 })
    expectDone(await runOperation(rebaseProposal, lead, { proposal: id }))
    expect((await show(id)).approvals).toEqual({ given: 0, needed: 2, mine: false })
    expect(expectDone(await decide(second, id, { verdict: "approve" }))).toMatchObject({ state: "waiting" })
    expect(expectDone(await decide(third, id, { verdict: "approve" }))).toMatchObject({
      state: "approved",
      revision: 3,
    })
  })

  it("with two approvals counts the admin token as one of them", async () => {
    await set("team", { approvals: 2 })
    const { id } = await givenProposal(memory.team, { agent: "billing", content: "First" })
    expect(
      expectDone(await decide(givenToken(null, { rights: ["admin"] }), id, { verdict: "approve" })),
    ).toMatchObject({ state: "waiting" })
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({ state: "approved" })
  })

  it("with owner approval prevents decisions by leads, and does not delay an owner's decision", async () => {
    await set("scope:project", { decider: "owner" })
    const owner = await actorOf(await givenPerson({ team: memory.team, role: "owner" }))
    const { id } = await givenProposal(memory.team, { agent: "billing", content: "First" })
    expect((await show(id)).mayNotDecide).toBe(
      "The policy for this memory requires review by a team owner. Ask a team owner",
    )
    for (const verdict of ["approve", "reject"] as const)
      expect(await decide(lead, id, { verdict, reason: "r" })).toMatchObject({
        ok: false,
        reason: "forbidden",
      })
    expect(await runOperation(withdrawProposal, lead, { proposal: id })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expectDone(await decide(owner, id, { verdict: "approve" }))
    const own = await givenProposal(memory.team, { agent: "billing", content: "Second" }, owner)
    expectDone(await decide(owner, own.id, { verdict: "approve" }))
  })

  it("with a rule approves unflagged matching proposals without a user, and nothing else", async () => {
    await set("team", { rule: { kinds: ["add"], leastConfidence: 0.8, agents: ["billing"] } })
    const agent = givenToken(memory.team, { agent: "billing" })
    const propose = async (content: string, confidence: number, actor = agent) =>
      expectDone(
        await runOperation(createProposal, actor, {
          team: memory.team.slug,
          agent: "billing",
          content,
          confidence,
        }),
      )
    const ruled = await propose("Credit notes need two signatures", 0.9)
    expect(ruled.state).toBe("approved")
    expect(await show(ruled.id)).toMatchObject({
      decided: { verdict: "approved", by: "A rule", rule: "add with a confidence of at least 0.8" },
    })
    expect((await changedLines()).come).toHaveLength(1)
    expect((await propose("Invoices go out on Mondays", 0.5)).state).toBe("waiting")
    expect(
      (await propose("Boxes are brown", 0.9, givenToken(memory.team, { agent: "shipping" }))).state,
    ).toBe("waiting")
    expect((await propose("Refunds\u200b are final", 0.9)).state).toBe("waiting")
    expect((await propose("Retries need an idempotency key always", 0.9)).state).toBe("waiting")
    const many = await Promise.all(
      [
        "Ledgers close at noon",
        "Taxes are due in May",
        "Customers pay in euro",
        "Dunning takes three weeks",
        "Vouchers never expire",
      ].map((text) => propose(text, 0.9)),
    )
    expect(many.map((one) => one.state)).toEqual(many.map(() => "approved"))
  })
})

describe("a user's own proposal", () => {
  it("needs another curator if one exists, and can always be rejected", async () => {
    const alone = await givenProposal(memory.team, { agent: "billing", content: "First" }, lead)
    expect(await show(alone.id)).toMatchObject({ own: true, mayNotDecide: null })
    expectDone(await decide(lead, alone.id, { verdict: "approve" }))
    const second = await actorOf(await givenPerson({ team: memory.team, role: "lead" }))
    const [own, other] = [
      await givenProposal(memory.team, { agent: "billing", content: "Second" }, lead),
      await givenProposal(memory.team, { agent: "billing", content: "Third" }, lead),
    ]
    expect(await decide(lead, own.id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: "This is your own proposal. Another curator must review it",
    })
    expectDone(await decide(second, own.id, { verdict: "approve" }))
    expectDone(await decide(lead, other.id, { verdict: "reject", reason: "changed my mind" }))
  })
})
