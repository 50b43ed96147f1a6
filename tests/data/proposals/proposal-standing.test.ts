import { beforeEach, describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { createProposal } from "@/lib/operations/proposals/create"
import { listProposals, showProposal } from "@/lib/operations/proposals/proposals"
import { previewReview, reviewProposals, undoReviews } from "@/lib/operations/proposals/decisions/review"
import { rebaseProposal, withdrawProposal } from "@/lib/operations/proposals/rebase-withdraw-snooze-assign"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken, textOf } from "../../support/proposals"

const PATH = memoryPath("billing")
const TEXT = memoryOf("billing", [
  "[2026-01-02] Invoices are numbered by the ledger",
  "[2026-01-03] Retries need an idempotency key",
])

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
beforeEach(async () => {
  memory = await givenMemory({ [PATH]: TEXT })
  lead = memory.lead
})

const revise = async (change: (text: string) => string) => {
  const { id: file, head, text } = await memory.file(PATH)
  return expectDone(
    await runOperation(reviseFile, lead, { file, base: head, text: change(text), reason: "by hand" }),
  )
}
const editing = async (text: string) => {
  const [entry] = (await memory.file(PATH)).entries
  return givenProposal(memory.team, {
    agent: "billing",
    changes: [{ kind: "edit", entry: entry?.id ?? "", before: entry?.text ?? "", text }],
  })
}
const show = async (id: string, actor = lead) =>
  expectDone(await runOperation(showProposal, actor, { proposal: id }))
/** The standing in the list and in the detail view. */
const standing = async (id: string) => {
  const listed = expectDone(
    await runOperation(listProposals, lead, { team: memory.team.slug }),
  ).proposals.find((one) => one.id === id)
  const { standing: shown, hindrance, diff } = await show(id)
  expect(shown).toBe(listed?.standing)
  return [shown, hindrance, diff === null ? null : diff.after.length - diff.before.length]
}

describe("a pending proposal whose file has changed", () => {
  it("needs a rebase if its entry has changed, and rebases if both changes can be merged", async () => {
    const { id } = await editing("Invoices are numbered by the tax office")
    await revise((text) => text.replace("Invoices are", "All invoices are"))
    expect(await standing(id)).toEqual([
      "needs-rebase",
      "The entry has changed since the proposal was created",
      null,
    ])
    expect((await show(id)).rebase).toEqual({
      before: "Invoices are numbered by the ledger",
      now: "All invoices are numbered by the ledger",
      proposed: "Invoices are numbered by the tax office",
      merged: "All invoices are numbered by the tax office",
    })
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "stale",
      message: "the entry has changed. Rebase the proposal",
    })
    expect(expectDone(await runOperation(rebaseProposal, lead, { proposal: id }))).toMatchObject({
      standing: "applies",
      text: "All invoices are numbered by the tax office",
      baseRevision: 2,
    })
    expectDone(await decide(lead, id, { verdict: "approve" }))
    expect(await textOf(memory, PATH)).toBe(
      TEXT.replace("Invoices are numbered by the ledger", "All invoices are numbered by the tax office"),
    )
  })

  it("cannot be rebased if both sides changed the same words, and says so", async () => {
    const { id } = await editing("Invoices are numbered by the tax office")
    await revise((text) => text.replace("by the ledger", "by the broker"))
    expect(await show(id)).toMatchObject({
      standing: "needs-rebase",
      mergeable: false,
      rebase: { merged: null },
    })
    expect(await runOperation(rebaseProposal, lead, { proposal: id })).toMatchObject({
      ok: false,
      reason: "conflict",
      message:
        "the proposal and the file changed the same text, or the entry was removed. Approve the proposal with edits, or reject it",
    })
  })

  it("is rejected by name if its rebase duplicates another proposal", async () => {
    const { id } = await editing("Invoices are numbered by the tax office")
    await revise((text) => text.replace("Invoices are", "All invoices are"))
    await editing("All invoices are numbered by the tax office")
    expect(await runOperation(rebaseProposal, lead, { proposal: id })).toMatchObject({
      ok: false,
      reason: "conflict",
      message:
        "after the rebase, this proposal would be identical to another pending proposal. Reject this proposal",
    })
  })

  it("has lost its target if the entry is retired or forgotten", async () => {
    const [gone, retired] = [
      await editing("Invoices are numbered by the tax office"),
      await editing("Invoices are numbered by hand"),
    ]
    const [entry] = (await memory.file(PATH)).entries
    const struck = await givenProposal(memory.team, {
      agent: "billing",
      changes: [{ kind: "retire", entry: entry?.id ?? "", before: entry?.text ?? "", why: "wrong" }],
    })
    expectDone(await decide(lead, struck.id, { verdict: "approve" }))
    expect(await standing(retired.id)).toEqual(["target-gone", "The entry was retired: wrong", null])
    expectDone(await runOperation(forgetEntry, lead, { entry: entry?.id ?? "", reason: "wrong" }))
    expect(await standing(gone.id)).toEqual(["target-gone", "The entry is no longer in the file", null])
    expect(await decide(lead, gone.id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "the entry is no longer in the file",
    })
  })

  it("is already applied if the file has the text, and its approval writes nothing", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    await revise((text) => text.replace("\n\n## Session", "\n- Credit notes are blue\n\n## Session"))
    expect(await standing(id)).toEqual(["already", null, null])
    expect((await show(id)).consequence).toBe(
      "billing/memory.md already contains this text, so there is nothing to write",
    )
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({
      state: "merged",
      revision: null,
    })
    expect((await memory.file(PATH)).head).toBe(2)
  })

  it("is pending without a file if its source removed the file, and can only be rejected or withdrawn", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    await startAndWait(
      memory.team,
      (await offerFiles(memory.team, "/srv/ledger", {}, { project: "ledger" })).run,
    )
    expect(await standing(id)).toEqual(["file-gone", `${PATH} was removed from its source`, null])
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: `${PATH} was removed from its source. Reject the proposal, or import the file again`,
    })
    expectDone(await decide(lead, id, { verdict: "reject", reason: "gone" }))
  })

  it("writes nothing if the agent has opted out since", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    await database().agent.updateMany({
      where: { teamId: memory.team.id, name: "billing" },
      data: { optedOut: true },
    })
    expect(await standing(id)).toEqual(["opted-out", "billing has since opted out of memory", null])
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "billing has since opted out of memory. Nothing is written for it",
    })
  })
})

describe("a project token", () => {
  it("can see, submit and follow proposals of its own project only", async () => {
    const secret = "The vault rotates its keys at midnight in Oslo"
    await startAndWait(
      memory.team,
      (
        await offerFiles(
          memory.team,
          "/srv/secret",
          { [memoryPath("vault")]: memoryOf("vault", [`[2026-01-02] ${secret}`]) },
          { project: "secret" },
        )
      ).run,
    )
    const project = await database().project.findFirstOrThrow({
      where: { teamId: memory.team.id, name: "ledger" },
    })
    const bound = givenToken(memory.team, { projectId: project.id })
    const other = await givenProposal(memory.team, {
      project: "secret",
      agent: "vault",
      content: "The vault rotates its keys at noon in Bergen",
    })
    const rejected = await givenProposal(memory.team, {
      project: "secret",
      agent: "vault",
      content: "Keys of the vault are rotated by the night watch",
    })
    expectDone(await decide(lead, rejected.id, { verdict: "reject", reason: "the Oslo team does it" }))

    const mine = await givenProposal(
      memory.team,
      { agent: "billing", content: "The vault rotates its keys at midnight, in Oslo" },
      bound,
    )
    const like = await givenProposal(
      memory.team,
      { agent: "billing", content: "Keys of the vault are rotated by the night watch!" },
      bound,
    )
    for (const told of [
      mine,
      like,
      await show(mine.id, bound),
      await show(like.id, bound),
      expectDone(await runOperation(listProposals, bound, { findings: true })),
    ])
      expect(JSON.stringify(told)).not.toMatch(/vault\/memory\.md|Oslo team|Bergen/)
    expect((await show(mine.id)).findings.map((one) => one.entry?.path)).toContain(memoryPath("vault"))

    expect(
      expectDone(await runOperation(listProposals, bound, {}))
        .proposals.map((one) => one.id)
        .toSorted(),
    ).toEqual([mine.id, like.id].toSorted())
    const [hidden, none] = [{ proposal: other.id }, { proposal: newId() }]
    for (const operation of [
      showProposal,
      withdrawProposal,
      rebaseProposal,
      previewReview,
    ] as unknown as Operation[])
      expect(await runOperation(operation, bound, hidden)).toEqual(await runOperation(operation, bound, none))
    const outcomesOf = async (id: string) =>
      [
        await runOperation(undoReviews, bound, { proposals: [id] }),
        await runOperation(reviewProposals, bound, {
          items: [{ proposal: id, shown: "00".repeat(32) }],
          verdict: "approve",
        }),
      ].map((one) => JSON.stringify(one).replaceAll(id, ""))
    expect(await outcomesOf(other.id)).toEqual(await outcomesOf(newId()))
    const vault = (await memory.file(memoryPath("vault"))).entries[0]?.id
    expect(await runOperation(previewReview, bound, { proposal: mine.id, entry: vault })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(
      await runOperation(createProposal, bound, { project: "secret", agent: "vault", content: "Anything" }),
    ).toMatchObject({ ok: false, reason: "not-found" })
  })

  it("sees nothing after its project is removed", async () => {
    await givenProposal(memory.team, { agent: "billing", content: "Credit notes are blue" })
    const { proposals, total, counts } = expectDone(
      await runOperation(listProposals, givenToken(memory.team, { projectId: newId() }), {}),
    )
    expect([proposals, total, counts.waiting]).toEqual([[], 0, 0])
  })
})
