import { expect, it } from "vitest"
import { radiusOf } from "@/components/conflicts/conflict-summary"
import { CONFLICT } from "@/components/inbox/kinds/conflict/conflict-kind"
import { CONFLICT_LIST_PARTS } from "@/components/inbox/kinds/conflict/conflict-list-parts"
import { mergeDraft } from "@/components/conflicts/entry-merge-panel"
import {
  type ConflictDetail,
  type ConflictSide,
  type ConflictSummary,
  type SideEntry,
} from "@/components/conflicts/conflict"
import {
  conflictTitle,
  conflictDecisionWords,
  untilDecidedWords,
  conflictVerdictWords,
} from "@/components/conflicts/conflict-text"

const side = (text: string, scope = "project", agents: string[] = []): ConflictSide => ({
  text,
  agents,
  entries: [{ scope } as SideEntry],
})
const conflict = (more: Partial<ConflictSummary> = {}) =>
  ({
    kind: "same-scope",
    finding: "contradiction",
    left: side("Use yarn"),
    right: side("Use pnpm"),
    prevails: null,
    suggested: null,
    decided: null,
    ...more,
  }) as ConflictSummary

it("the heading names both sides of the conflict", () => {
  expect(conflictTitle(conflict())).toBe("Contradicting entries")
  expect(conflictTitle(conflict({ finding: "duplicate" }))).toBe("Duplicate entries")
  expect(
    conflictTitle(conflict({ kind: "cross-scope", left: side("a", "team"), right: side("b", "project") })),
  ).toBe("Team memory conflicts with project memory")
  expect(conflictTitle(conflict({ kind: "file", finding: "file" }))).toBe(
    "File changed here and in the source",
  )
})

it("a button describes its effect, as far as it is known", () => {
  const consequence = "removes 1 entry from its file, which 3 agents load"
  const detail = { consequences: { "keep-left": consequence } } as ConflictDetail
  expect(conflictVerdictWords("keep-left", conflict(), detail)).toBe(`Keep left: ${consequence}`)
  expect(conflictVerdictWords("keep-right", conflict(), null)).toBe(
    "Keep right: removes 1 entry from its file",
  )
  expect(conflictVerdictWords("delete-both", conflict(), null)).toBe("Delete both")
})

it("lists agents that load both sides separately from agents that load one", () => {
  expect(
    radiusOf({
      left: side("a", "team", ["planner", "tester"]),
      right: side("b", "project", ["tester", "writer"]),
    }),
  ).toEqual({ both: ["tester"], left: ["planner"], right: ["writer"] })
})

it("says in the list how many of the agents load both sides", () => {
  const loadedBy = (left: string[], right: string[]) =>
    CONFLICT.look(
      conflict({
        left: side("a", "team", left),
        right: side("b", "project", right),
        agents: [...new Set([...left, ...right])],
      }),
    ).who
  expect([
    loadedBy(["ann", "ben"], ["ben"]),
    loadedBy(["ann", "ben", "cal"], ["ann", "ben"]),
    loadedBy(["ann", "ben"], ["ann", "ben"]),
    loadedBy(["ann"], []),
    loadedBy([], []),
  ]).toEqual([
    "1 of 2 agents loads both sides",
    "2 of 3 agents load both sides",
    "2 agents load both sides",
    "1 agent loads only one side",
    "not loaded by any agent",
  ])
})

it("names who decided a conflict, except if a side was removed or the decider is unknown", () => {
  const words = (state: string, who: string | null) =>
    CONFLICT_LIST_PARTS.live.goneWords({ id: "c1", state }, who)
  expect([words("resolved", "you"), words("resolved", null), words("gone", null)]).toEqual([
    "Resolved by you",
    "Resolved",
    "Closed: one side was removed or changed",
  ])
  const after = (kind: string, byMe: boolean) =>
    CONFLICT_LIST_PARTS.live.settledBy?.words({ number: 1, kind, by: "Mara", byId: "u1" }, byMe)
  expect([
    after("conflict.resolve", true),
    after("conflict.resolve", false),
    after("revision.add", true),
  ]).toEqual(["Decided by you", "Decided by Mara", "Resolved by a change from you"])
})

it("explains across scopes which entry agents see and why, and who overrode it", () => {
  const across = conflict({
    kind: "cross-scope",
    left: side("a", "team"),
    right: side("b", "project"),
    prevails: "left",
  })
  expect(untilDecidedWords(across)?.seen).toContain("Agents receive the team memory")
  expect(untilDecidedWords(across)?.why).toContain("Scope order: team, then project, then global")
  expect(
    untilDecidedWords({
      ...across,
      prevails: "right",
      decided: { verdict: "override", by: "Mara", mine: false, reason: "ledger is special", at: "" },
    })?.why,
  ).toBe("Mara overrode the scope order: ledger is special.")
  expect(untilDecidedWords(conflict())).toBeNull()
})

it("a merge starts with the longer of two duplicates, else with the suggested side", () => {
  expect(
    mergeDraft(
      conflict({ finding: "duplicate", left: side("Use pnpm"), right: side("Use pnpm, never npm") }),
    ),
  ).toBe("Use pnpm, never npm")
  expect(mergeDraft(conflict({ suggested: { side: "right", why: "it is dated later" } }))).toBe("Use pnpm")
  expect(mergeDraft(conflict())).toBe("Use yarn. Use pnpm")
})

it("describes a decision with its author and time", () => {
  expect(
    conflictDecisionWords(
      { verdict: "keep-left", by: "Mara", mine: false, reason: "", at: "2026-11-21T10:00:00Z" },
      "2026-11-21T13:00:00Z",
    ),
  ).toBe("The left side was kept by Mara 3 h ago")
  expect(
    conflictDecisionWords(
      { verdict: "not-a-conflict", by: "Mara", mine: false, reason: "", at: "2026-11-21T10:00:00Z" },
      "2026-11-21T13:00:00Z",
    ),
  ).toBe("Marked as not a conflict by Mara 3 h ago")
})
