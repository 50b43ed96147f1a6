import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { isListening } from "@/lib/db/infra/listen"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { runOperation } from "@/lib/operations/operation"
import { runOnce } from "@/lib/operations/infra/idempotent"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { listenTo } from "@/lib/operations/inbox/live"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { createProposal } from "@/lib/operations/proposals/create"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposal, undoReview } from "@/lib/operations/proposals/decisions/review"
import { rebaseProposal } from "@/lib/operations/proposals/rebase-withdraw-snooze-assign"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { importFolder } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
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

const show = async (id: string) => expectDone(await runOperation(showProposal, lead, { proposal: id }))
const entry = async (place: number) =>
  (await memory.file(PATH)).entries[place] as { id: string; text: string }
const edit = async (place: number, text: string) => {
  const { id: file, head } = await memory.file(PATH)
  const { id, text: before } = await entry(place)
  return expectDone(
    await runOperation(reviseFile, lead, {
      file,
      base: head,
      changes: [{ kind: "edit", entry: id, before, text }],
      reason: "by hand",
    }),
  )
}
const policy = async (set: object) =>
  expectDone(await runOperation(changePolicySettings, lead, { team: memory.team.slug, place: "team", set }))
const stateOfFile = async () =>
  (await database().memoryFile.findFirstOrThrow({ where: { teamId: memory.team.id, path: PATH } })).state

describe("a merge", () => {
  it("is rejected if the entry has changed since the curator opened it, and keeps the newer text", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Retries need a key per invoice")],
    })
    const { shown } = await show(id)
    const into = await entry(1)
    await edit(1, "Retries need an idempotency key of the caller's own")
    const merge = {
      proposal: id,
      shown,
      verdict: "merge",
      entry: into.id,
      text: "Retries need a key, one per invoice",
    }
    expect(await runOperation(reviewProposal, lead, { ...merge, before: into.text })).toMatchObject({
      ok: false,
      reason: "stale",
    })
    expect((await entry(1)).text).toBe("Retries need an idempotency key of the caller's own")
    expectDone(await runOperation(reviewProposal, lead, { ...merge, before: (await entry(1)).text }))
  })
})

describe("a file that was removed from its source", () => {
  const letGo = async () => {
    await importFolder(memory.team, givenFolder({ [memoryPath("other")]: memoryOf("other", ["One"]) }), {
      project: memory.project,
    })
    await database().memoryFile.updateMany({
      where: { teamId: memory.team.id, path: PATH },
      data: { state: "gone" },
    })
  }

  it("stays removed when a decision on it is undone", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expectDone(await decide(lead, id, { verdict: "approve" }))
    await letGo()
    expectDone(await runOperation(undoReview, lead, { proposal: id }))
    expect(await stateOfFile()).toBe("gone")
  })

  it("stays removed when an entry in it is forgotten", async () => {
    await letGo()
    expectDone(await runOperation(forgetEntry, lead, { entry: (await entry(0)).id, reason: "wrong" }))
    expect(await stateOfFile()).toBe("gone")
  })
})

describe("an identity file", () => {
  it("is read-only: its entries cannot be forgotten or merged into", async () => {
    await database().memoryFile.updateMany({
      where: { teamId: memory.team.id, path: PATH },
      data: { role: "identity" },
    })
    const into = await entry(0)
    expect(await runOperation(forgetEntry, lead, { entry: into.id, reason: "wrong" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    const { id } = await givenProposal(memory.team, { agent: "shipping", content: "Labels are printed last" })
    expect(await decide(lead, id, { verdict: "merge", entry: into.id, text: "Labels" })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    expect(await textOf(memory, PATH)).toBe(TEXT)
  })
})

describe("a memory that does not exist yet", () => {
  it("is not created for an agent that has opted out since", async () => {
    const { id } = await givenProposal(memory.team, { agent: "shipping", content: "Labels are printed last" })
    const { id: projectId } = await database().project.findFirstOrThrow({ where: { teamId: memory.team.id } })
    await database().agent.create({
      data: { teamId: memory.team.id, id: newId(), projectId, name: "shipping", optedOut: true },
    })
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "shipping has since opted out of memory. Nothing is written for it",
    })
    expect(await database().memoryFile.count({ where: { teamId: memory.team.id } })).toBe(1)
  })

  it("is never created outside the agents folder, with any agent name", async () => {
    const { id: projectId } = await database().project.findFirstOrThrow({ where: { teamId: memory.team.id } })
    for (const name of ["../../evil", "..", "a/b", "a\\b"]) {
      await database().agent.create({ data: { teamId: memory.team.id, id: newId(), projectId, name } })
      expect(
        await runOperation(createProposal, systemActor(), {
          team: memory.team.slug,
          agent: name,
          content: "Labels are printed last",
        }),
      ).toMatchObject({ ok: false, reason: "invalid" })
    }
  })
})

describe("an expired proposal", () => {
  const expire = (id: string) =>
    database().proposal.updateMany({ where: { id }, data: { expiresAt: new Date(0) } })

  it("does not block the undo of a decision on an identical proposal", async () => {
    const first = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expectDone(await decide(lead, first.id, { verdict: "reject", reason: "green" }))
    const again = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    await expire(again.id)
    expect(expectDone(await runOperation(undoReview, lead, { proposal: first.id }))).toMatchObject({
      state: "waiting",
    })
  })

  it("does not block an identical rebase", async () => {
    const { id: file, text: before } = await entry(0)
    const one = await givenProposal(memory.team, {
      agent: "billing",
      changes: [{ kind: "edit", entry: file, before, text: "Invoices are numbered by the tax office" }],
    })
    await edit(0, "All invoices are numbered by the ledger")
    const other = await givenProposal(memory.team, {
      agent: "billing",
      changes: [
        {
          kind: "edit",
          entry: file,
          before: "All invoices are numbered by the ledger",
          text: "All invoices are numbered by the tax office",
        },
      ],
    })
    await expire(other.id)
    expect(expectDone(await runOperation(rebaseProposal, lead, { proposal: one.id }))).toMatchObject({
      standing: "applies",
    })
  })
})

describe("a proposal of many changes", () => {
  it("is limited to a length that a person can read and that can be compared during a request", async () => {
    const changes = Array.from({ length: 6 }, (_, place) =>
      addition(`Part ${place} ${"is long ".repeat(1_200)}`),
    )
    expect(
      await runOperation(createProposal, systemActor(), {
        team: memory.team.slug,
        agent: "billing",
        changes,
      }),
    ).toMatchObject({
      ok: false,
      reason: "invalid",
      message: "changes: a proposal can have at most 50,000 characters. Split the proposal",
    })
  })
})

describe("a rebase", () => {
  it("flags text that it takes over from the entry", async () => {
    const { id: target, text: before } = await entry(0)
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [{ kind: "edit", entry: target, before, text: "Invoices are numbered by the tax office" }],
    })
    await edit(0, "All\u200b invoices are numbered by the ledger")
    expect((await show(id)).flagged).toBe(false)
    expectDone(await runOperation(rebaseProposal, lead, { proposal: id }))
    expect((await show(id)).flagged).toBe(true)
  })
})

describe("the first of two approvals", () => {
  it("lets its curator decide again once one approval is enough", async () => {
    await policy({ approvals: 2 })
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({ state: "waiting" })
    await policy({ approvals: 1 })
    expect(expectDone(await decide(lead, id, { verdict: "approve" }))).toMatchObject({ state: "approved" })
  })
})

describe("a rule for named agents", () => {
  it("applies to access tokens for these agents, and not to a token that only claims their name", async () => {
    await policy({ rule: { kinds: ["add"], types: [], agents: ["billing"], leastConfidence: 0.9 } })
    const asked = { agent: "billing", author: "billing", confidence: 0.95 }
    expect(
      await givenProposal(
        memory.team,
        { ...asked, content: "Credit notes are blue" },
        givenToken(memory.team),
      ),
    ).toMatchObject({ state: "waiting" })
    expect(
      await givenProposal(
        memory.team,
        { ...asked, content: "Vouchers never expire" },
        givenToken(memory.team, { agent: "billing" }),
      ),
    ).toMatchObject({ state: "approved" })
  })
})

describe("an idempotency key", () => {
  it("can be reused after a day, even if old responses were not deleted", async () => {
    const asked = (content: string) =>
      runOnce(createProposal, lead, { team: memory.team.slug, agent: "billing", content }, "a")
    expectDone(await asked("Credit notes are blue"))
    expect(await asked("Vouchers never expire")).toMatchObject({ ok: false, reason: "invalid" })
    await database().idempotencyKey.updateMany({ data: { createdAt: new Date(Date.now() - 86_400_001) } })
    const { id } = expectDone(await asked("Vouchers never expire")) as { id: string }
    expect(expectDone(await asked("Vouchers never expire"))).toMatchObject({ id })
  })
})

describe("live events", () => {
  it("of other projects are hidden from a project token", async () => {
    await importFolder(memory.team, givenFolder({ [memoryPath("secret")]: memoryOf("secret", ["One"]) }), {
      project: "secret",
    })
    const { id: projectId } = await database().project.findFirstOrThrow({
      where: { teamId: memory.team.id, name: memory.project },
    })
    const heard: unknown[] = []
    const stop = expectDone(
      await listenTo(givenToken(memory.team, { rights: ["read"], projectId }), memory.team.slug, (notice) =>
        heard.push(notice),
      ),
    )
    await isListening()
    const hidden = await givenProposal(memory.team, {
      project: "secret",
      agent: "secret",
      content: "Vouchers never expire",
    })
    const seen = await givenProposal(memory.team, {
      project: memory.project,
      agent: "billing",
      content: "Credit notes are blue",
    })
    await expect.poll(() => JSON.stringify(heard)).toContain(seen.id)
    expect(JSON.stringify(heard)).not.toContain(hidden.id)
    stop()
  })

  const listeners = async () =>
    (
      await database().$queryRaw<
        unknown[]
      >`SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN quarterdeck'`
    ).length

  it("report a gap once the connection is back, not before, and then arrive once each", async () => {
    const heard: unknown[] = []
    const hear = async () =>
      expectDone(await listenTo(lead, memory.team.slug, (notice) => heard.push(notice)))
    const first = await hear()
    await expect.poll(listeners).toBe(1)
    first()
    const stop = await hear()
    await isListening()
    await expect.poll(listeners).toBe(1)
    heard.length = 0
    await database()
      .$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN quarterdeck'`
    await expect.poll(() => heard).toEqual(["lost"])
    const { id } = await givenProposal(memory.team, { agent: "billing", content: "Credit notes are blue" })
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    expect([heard.filter((one) => JSON.stringify(one).includes(id)).length, await listeners()]).toEqual([
      1, 1,
    ])
    stop()
  })

  it("end when rights change, so that a removed member receives no more events", async () => {
    const heard: unknown[] = []
    const stop = expectDone(await listenTo(lead, memory.team.slug, (notice) => heard.push(notice)))
    await isListening()
    heard.length = 0
    expectDone(
      await commit(
        systemActor(),
        { kind: "member.remove", teamId: memory.team.id, subject: "Ada" },
        async () => done(null),
      ),
    )
    await expect.poll(() => heard).toEqual(["rights"])
    stop()
  })
})
