import { describe, expect, it } from "vitest"
import { daysAgo, evaluateProject, projectAlerts, sessions, TODAY, workspace } from "./projects"

describe("a missing log", () => {
  const yesterday = [sessions(1, 2, 1)]

  it("is one of yesterday or today of a workspace that keeps logs, though sessions took place", () => {
    expect(projectAlerts({ workspaces: [workspace([4, 2], { sessions: yesterday })] })).toEqual([
      `info log-missing: The workspace has no daily log for ${daysAgo(1)} or ${TODAY} (UTC), although 2 sessions took place. The last log is from ${daysAgo(2)}`,
    ])
    expect(
      projectAlerts({ workspaces: [workspace([4, 2], { root: "agents/ann", sessions: yesterday })] })[0],
    ).toContain("log-missing (agents/ann): The workspace in agents/ann has no daily log")
  })

  it.each([
    ["there is one of yesterday", [1], yesterday],
    ["there is one of tomorrow, where it is tomorrow already", [-1], yesterday],
    ["no session took place", [2], [sessions(2, 3, 3)]],
    ["the first session of today goes on", [2], [sessions(0, 1, 0)]],
    ["the workspace never kept any", [], yesterday],
    ["it has kept none for more than fourteen days", [15], yesterday],
  ])("is not reported if %s", (_, logs, took) => {
    expect(projectAlerts({ workspaces: [workspace(logs, { sessions: took })] })).toEqual([])
  })

  it("is reported for today once a session of today has ended, however old the last log is", () => {
    expect(
      projectAlerts({
        workspaces: [
          workspace([200], {
            memory: { name: "MEMORY.md", changedOn: TODAY },
            sessions: [sessions(0, 1, 1)],
          }),
        ],
      }),
    ).toHaveLength(1)
    expect(projectAlerts({ workspaces: [workspace([2], { sessions: [sessions(0, 2, 0)] })] })).toHaveLength(1)
  })

  it("is reported and resolved as days pass", () => {
    const facts = {
      workspaces: [
        workspace([0], { memory: { name: "MEMORY.md", changedOn: TODAY }, sessions: [sessions(-1, 2, 2)] }),
      ],
    }
    const { found, dueAt } = evaluateProject(facts)
    expect([found, dueAt]).toEqual([[], new Date(`${daysAgo(-2)}T00:00:00Z`)])
    const next = evaluateProject(facts, { now: dueAt as Date })
    expect([next.found.length, next.dueAt]).toEqual([1, new Date(`${daysAgo(-3)}T00:00:00Z`)])
  })
})

describe("an overdue compaction", () => {
  it("is of logs younger than the last change of MEMORY.md, the first of them older than the setting allows", () => {
    const old = workspace([12, 9, 8, 1], { memory: { name: "MEMORY.md", changedOn: daysAgo(9) } })
    expect(projectAlerts({ workspaces: [old] })).toEqual([
      `warning compaction-overdue: The workspace has 2 daily logs since ${daysAgo(8)} with 4 entries to compact (MEMORY.md last changed on ${daysAgo(9)}). Compaction is due every 7 days`,
    ])
    expect(projectAlerts({ workspaces: [old] }, { settings: { compactionDays: 8 } })).toEqual([])
    expect(projectAlerts({ workspaces: [old] }, { settings: { compactionDays: null } })).toEqual([])
    expect(evaluateProject({ workspaces: [old] }, { settings: { compactionDays: 8 } }).dueAt).toEqual(
      new Date(`${daysAgo(-1)}T00:00:00Z`),
    )
  })

  it("is not reported for logs that a compaction has read, with any result", () => {
    const logs = [20, 12, 9, 1]
    expect(
      projectAlerts({ workspaces: [workspace(logs, { memory: null, compactedUpTo: daysAgo(9) })] }),
    ).toEqual([])
    expect(
      projectAlerts({
        workspaces: [
          workspace(logs, {
            memory: { name: "MEMORY.md", changedOn: daysAgo(30) },
            compactedUpTo: daysAgo(12),
          }),
        ],
      }),
    ).toEqual([
      `warning compaction-overdue: The workspace has 2 daily logs since ${daysAgo(9)} with 4 entries to compact (compacted up to ${daysAgo(12)}). Compaction is due every 7 days`,
    ])
    expect(
      projectAlerts({
        workspaces: [
          workspace(logs, {
            memory: { name: "MEMORY.md", changedOn: daysAgo(1) },
            compactedUpTo: daysAgo(20),
          }),
        ],
      }),
      "a change of MEMORY.md counts as one too",
    ).toEqual([])
  })

  it("is of all logs where there is no MEMORY.md", () => {
    expect(projectAlerts({ workspaces: [workspace([12, 1], { memory: null })] })).toEqual([
      `warning compaction-overdue: The workspace has 2 daily logs since ${daysAgo(12)} with 4 entries to compact (no MEMORY.md yet). Compaction is due every 7 days`,
    ])
  })

  it.each([
    [
      "the logs hold nothing",
      workspace([], {
        memory: null,
        logs: [
          { day: daysAgo(12), entries: 0 },
          { day: daysAgo(1), entries: 0 },
        ],
      }),
    ],
    [
      "MEMORY.md has changed since the last log",
      workspace([12, 2], { memory: { name: "MEMORY.md", changedOn: daysAgo(2) } }),
    ],
    [
      "the workspace was left more than thirty days ago",
      workspace([40, 31], {
        memory: { name: "MEMORY.md", changedOn: daysAgo(50) },
        sessions: [sessions(31, 1, 1)],
      }),
    ],
  ])("is not reported if %s", (_, one) => {
    expect(projectAlerts({ workspaces: [one] })).toEqual([])
  })

  it("is reported for thirty days after the last log or session", () => {
    const one = workspace([40, 30], { memory: { name: "MEMORY.md", changedOn: daysAgo(50) } })
    expect(projectAlerts({ workspaces: [one] })).toHaveLength(1)
    expect(evaluateProject({ workspaces: [one] }).dueAt).toEqual(new Date(`${daysAgo(-1)}T00:00:00Z`))
    expect(
      projectAlerts({
        workspaces: [
          workspace([40, 31], {
            memory: { name: "MEMORY.md", changedOn: daysAgo(50) },
            sessions: [sessions(30, 1, 0)],
          }),
        ],
      }),
    ).toHaveLength(1)
  })
})
