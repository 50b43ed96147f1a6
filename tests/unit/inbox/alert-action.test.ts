import { afterEach, expect, it, vi } from "vitest"
import { matchesRule, rulePlaces } from "@/components/alerts/alert-panels"
import type { AlertSummary } from "@/components/alerts/alert"
import { type AlertDecision, alertAction } from "@/components/inbox/kinds/alert/alert-action"
import { hasLeftList, decidedItems } from "@/components/inbox/actions/decided-items"
import { itemOf } from "@/components/inbox/inbox-item"
import { readFilters } from "@/components/inbox/inbox-query"
import { ALERT } from "@/components/inbox/kinds/alert/alert-kind"
import { ALERT_LIST_PARTS } from "@/components/inbox/kinds/alert/alert-list-parts"
import { titleWithCount } from "@/components/shell/waiting-watch"

const alert = (id: string, more: Partial<AlertSummary> = {}) =>
  ({
    id,
    kind: "past-cut",
    state: "open",
    message: `Alert ${id}`,
    path: "core/MEMORY.md",
    agent: "ann",
    project: { slug: "p", name: "Ledger" },
    snoozedUntil: null,
    ...more,
  }) as AlertSummary

const item = (...of: Parameters<typeof alert>) => itemOf(ALERT, alert(...of))

/** A server with the given responses, in order. Records the requests. */
function givenServer(...answers: object[]): { asked: { path: string; method: string; body: unknown }[] } {
  const asked: { path: string; method: string; body: unknown }[] = []
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: { method?: string; body?: string } = {}) => {
    asked.push({
      path: url.replace(/^.*\/api\/v1|\?$/g, ""),
      method,
      body: body === undefined ? null : JSON.parse(body),
    })
    return Promise.resolve(Response.json(answers[asked.length - 1] ?? {}))
  })
  return { asked }
}
afterEach(() => vi.unstubAllGlobals())

it("sends an acknowledgment at once, and restores each alert's previous state on undo", async () => {
  const deed = alertAction(
    "core",
    [item("1"), item("2", { state: "snoozed", snoozedUntil: "2027-01-01T00:00:00.000Z" })],
    { verdict: "acknowledge" },
  )
  const { asked } = givenServer(
    {
      alerts: [
        { id: "1", state: "acknowledged" },
        { id: "2", state: "acknowledged" },
      ],
    },
    { alerts: [{ id: "1", state: "open" }] },
    { alerts: [{ id: "2", state: "snoozed" }] },
  )
  expect((await deed.send("k")).every((one) => one.ok)).toBe(true)
  expect((await deed.takeBack(["1", "2"], "k2")).every((one) => one.ok)).toBe(true)
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ["/alerts/acknowledge", { team: "core", alerts: ["1", "2"] }],
    ["/alerts/reopen", { team: "core", alerts: ["1"] }],
    ["/alerts/snooze", { team: "core", alerts: ["2"], until: "2027-01-01T00:00:00.000Z" }],
  ])
  expect(deed.counts(deed.items)).toEqual({ alert: -1, snoozed: -1 })
  expect(deed.words).toBe("Acknowledged 2 alerts")
})

it("restores an alert that was resolved meanwhile with the reason, and decides the others", async () => {
  givenServer({
    alerts: [
      { id: "1", state: "acknowledged" },
      { id: "2", state: "resolved" },
    ],
  })
  const outcomes = await alertAction("core", [item("1"), item("2")], { verdict: "acknowledge" }).send("k")
  expect(outcomes.map((one) => [one.ok, one.refused?.message ?? null])).toEqual([
    [true, null],
    [false, "This alert was resolved because its cause was fixed"],
  ])
})

it("creates one rule for all ignored alerts, and deletes it on undo", async () => {
  const all = [item("1"), item("2", { path: "other.md" })]
  const [, , project] = rulePlaces(alert("1"))
  const decision: AlertDecision = {
    verdict: "ignore",
    rule: project?.rule ?? { kind: "past-cut" },
    reason: "It is meant so",
    where: project?.consequence ?? "",
  }
  const deed = alertAction("core", all, decision)
  const { asked } = givenServer({ rule: { id: "rule" } }, {})
  await deed.send("k")
  await deed.takeBack(["1", "2"], "k2")
  expect(asked.map(({ path, method }) => [method, path])).toEqual([
    ["POST", "/alert-rules"],
    ["DELETE", "/alert-rules/rule?team=core"],
  ])
  expect(asked[0]?.body).toEqual({ team: "core", kind: "past-cut", project: "p", reason: "It is meant so" })
})

it("offers a rule from the narrowest scope to the widest, preset to the alert's own values", () => {
  const one = alert("1")
  expect(rulePlaces(one).map(({ key, label, consequence }) => [key, label, consequence])).toEqual([
    ["1", "This file", "no “Truncated” alerts for core/MEMORY.md"],
    ["2", "This agent", "no “Truncated” alerts for ann"],
    ["3", "This project", "no “Truncated” alerts in Ledger"],
    ["4", "Everywhere", "no “Truncated” alerts in this team"],
  ])
  const others = [
    one,
    alert("2", { path: "other.md" }),
    alert("3", { agent: "ben" }),
    alert("4", { project: { slug: "q", name: "Q" } }),
    alert("5", { kind: "gone" }),
  ]
  expect(
    rulePlaces(one).map(({ rule }) =>
      others
        .filter((other) => matchesRule(other, rule))
        .map((other) => other.id)
        .join(""),
    ),
  ).toEqual(["13", "12", "123", "1234"])
  expect(
    rulePlaces(alert("6", { path: null, agent: null, project: null })).map((place) => place.label),
  ).toEqual(["Everywhere"])
})

it("hides decided alerts in an older list, and shows them where a filter asks for them", () => {
  decidedItems.set("1", "acknowledged")
  expect(hasLeftList(item("1"), false)).toBe(true)
  expect(hasLeftList(item("1", { state: "acknowledged" }), false)).toBe(false)
  decidedItems.delete("1")
})

it("shows the number of waiting items once before the title of every page", () => {
  expect(titleWithCount("Fleet · Quarterdeck", 1_204)).toBe("(1,204) Fleet · Quarterdeck")
  expect(titleWithCount("(1,204) Fleet · Quarterdeck", 3)).toBe("(3) Fleet · Quarterdeck")
  expect(titleWithCount("(3) Fleet · Quarterdeck", 0)).toBe("Fleet · Quarterdeck")
})

it("stays listed while only its fix was proposed, and leaves with another state", () => {
  const { isListed } = ALERT_LIST_PARTS.live
  const open = readFilters(new URLSearchParams("tab=alerts"))
  expect([undefined, "open", "resolved", "snoozed"].map((state) => isListed(state, open))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const acknowledged = readFilters(new URLSearchParams("tab=alerts&state=acknowledged"))
  expect([undefined, "acknowledged", "open"].map((state) => isListed(state, acknowledged))).toEqual([
    true,
    true,
    false,
  ])
})
