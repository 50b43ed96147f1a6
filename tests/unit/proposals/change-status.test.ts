import { describe, expect, it } from "vitest"
import { type ProposedChange } from "@/lib/memory/proposals/proposed-change"
import {
  rebaseChanges,
  type StoredEntry,
  changeStatus,
  proposalStatus,
} from "@/lib/memory/proposals/change-status"

const ID = "0190aaaa-0000-7000-8000-000000000001"
const OTHER = "0190aaaa-0000-7000-8000-000000000002"
const entry = (text: string, more: Partial<StoredEntry> = {}): StoredEntry => ({
  id: ID,
  text,
  section: "Findings",
  state: "current",
  retiredBecause: null,
  date: null,
  type: null,
  confidence: null,
  key: null,
  ...more,
})
const add = (text: string): ProposedChange => ({ kind: "add", section: "Findings", text, date: null })
const edit = (before: string, text: string): ProposedChange => ({ kind: "edit", entry: ID, before, text })

describe("a proposed statement", () => {
  it("applies while the file does not say it, and is there already once it does, however it is set", () => {
    expect(changeStatus(add("Use Redis"), [entry("Use Postgres")])).toEqual({ kind: "applies" })
    expect(
      changeStatus(add("Use  Redis\n for queues "), [
        entry("Use Redis for queues", { section: "Elsewhere" }),
      ]),
    ).toEqual({ kind: "already" })
  })

  it("applies where the file says it only as retired", () => {
    expect(changeStatus(add("Use Redis"), [entry("Use Redis", { state: "retired" })])).toEqual({
      kind: "applies",
    })
  })

  it("is not there already where the same proposal takes it away elsewhere", () => {
    expect(
      proposalStatus(
        [{ kind: "remove", entry: ID, before: "Use Redis" }, add("Use Redis")],
        [entry("Use Redis")],
      ),
    ).toEqual({ kind: "applies" })
    expect(
      proposalStatus([edit("Use Redis", "Use Valkey"), add("Use Valkey")], [entry("Use Valkey")]),
    ).toEqual({ kind: "already" })
  })
})

describe("a proposed edit", () => {
  it("applies to the entry as the proposer saw it, wherever it is in the file", () => {
    expect(
      changeStatus(edit("Use Redis", "Use Valkey"), [entry("Use Redis", { section: "Elsewhere" })]),
    ).toEqual({ kind: "applies" })
  })

  it("is done already where the entry says so", () => {
    expect(changeStatus(edit("Use Redis", "Use Valkey"), [entry("Use Valkey")])).toEqual({ kind: "already" })
    expect(
      changeStatus(edit("Use Redis for queues", "Use Valkey for queues"), [
        entry("Use Valkey for all queues"),
      ]),
    ).toEqual({ kind: "already" })
  })

  it("of lines alone is an edit", () => {
    expect(changeStatus(edit("Use Redis: a, b", "Use Redis:\n- a, b"), [entry("Use Redis: a, b")])).toEqual({
      kind: "applies",
    })
    expect(changeStatus(edit("Use\n  x: 1", "Use\n    x: 1"), [entry("Use\n  x: 1")])).toEqual({
      kind: "applies",
    })
    expect(changeStatus(edit("Use Redis", "Use Redis \r\n"), [entry("Use Redis")])).toEqual({
      kind: "already",
    })
  })

  it("needs a rebase if the entry was edited, and merges changes in separate places", () => {
    expect(
      changeStatus(edit("Use Redis for sessions and queues", "Use Valkey for sessions and queues"), [
        entry("Use Redis for sessions and all queues"),
      ]),
    ).toEqual({
      kind: "needs-rebase",
      now: "Use Redis for sessions and all queues",
      merged: "Use Valkey for sessions and all queues",
    })
    expect(changeStatus(edit("Use Redis", "Use Valkey"), [entry("Use Postgres")])).toEqual({
      kind: "needs-rebase",
      now: "Use Postgres",
      merged: null,
    })
  })

  it("has lost its target once the entry is removed or retired, even if its text matches the proposal", () => {
    expect(changeStatus(edit("Use Redis", "Use Valkey"), [entry("Use Redis", { id: OTHER })])).toEqual({
      kind: "target-gone",
      why: "the entry is no longer in the file",
    })
    expect(
      changeStatus(edit("Use Redis", "Use Valkey"), [
        entry("Use Valkey", { state: "retired", retiredBecause: "too dear" }),
      ]),
    ).toEqual({ kind: "target-gone", why: "the entry was retired: too dear" })
  })
})

describe("a proposal to retire, restore, remove or move an entry", () => {
  const changes: [ProposedChange, Partial<StoredEntry> | null][] = [
    [{ kind: "retire", entry: ID, before: "Use Redis", why: "old" }, { state: "retired" }],
    [{ kind: "remove", entry: ID, before: "Use Redis" }, null],
    [{ kind: "move", entry: ID, before: "Use Redis", section: "Decisions" }, { section: "Decisions" }],
    [{ kind: "move", entry: ID, before: "Use Redis", section: " decisions" }, { section: "Decisions" }],
  ]
  it.each(changes)(
    "%j applies to the entry that the proposer saw, and shows what it says now once it was edited",
    (change, done) => {
      expect(changeStatus(change, [entry("Use Redis")])).toEqual({ kind: "applies" })
      expect(changeStatus(change, [entry("Use Valkey")])).toEqual({
        kind: "needs-rebase",
        now: "Use Valkey",
        merged: "Use Valkey",
      })
      expect(changeStatus(change, done === null ? [] : [entry("Use Redis", done)])).toEqual({
        kind: "already",
      })
    },
  )

  it("restores only retired entries", () => {
    const restore: ProposedChange = { kind: "restore", entry: ID, before: "Use Redis" }
    expect(changeStatus(restore, [entry("Use Redis", { state: "retired" })])).toEqual({ kind: "applies" })
    expect(changeStatus(restore, [entry("Use Redis")])).toEqual({ kind: "already" })
    expect(changeStatus(restore, [])).toEqual({
      kind: "target-gone",
      why: "the entry is no longer in the file",
    })
  })
})

describe("a proposal of several changes", () => {
  it("has the worst state of its changes", () => {
    const both: ProposedChange[] = [add("New"), edit("Use Redis", "Use Valkey")]
    expect(proposalStatus(both, [entry("Use Redis")]).kind).toBe("applies")
    expect(proposalStatus(both, [entry("Use Redis"), entry("New", { id: OTHER })]).kind).toBe("applies")
    expect(proposalStatus(both, [entry("Use Valkey"), entry("New", { id: OTHER })]).kind).toBe("already")
    expect(proposalStatus(both, [entry("Use Postgres")])).toMatchObject({
      kind: "needs-rebase",
      merged: null,
    })
    expect(proposalStatus(both, []).kind).toBe("target-gone")
  })

  it("is rebased as a whole, or not at all", () => {
    const changes: ProposedChange[] = [
      edit("Use Redis for queues and jobs", "Use Valkey for queues and jobs"),
      { kind: "retire", entry: OTHER, before: "Old", why: "old" },
      add("New"),
    ]
    const entries = [entry("Use Redis for queues and all jobs"), entry("Older", { id: OTHER })]
    expect(rebaseChanges(changes, entries)).toEqual([
      edit("Use Redis for queues and all jobs", "Use Valkey for queues and all jobs"),
      { kind: "retire", entry: OTHER, before: "Older", why: "old" },
      add("New"),
    ])
    expect(proposalStatus(rebaseChanges(changes, entries) ?? [], entries).kind).toBe("applies")
    expect(rebaseChanges(changes, [entry("Use Kafka"), entry("Old", { id: OTHER })])).toBeNull()
    expect(rebaseChanges(changes, [entry("Use Redis for queues and jobs")])).toBeNull()
  })
})
