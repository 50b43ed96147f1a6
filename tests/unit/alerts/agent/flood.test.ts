import { describe, expect, it } from "vitest"
import { daysAgo, evaluateAgent, proposals, agentAlerts } from "./agents"

const FOUR_A_WEEK = { 8: 4, 15: 4, 22: 4, 29: 4 }

describe("a flood", () => {
  it("is a week of far more proposals than the four weeks before, counted over seven days", () => {
    expect(agentAlerts({ proposed: proposals({ 0: 10, 6: 30, ...FOUR_A_WEEK }) })).toEqual([
      "flood: ann made 40 proposals in 7 days, compared with 4 in a typical week",
    ])
    expect(agentAlerts({ proposed: proposals({ 0: 10, 7: 30, ...FOUR_A_WEEK }) })).toEqual([])
  })

  it("starts at the setting's multiple of the median week, and at twenty", () => {
    expect(agentAlerts({ proposed: proposals({ 0: 19, 8: 1 }) })).toEqual([])
    expect(agentAlerts({ proposed: proposals({ 0: 20, 8: 1 }) })).toEqual([
      "flood: ann made 20 proposals in 7 days, compared with 0 in a typical week",
    ])
    const usual = { 8: 6, 15: 8, 22: 100 }
    expect(agentAlerts({ proposed: proposals({ 0: 34, ...usual }) })).toEqual([])
    expect(agentAlerts({ proposed: proposals({ 0: 35, ...usual }) })).toEqual([
      "flood: ann made 35 proposals in 7 days, compared with 7 in a typical week",
    ])
    expect(
      agentAlerts({ proposed: proposals({ 0: 35, ...usual }) }, { settings: { floodTimes: 6 } }),
    ).toEqual([])
  })

  it("of an agent without a usual week starts at a hundred", () => {
    expect(agentAlerts({ proposed: proposals({ 0: 99 }) })).toEqual([])
    expect(agentAlerts({ proposed: proposals({ 0: 100 }) })).toEqual([
      "flood: ann made 100 proposals in 7 days, after none in the previous 4 weeks",
    ])
  })

  it("ends after its week, and returns the time of its end", () => {
    const proposed = proposals({ 0: 30, 3: 1, ...FOUR_A_WEEK })
    expect(evaluateAgent({ proposed }).dueAt).toEqual(new Date(`${daysAgo(-4)}T00:00:00Z`))
    expect(agentAlerts({ proposed }, { now: new Date(`${daysAgo(-4)}T00:00:00Z`) })).toEqual([
      "flood: ann made 30 proposals in 7 days, compared with 4 in a typical week",
    ])
    expect(agentAlerts({ proposed }, { now: new Date(`${daysAgo(-7)}T00:00:00Z`) })).toEqual([])
  })

  it("is not reported if turned off", () => {
    expect(
      agentAlerts(
        { proposed: proposals({ 0: 30, ...FOUR_A_WEEK }) },
        { settings: { quietKinds: ["flood"] } },
      ),
    ).toEqual([])
  })
})

describe("silence", () => {
  const weekly = { 14: 2, 27: 1, 28: 1, 41: 3 }
  const sessions = [
    { harness: null, day: daysAgo(10), count: 2 },
    { harness: "codex", day: daysAgo(3), count: 1 },
    { harness: null, day: daysAgo(20), count: 9 },
  ]

  it("is reported for an agent that proposed every week and stopped while it still works", () => {
    expect(agentAlerts({ proposed: proposals(weekly), sessions })).toEqual([
      `silence: ann made proposals every week until ${daysAgo(14)}, but none in the 3 sessions since then`,
    ])
  })

  it.each([
    ["it proposed thirteen days ago", { proposed: proposals({ ...weekly, 13: 1 }), sessions }],
    ["it left a week out", { proposed: proposals({ 14: 2, 27: 1, 41: 3 }), sessions }],
    ["it had two sessions since", { proposed: proposals(weekly), sessions: sessions.slice(0, 1) }],
    [
      "its sessions ended, too",
      {
        proposed: proposals({ 20: 1, 27: 1, 34: 1, 41: 1 }),
        sessions: [{ harness: null, day: daysAgo(14), count: 9 }],
      },
    ],
    ["it has opted out", { proposed: proposals(weekly), sessions, optedOut: true }],
  ])("is not reported if %s", (_, facts) => {
    expect(agentAlerts(facts)).toEqual([])
  })

  it("is reported while the sessions are recent", () => {
    const on = (days: number) =>
      agentAlerts(
        { proposed: proposals(weekly), sessions: [{ harness: null, day: daysAgo(-45), count: 3 }] },
        { now: new Date(`${daysAgo(-days)}T12:00:00Z`) },
      ).length
    expect([on(46), on(47)]).toEqual([1, 0])
  })
})
