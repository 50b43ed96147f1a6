import { beforeAll, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import { listSyntheses, snoozeSyntheses } from "@/lib/operations/coach/syntheses"
import { rejectSynthesis, reopenSynthesis } from "@/lib/operations/coach/review/synthesis-decisions"
import { submitSynthesis } from "@/lib/operations/coach/submit"
import { countInbox, showInbox } from "@/lib/operations/inbox/inbox"
import { runOperation } from "@/lib/operations/operation"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"

const LATER = "2099-01-01T00:00:00Z"

let memory: Awaited<ReturnType<typeof givenMemory>>
let coach: Actor
let colleague: Actor
/** A brief of the project, one of the whole team, and an orientation. */
let [brief, wide, orientation] = ["", "", ""]
beforeAll(async () => {
  memory = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", [
      "[2026-01-05] Retries are safe",
      "[2026-01-06] The 100% rule holds",
    ]),
  })
  coach = givenToken(memory.team, { rights: ["coach"] })
  colleague = await actorOf(await givenPerson({ team: memory.team, role: "lead" }))
  const [entry] = (await memory.file(memoryPath("ann"))).entries
  const submit = async (more: object) =>
    expectDone(
      await runOperation(submitSynthesis, coach, {
        kind: "brief",
        claims: [
          {
            text: "All say that retries are safe at 100%",
            kind: "shared-pattern",
            confidence: 0.8,
            citations: [{ entry: entry?.id }],
          },
        ],
        ...more,
      }),
    ).id
  brief = await submit({ project: "ledger", title: "What ledger knows" })
  wide = await submit({ title: "What all know" })
  orientation = await submit({ project: "ledger", kind: "orientation", agent: "ben", title: "For ben" })
})

const counts = async (actor: Actor, more: object = {}) =>
  expectDone(await runOperation(countInbox, actor, { team: memory.team.slug, ...more }))
const list = async (actor: Actor, more: object = {}) =>
  expectDone(await runOperation(listSyntheses, actor, { team: memory.team.slug, ...more }))
const ids = async (actor: Actor, more: object = {}) =>
  (await list(actor, more)).syntheses.map((one) => one.id)

it("a synthesis counts in the inbox until it is decided, and in a project's inbox only if it is about the project", async () => {
  expect(await counts(memory.lead)).toMatchObject({ syntheses: 3, snoozed: 0 })
  expect(await counts(memory.lead, { project: "ledger" })).toMatchObject({ syntheses: 2 })
  expect(expectDone(await runOperation(showInbox, memory.lead, { team: memory.team.slug }))).toMatchObject({
    syntheses: 3,
  })
  expectDone(
    await runOperation(rejectSynthesis, memory.lead, { synthesis: wide, reason: "It says nothing new" }),
  )
  expect(await counts(memory.lead)).toMatchObject({ syntheses: 2 })
  expect(await list(memory.lead, { state: "decided" })).toMatchObject({
    total: 1,
    syntheses: [
      { id: wide, state: "rejected", reason: "It says nothing new", decided: { by: memory.lead.name } },
    ],
  })
  expectDone(await runOperation(reopenSynthesis, colleague, { synthesis: wide }))
  expect(await counts(memory.lead)).toMatchObject({ syntheses: 3 })
})

it("is snoozed for one user only, until its time or until the user unsnoozes it", async () => {
  expect(
    expectDone(
      await runOperation(snoozeSyntheses, memory.lead, {
        syntheses: [brief, orientation, "nonsense"],
        until: LATER,
      }),
    ),
  ).toEqual({ snoozed: 2 })
  expect([await counts(memory.lead), await counts(colleague)]).toMatchObject([
    { syntheses: 1, snoozed: 2 },
    { syntheses: 3, snoozed: 0 },
  ])
  expect([
    await ids(memory.lead, { state: "waiting", snoozed: "0" }),
    await ids(memory.lead, { state: "waiting", snoozed: "1" }),
    await ids(colleague, { state: "waiting", snoozed: "0" }),
  ]).toEqual([[wide], [orientation, brief], [orientation, wide, brief]])
  expect((await list(memory.lead)).syntheses.map((one) => one.snoozedUntil)).toEqual([
    "2099-01-01T00:00:00.000Z",
    null,
    "2099-01-01T00:00:00.000Z",
  ])
  await database().snooze.updateMany({
    where: { teamId: memory.team.id, itemId: orientation },
    data: { until: new Date(0) },
  })
  expectDone(await runOperation(snoozeSyntheses, memory.lead, { syntheses: [brief], until: null }))
  expect(await counts(memory.lead)).toMatchObject({ syntheses: 3, snoozed: 0 })
})

it("can be snoozed by users only, to a future time, and with access to it", async () => {
  expect(await runOperation(snoozeSyntheses, coach, { syntheses: [brief], until: LATER })).toMatchObject({
    ok: false,
    reason: "forbidden",
  })
  expect(
    await runOperation(snoozeSyntheses, memory.lead, { syntheses: [brief], until: "2020-01-01T00:00:00Z" }),
  ).toMatchObject({ ok: false, reason: "invalid" })
  const stranger = await actorOf(await givenPerson({ team: await givenTeam(), role: "owner" }))
  expect(await runOperation(snoozeSyntheses, stranger, { syntheses: [brief], until: LATER })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
})

it("is found by exact words of its title and claims, and listed page by page", async () => {
  expect([
    await ids(memory.lead, { q: "LEDGER knows" }),
    (await ids(memory.lead, { q: "100%" })).length,
    await ids(memory.lead, { q: "100_" }),
    await ids(memory.lead, { agent: "ben" }),
  ]).toEqual([[brief], 3, [], [orientation]])
  const first = await list(memory.lead, { limit: 2 })
  expect([
    first.total,
    first.syntheses.map((one) => one.id),
    await ids(memory.lead, { limit: 2, after: first.next }),
  ]).toEqual([3, [orientation, wide], [brief]])
})
