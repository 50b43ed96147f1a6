import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { showFleet } from "@/lib/operations/agents/fleet"
import { showAlert } from "@/lib/operations/alerts/alerts"
import { listFixes } from "@/lib/operations/alerts/fixes"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { undoResolution } from "@/lib/operations/conflicts/resolve"
import { runOperation } from "@/lib/operations/operation"
import { searchEntries } from "@/lib/operations/search/search"
import { showContext } from "@/lib/operations/context/context"
import { previewSeed } from "@/lib/operations/seed/plan-seeding"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { vouchForEntries } from "@/lib/operations/verification/verify-entries"
import { conflictsOf, givenConflicts, resolve } from "../../support/conflicts/conflicts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { dayIn } from "../../support/alerts/watching"

const ANN = memoryPath("ann")
const OLD = `[${dayIn(-400)}] `
const PORT = "The billing service listens on port 4001"
const OTHER_PORT = "The billing service listens on port 9001"
const OTHERS = ["Labels are printed last", "Parcels are weighed twice"]

/** A team with old entries, two of which contradict each other. `updated`: day that the file states. */
async function givenOldEntries(updated = dayIn(0)) {
  const text = memoryOf(
    "ann",
    [PORT, OTHER_PORT, ...OTHERS].map((one) => `${OLD}${one}`),
  ).replaceAll("2026-02-01", updated)
  const given = await givenConflicts({ [ANN]: text })
  const { team, lead } = given
  const entries = () =>
    database().entry.findMany({ where: { teamId: team.id }, orderBy: { position: "asc" } })
  return {
    ...given,
    /** Returns the unresolved alert about age, or null. */
    async ageAlert() {
      await evaluateTeam(systemActor(), team.id, { now: new Date() })
      return database().alert.findFirst({
        where: {
          teamId: team.id,
          kind: { in: ["stale-file", "stale-entries"] },
          state: { not: "resolved" },
        },
      })
    },
    /** Returns the detail of the event that resolved the alert of a kind. */
    async resolution(kind: string) {
      const { id } = await database().alert.findFirstOrThrow({ where: { teamId: team.id, kind } })
      const { history } = expectDone(await runOperation(showAlert, lead, { alert: id }))
      expect(history[0]).toMatchObject({ what: "resolved" })
      return history[0]?.detail
    },
    /** Returns the number of stale entries of the fleet, and the stale entries that a search finds. */
    async stale() {
      const { totals } = expectDone(await runOperation(showFleet, lead, { team: team.slug }))
      const { hits } = expectDone(await runOperation(searchEntries, lead, { team: team.slug, q: "is:stale" }))
      return { count: totals.stale, texts: hits.map((hit) => hit.text).toSorted() }
    },
    /** Returns the texts that search results, the context of an agent and a seed plan call stale. */
    async markedStale() {
      const asked = { team: team.slug, project: "ledger" }
      const [search, context, seed] = [
        expectDone(await runOperation(searchEntries, lead, { ...asked, q: "agent:ann" })),
        expectDone(await runOperation(showContext, lead, { ...asked, agent: "ann", limit: 100 })),
        expectDone(
          await runOperation(previewSeed, lead, { ...asked, agents: ["ben"], from: [{ agent: "ann" }] }),
        ),
      ]
      const textsOf = (marked: readonly { readonly text: string }[]) =>
        marked.map(({ text: one }) => one).toSorted()
      return {
        search: textsOf(search.hits.filter((hit) => hit.stale)),
        context: textsOf(context.entries.filter((one) => one.stale)),
        seed: textsOf((seed.plans[0]?.placements ?? []).filter(({ why }) => why === "stale")),
      }
    },
    async verify(...texts: readonly string[]) {
      const ids = (await entries()).filter(({ text: one }) => texts.includes(one)).map(({ id }) => id)
      const { outcomes } = expectDone(await runOperation(vouchForEntries, lead, { entries: ids }))
      expect(outcomes.every((one) => one.ok)).toBe(true)
    },
  }
}

it.each([
  ["stale-entries", dayIn(0)],
  ["stale-file", dayIn(-400)],
])("clears an alert %s once all of its entries are verified", async (kind, updated) => {
  const { lead, ageAlert, verify, stale, resolution } = await givenOldEntries(updated)
  expect(await ageAlert()).toMatchObject({ kind, evidence: { entries: { length: 4 } } })
  await verify(PORT, OTHER_PORT)
  expect(await stale(), "before the check").toEqual({ count: 2, texts: OTHERS })
  expect(await ageAlert()).toMatchObject({ kind, evidence: { entries: { length: 2 } } })
  expect(await stale(), "after the check").toEqual({ count: 2, texts: OTHERS })
  await verify(...OTHERS)
  expect(await ageAlert()).toBeNull()
  expect(await resolution(kind), "names the person").toEqual({ action: "verified", by: lead.name })
  expect(await stale()).toEqual({ count: 0, texts: [] })
})

it("counts a decision on a conflict as fresh evidence for the kept entry, until it is undone", async () => {
  const { team, lead, ageAlert, stale } = await givenOldEntries()
  const [conflict] = await conflictsOf(team)
  const id = conflict?.id ?? ""
  await ageAlert()
  expectDone(await resolve(lead, id, { verdict: "keep-left" }))
  expect(await stale(), "before the check").toEqual({ count: 2, texts: OTHERS })
  const alert = await ageAlert()
  const kept = await database().entry.findFirstOrThrow({ where: { teamId: team.id, text: PORT } })
  expect(alert?.evidence).not.toMatchObject({ entries: expect.arrayContaining([kept.id]) })
  const { cures } = expectDone(await runOperation(listFixes, lead, { alert: alert?.id ?? "" }))
  expect(cures.map(({ consequence }) => consequence)).toEqual([
    expect.stringMatching(/^retires 2 entries older than 180 days/),
  ])
  expect(await stale(), "after the check").toEqual({ count: 2, texts: OTHERS })
  expectDone(await runOperation(undoResolution, lead, { conflict: id }))
  expect((await stale()).count).toBe(4)
  expect((await ageAlert())?.evidence).toMatchObject({ entries: expect.arrayContaining([kept.id]) })
})

it("names the decision on a conflict after which an alert was resolved", async () => {
  const { team, lead, ageAlert, verify, resolution } = await givenOldEntries()
  const [conflict] = await conflictsOf(team)
  await verify(...OTHERS)
  await ageAlert()
  expectDone(await resolve(lead, conflict?.id ?? "", { verdict: "keep-left" }))
  expect(await ageAlert()).toBeNull()
  expect(await resolution("stale-entries")).toEqual({ action: "decided", by: lead.name })
})

it("counts a merged entry as fresh even if it keeps its old date", async () => {
  const { team, lead, stale } = await givenOldEntries()
  const [conflict] = await conflictsOf(team)
  expectDone(
    await resolve(lead, conflict?.id ?? "", {
      verdict: "merge",
      text: "The billing service listens on port 9001, on 4001 until May",
    }),
  )
  expect(await stale()).toEqual({ count: 2, texts: OTHERS })
})

it("marks the same entries as stale in search results, in a context and in a seed plan", async () => {
  const { team, lead, markedStale, stale, verify } = await givenOldEntries()
  const expected = (texts: readonly string[]) => ({ search: texts, context: texts, seed: texts })
  const all = (await stale()).texts
  expect(all).toHaveLength(4)
  expect(await markedStale()).toEqual(expected(all))
  const [conflict] = await conflictsOf(team)
  expectDone(await resolve(lead, conflict?.id ?? "", { verdict: "keep-left" }))
  expect((await stale()).texts).toEqual(OTHERS)
  expect(await markedStale(), "after a decision that keeps an entry").toEqual(expected(OTHERS))
  await verify(OTHERS[0] ?? "")
  expect((await stale()).texts).toEqual(OTHERS.slice(1))
  expect(await markedStale(), "after a verification").toEqual(expected(OTHERS.slice(1)))
})

it.each([
  ["agent:ledger/ann", { staleDays: 500 }, 0],
  ["project:ledger", { staleDays: null }, 0],
  ["scope:project", { staleDays: 30 }, 4],
] as const)("finds and marks stale entries by the policy of %s", async (place, set, number) => {
  const { team, lead, markedStale, stale } = await givenOldEntries()
  expectDone(await runOperation(changePolicySettings, lead, { team: team.slug, place, set }))
  const { count, texts } = await stale()
  expect({ count, found: texts.length }).toEqual({ count: number, found: number })
  expect((await markedStale()).context).toHaveLength(number)
})

it("finds stale entries by the age limit of their type", async () => {
  const { team, lead, stale } = await givenOldEntries()
  const limits = { staleDays: 500, staleDaysByType: { convention: 30, decision: null } }
  const place = "agent:ledger/ann"
  expectDone(await runOperation(changePolicySettings, lead, { team: team.slug, place, set: limits }))
  expect((await stale()).texts).toEqual([])
  await database().entry.updateMany({
    where: { teamId: team.id, text: { contains: "weighed" } },
    data: { type: "convention" },
  })
  await database().entry.updateMany({
    where: { teamId: team.id, text: { contains: "printed" } },
    data: { type: "decision" },
  })
  expect((await stale()).texts).toEqual([OTHERS[1]])
  const { hits } = expectDone(
    await runOperation(searchEntries, lead, { team: team.slug, q: "labels -is:stale" }),
  )
  expect(hits.map(({ text, stale: isOld }) => ({ text, isOld }))).toEqual([{ text: OTHERS[0], isOld: false }])
})
