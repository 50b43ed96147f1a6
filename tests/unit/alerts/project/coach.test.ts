import { expect, it } from "vitest"
import { daysAgo, projectAlerts } from "./projects"

const briefed = (days: number, more: object = {}) => ({
  coach: { since: daysAgo(days), isBrief: true, hasNews: true, ...more },
})

it("a brief is overdue a day after it was due, as its policy says", () => {
  expect(projectAlerts(briefed(7))).toEqual([])
  expect(projectAlerts(briefed(8))).toEqual([
    `info coach-overdue: The last brief for ledger is from ${daysAgo(8)}. Memory has changed since then, and a brief is due every 7 days`,
  ])
  expect(projectAlerts(briefed(8), { settings: { coachDays: 8 } })).toEqual([])
  expect(projectAlerts(briefed(400), { settings: { coachDays: null } })).toEqual([])
})

it("is due from the day the coach was turned on if it has briefed no agent yet", () => {
  expect(projectAlerts(briefed(8, { isBrief: false }))).toEqual([
    `info coach-overdue: ledger has not received a brief since its coach started on ${daysAgo(8)}. Memory has changed since then, and a brief is due every 7 days`,
  ])
})

it("is not overdue if nothing changed since the last run, or without a coach", () => {
  expect(projectAlerts(briefed(30, { hasNews: false }))).toEqual([])
  expect(projectAlerts({ coach: null })).toEqual([])
})
