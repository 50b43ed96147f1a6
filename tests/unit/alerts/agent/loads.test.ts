import { describe, expect, it } from "vitest"
import { agent, daysAgo, evaluateAgent, agentAlerts } from "./agents"

const at = (days: number, time = "10:00:00.000") => `${daysAgo(days)}T${time}Z`
const behind = (since: string, one = {}) => ({
  path: "review/MEMORY.md",
  revision: 3,
  head: 5,
  since,
  ...one,
})

describe("memory that was never loaded", () => {
  const reported = { harnesses: ["claude-code", "codex"], reportedSince: at(30) }

  it("is reported for an active agent where harnesses load memory for others in its project", () => {
    const words =
      "but never loaded its memory (12 entries), although claude-code and codex load memory for other agents in the project"
    expect(agentAlerts({ ...reported, workedAt: at(4) })).toEqual([
      `never-loaded: ann was active on ${daysAgo(2)} ${words}`,
    ])
    expect(agentAlerts({ ...reported, workedAt: at(1) })).toEqual([
      `never-loaded: ann was active on ${daysAgo(1)} ${words}`,
    ])
  })

  it.each([
    [
      "no harness says in its project what it loads",
      { sessions: [{ harness: "codex", day: daysAgo(1), count: 9 }] },
    ],
    ["it has none", { ...reported, memory: { ...agent().memory, entries: 0 } }],
    ["it has opted out", { ...reported, optedOut: true }],
    ["it was loaded once", { ...reported, loads: [{ harness: null, at: at(29), behind: [] }] }],
    [
      "the agent did nothing but on the day it came and the next",
      { ...reported, memory: { ...agent().memory, since: at(3) } },
    ],
    [
      "the agent did nothing but on the day on which harnesses began to report, and the next",
      { ...reported, reportedSince: at(3) },
    ],
    [
      "the agent has done nothing for thirty days",
      {
        ...reported,
        reportedSince: at(50),
        memory: { ...agent().memory, updatedOn: daysAgo(30) },
        workedAt: at(31),
      },
    ],
  ])("is not reported if %s", (_, facts) => {
    expect(agentAlerts(facts)).toEqual([])
  })

  it("is reported for thirty days", () => {
    expect(evaluateAgent(reported).dueAt).toEqual(new Date(`${daysAgo(-28)}T00:00:00Z`))
  })

  it("is reported for each harness with sessions that loaded nothing", () => {
    const sessions = [
      { harness: "codex", day: daysAgo(29), count: 1 },
      { harness: "codex", day: daysAgo(2), count: 4 },
      { harness: "cursor", day: daysAgo(1), count: 1 },
      { harness: null, day: daysAgo(1), count: 7 },
    ]
    const loads = [{ harness: "claude-code", at: at(1), behind: [] }]
    expect(agentAlerts({ sessions, loads })).toEqual([
      "never-loaded (codex): ann had 5 sessions in codex in the last 30 days, but none of them loaded its memory (12 entries)",
    ])
    expect(
      agentAlerts({ sessions, loads: [...loads, { harness: "codex", at: at(40), behind: [] }] }),
    ).toEqual([])
    expect(evaluateAgent({ sessions, loads }).dueAt).toEqual(new Date(`${daysAgo(-1)}T00:00:00Z`))
  })
})

describe("an outdated revision", () => {
  it("is reported if a session began with it a day after the memory had changed", () => {
    expect(agentAlerts({ loads: [{ harness: "codex", at: at(2), behind: [behind(at(3))] }] })).toEqual([
      `old-revision-loaded (codex): ann loaded an outdated revision in codex on ${daysAgo(2)}: review/MEMORY.md changed on ${daysAgo(3)} (now revision 5, loaded revision 3)`,
    ])
    expect(
      agentAlerts({ loads: [{ harness: "codex", at: at(2), behind: [behind(at(3, "10:00:00.001"))] }] }),
    ).toEqual([])
  })

  it("names one file, counts the others, and lists removed and never loaded files", () => {
    const many = [
      behind(at(4), { head: null }),
      behind(at(6), { path: "a.md", revision: null }),
      behind(at(1)),
    ]
    expect(agentAlerts({ loads: [{ harness: null, at: at(2), behind: many }] })).toEqual([
      `old-revision-loaded: ann loaded an outdated revision on ${daysAgo(2)}: a.md changed on ${daysAgo(6)} (now revision 5, not loaded); 1 other file also changed`,
    ])
    expect(
      agentAlerts({ loads: [{ harness: null, at: at(2), behind: [behind(at(4), { head: null })] }] })[0],
    ).toContain(`review/MEMORY.md was removed on ${daysAgo(4)} (loaded revision 3)`)
  })

  it("is not reported for an agent that has not worked since the change", () => {
    const loads = [{ harness: "codex", at: at(5), behind: [behind(at(4))] }]
    expect(agentAlerts({ loads })).toEqual([])
    expect(agentAlerts({ loads, workedAt: at(3, "09:59:59.999") })).toEqual([])
  })

  it("is reported for an agent that keeps working for days without loading the change", () => {
    const loads = [{ harness: "codex", at: at(5), behind: [behind(at(4))] }]
    expect(agentAlerts({ loads, workedAt: at(3) })).toEqual([
      `old-revision-loaded (codex): ann was active on ${daysAgo(3)} using memory loaded in codex on ${daysAgo(5)}: review/MEMORY.md changed on ${daysAgo(4)} (now revision 5, loaded revision 3)`,
    ])
  })

  it("is not reported for a harness that the agent left for one that is up to date", () => {
    const loads = [
      { harness: "codex", at: at(5), behind: [behind(at(4))] },
      { harness: "claude-code", at: at(2), behind: [] },
    ]
    expect(agentAlerts({ loads, workedAt: at(1) })).toEqual([])
  })

  it("is reported for thirty days", () => {
    const loads = [{ harness: "codex", at: at(29), behind: [behind(at(40))] }]
    const { found, dueAt } = evaluateAgent({ loads })
    expect([found.length, dueAt]).toEqual([1, new Date(`${daysAgo(-1)}T00:00:00Z`)])
    expect(evaluateAgent({ loads }, { now: dueAt as Date })).toEqual({ found: [], dueAt: null })
  })
})
