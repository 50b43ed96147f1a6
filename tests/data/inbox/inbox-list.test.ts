import { beforeAll, expect, it } from "vitest"
import { bookkeeping, database } from "@/lib/db/infra/client"
import { countInbox, listInbox, showListedItem } from "@/lib/operations/inbox/inbox"
import { runOperation } from "@/lib/operations/operation"
import { snoozeSeedPlans } from "@/lib/operations/seed/seed-plans"
import { givenOpenAlert } from "../../support/alerts/open-alerts"
import { givenSeedPlan } from "../../support/coach/seed-plans"
import { givenSynthesis } from "../../support/coach/syntheses"
import { givenConflict } from "../../support/conflicts/conflicts"
import { expectDone } from "../../support/data/people"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { addition, givenMemory, givenProposal } from "../../support/proposals"

const PATH = memoryPath("ann")

let memory: Awaited<ReturnType<typeof givenMemory>>
const ids: Record<string, string> = {}
const proposalOf = async (text: string, confidence: number): Promise<string> =>
  (
    await givenProposal(memory.team, {
      file: (await memory.file(PATH)).id,
      changes: [addition(text)],
      confidence,
      reason: "Seen twice",
    })
  ).id

beforeAll(async () => {
  memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-01-05] Retries are safe"]) })
  const { team } = memory
  await bookkeeping().alert.deleteMany({ where: { teamId: team.id } })
  const { id: projectId } = await database().project.findFirstOrThrow({ where: { teamId: team.id } })
  ids.plan = await givenSeedPlan(team.id, { projectId, agentName: "ben" })
  ids.sure = await proposalOf("Ports come from the vault", 0.9)
  ids.unsure = await proposalOf("The mailer sleeps at night", 0.1)
  const { entries } = await memory.file(PATH)
  const cites = entries.map((entry) => entry.id)
  ids.synthesis = await givenSynthesis(team, {
    claims: [{ text: "Retries hold", cites, decided: "waiting" }],
  })
  ids.contradiction = (await givenConflict(team)).conflict
  ids.doubted = (await givenConflict(team)).conflict
  const { pair } = await database().conflict.findFirstOrThrow({ where: { id: ids.doubted } })
  await bookkeeping().secondOpinion.create({
    data: {
      teamId: team.id,
      about: "pair",
      key: pair ?? new Uint8Array(),
      model: "m",
      says: "neither",
      tokens: 1,
    },
  })
  await bookkeeping().alert.deleteMany({ where: { teamId: team.id } })
  ids.error = await givenOpenAlert(team, { severity: "error", kind: "past-cut" })
  ids.warning = await givenOpenAlert(team, { severity: "warning", message: "The heron is late" })
  await givenOpenAlert(team, { severity: "warning" })
  ids.notice = await givenOpenAlert(team, { severity: "info" })
})

const list = async (more: object = {}) =>
  expectDone(await runOperation(listInbox, memory.lead, { team: memory.team.slug, ...more }))
const names = async (more: object = {}) => {
  const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  const { items } = await list(more)
  return items.flatMap((one) => nameOf.get((one.item as { id: string }).id) ?? [])
}

it("lists the most harmful items first, page by page", async () => {
  const all = ["error", "contradiction", "sure", "unsure", "synthesis", "plan", "warning", "doubted"]
  expect(await names()).toEqual(all)
  const first = await list({ limit: 3 })
  expect([first.total, first.next]).toEqual([all.length + 1, "3"])
  expect(await names({ limit: 3, after: first.next })).toEqual(["unsure", "synthesis", "plan"])
})

it("ranks conflicts of a kind last that the team mostly dismisses", async () => {
  const decided = { teamId: memory.team.id, state: "dismissed", decidedAt: new Date() }
  const one = await database().conflict.findFirstOrThrow({ where: { id: ids.contradiction } })
  for (let number = 0; number < 12; number += 1) {
    const key = new Uint8Array(32).fill(number + 1)
    const { kind, finding, projectId, foundBy } = one
    const data = { ...decided, kind, finding, projectId, foundBy, pair: key, placeKey: key, evidence: {} }
    await bookkeeping().conflict.create({ data: { ...data, id: crypto.randomUUID() } })
  }
  const { dismissals } = await list()
  expect(dismissals).toMatchObject([{ finding: "contradiction", dismissed: 12 }])
  expect((await names()).slice(-2).toSorted()).toEqual(["contradiction", "doubted"])
  await bookkeeping().conflict.deleteMany({ where: decided })
})

it("lists the kinds that a filter applies to", async () => {
  expect(await names({ kind: ["seed"] })).toEqual(["plan"])
  expect(await names({ type: "same-scope" })).toEqual(["contradiction", "doubted"])
  expect(await names({ type: "brief" })).toEqual(["synthesis"])
  expect(await names({ q: "mailer" })).toEqual(["unsure"])
  expect(await names({ q: "heron" })).toEqual(["warning"])
  expect(await names({ assignee: "me" })).toEqual([])
  expect(await names({ kind: ["alert"] })).toContain("notice")
  expect(await names({ among: ["alert"] })).toEqual(["error", "warning"])
  expect(await names({ severity: "info" })).toEqual(["notice"])
  expect(await names({ state: "decided" })).toEqual([])
})

it("counts each item once: the kinds add up to all", async () => {
  const counted = expectDone(await runOperation(countInbox, memory.lead, { team: memory.team.slug }))
  // Two warnings have one cause, and all notices are one.
  expect(counted.listed).toEqual({ proposal: 2, conflict: 2, synthesis: 1, seed: 1, alert: 3 })
  expect(Object.values(counted.listed).reduce((sum, one) => sum + one, 0)).toBe(counted.items)
})

it("lists snoozed items apart, and shows all details of an item", async () => {
  expectDone(
    await runOperation(snoozeSeedPlans, memory.lead, { plans: [ids.plan], until: "2099-01-01T00:00:00Z" }),
  )
  expect([await names({ state: "snoozed" }), await names({ kind: ["seed"] })]).toEqual([["plan"], []])
  for (const one of (await list()).items) {
    const { id } = one.item
    expect(await showListedItem(memory.lead, memory.team.slug, one)).toMatchObject({ id })
  }
})
