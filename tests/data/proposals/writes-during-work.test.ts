import { beforeEach, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { closeSession } from "@/lib/operations/sessions/close"
import { startSession } from "@/lib/operations/sessions/start"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { decide, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const ANN = memoryPath("ann")
const HELD = /session s-1 of ann is active\. Approve the proposal when the session ends/

let memory: Awaited<ReturnType<typeof givenMemory>>
let ann: ReturnType<typeof givenToken>

beforeEach(async () => {
  memory = await givenMemory({ [ANN]: memoryOf("ann", ["Invoices are rounded to cents"]) })
  ann = givenToken(memory.team, { agent: "ann", rights: ["propose", "read"] })
  await set({ writesDuringWork: "hold" })
  await start("s-1")
})

const set = async (settings: object) =>
  expectDone(
    await runOperation(changePolicySettings, memory.lead, {
      team: memory.team.slug,
      place: "team",
      set: settings,
    }),
  )
const at = () => ({ team: memory.team.slug, project: "ledger", agent: "ann" })
const start = async (session: string) =>
  expectDone(await runOperation(startSession, ann, { ...at(), session }))
const close = async (session: string, more: object = {}) =>
  expectDone(
    await runOperation(closeSession, ann, { ...at(), session, summary: "Batches were measured", ...more }),
  )
const propose = (content: string, more: object = {}, actor = ann) =>
  givenProposal(
    memory.team,
    { project: "ledger", agent: "ann", content, session: "s-1", author: "ann", ...more },
    actor,
  )
const hindrance = async (proposal: string) =>
  expectDone(await runOperation(showProposal, memory.lead, { proposal })).hindrance
const stateOf = async (id: string) =>
  (await database().proposal.findUniqueOrThrow({ where: { teamId_id: { teamId: memory.team.id, id } } }))
    .state

it("is pending until its agent's session ends, says so, and can be approved then", async () => {
  const { id } = await propose("Batches hold 500 rows")
  expect(await hindrance(id)).toMatch(HELD)
  expect(await decide(memory.lead, id, { verdict: "approve" })).toMatchObject({
    ok: false,
    reason: "conflict",
    message: expect.stringMatching(HELD) as string,
  })
  await close("s-1")
  expect(await hindrance(id)).toBeNull()
  expect(await decide(memory.lead, id, { verdict: "approve" })).toMatchObject({ ok: true })
  expect((await memory.file(ANN)).text).toContain("Batches hold 500 rows")
})

it("can be rejected before that, and other proposals of the team are not delayed", async () => {
  const { id } = await propose("Batches hold 500 rows")
  const { id: other } = await propose("Ledgers close at midnight", { session: "s-0" })
  const { id: bare } = await propose("Taxes are computed last", { session: undefined })
  expect(await decide(memory.lead, id, { verdict: "reject", reason: "It is not so" })).toMatchObject({
    ok: true,
  })
  for (const free of [other, bare])
    expect(await decide(memory.lead, free, { verdict: "approve" })).toMatchObject({ ok: true })
})

it("can be approved a day after its session began", async () => {
  const { id } = await propose("Batches hold 500 rows")
  await database().agentSession.updateMany({
    where: { teamId: memory.team.id },
    data: { startedAt: new Date(Date.now() - 25 * 3_600_000) },
  })
  expect(await hindrance(id)).toBeNull()
  expect(await decide(memory.lead, id, { verdict: "approve" })).toMatchObject({ ok: true })
})

it("is approved by rule when the session of its author ends", async () => {
  await set({ rule: { kinds: ["add"], types: [], agents: ["ann"], leastConfidence: 0.5 } })
  const own = await propose("Batches hold 500 rows", { confidence: 0.9 })
  const stranger = await propose(
    "Ledgers close at midnight",
    { confidence: 0.9 },
    givenToken(memory.team, { rights: ["propose"] }),
  )
  expect([own.state, stranger.state]).toEqual(["waiting", "waiting"])
  await close("s-1", { learnings: [{ content: "Refunds have entries of their own", confidence: 0.9 }] })
  expect(await stateOf(own.id)).toBe("approved")
  expect(await stateOf(stranger.id)).toBe("waiting")
  expect((await memory.file(ANN)).text).toContain("Refunds have entries of their own")
})

it("is delayed only by a policy", async () => {
  await set({ writesDuringWork: "allow" })
  const { id } = await propose("Batches hold 500 rows")
  expect(await hindrance(id)).toBeNull()
  expect(await decide(memory.lead, id, { verdict: "approve" })).toMatchObject({ ok: true })
})
