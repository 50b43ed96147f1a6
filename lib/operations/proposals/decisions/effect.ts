import type { ProposalRow } from "@/lib/db/proposals/proposals"
import { cutOf, linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { limitsOf } from "@/lib/memory/policies/effective-limits"
import type { PolicySettings } from "@/lib/memory/policies/policy"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { proposalStatus, type ChangeStatus } from "@/lib/memory/proposals/change-status"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { BudgetEffect } from "../proposal-findings"
import type { Target } from "../target"
import type { ProposalDetail } from "../proposal-outputs"
import { capitalize, formatCount } from "@/lib/memory/text/sentence"
import { shortPath } from "@/lib/memory/memory-files/paths"

export interface Effect {
  readonly standing: ChangeStatus
  readonly diff: ProposalDetail["diff"]
  readonly hindrance: string | null
  readonly budget: BudgetEffect
  readonly consequence: string
}

const CONTEXT = 3

/** Returns the effect of changes on a file. Writes nothing. `policy`: limits and budget of a new file. */
export function effectOf(
  target: Target,
  changes: readonly ProposedChange[],
  policy: Pick<PolicySettings, "limits" | "budgetLines">,
): Effect {
  const standing = proposalStatus(changes, target.entries)
  const written =
    standing.kind === "applies" || standing.kind === "already"
      ? writeChanges({ ...target.reading, text: target.text }, target.entries, changes)
      : null
  const text = written?.ok ? written.text : null
  const budget = budgetEffect(target, text, policy)
  const window = text === null ? null : windowOf(linesBefore(target), linesOf(text))
  return {
    standing,
    budget,
    hindrance: hindranceOf(standing, written),
    consequence: consequenceOf({ target, changes, standing, budget }),
    diff: window && { ...window, section: sectionOf(changes, target) },
  }
}

const linesBefore = ({ head, text }: Target): string[] => linesOf(head === null ? "" : text)

/**
 * Returns the numbers of lines before and after, with the limits of the file. `text`: the new text, or null
 * if it does not change.
 */
function budgetEffect(
  target: Target,
  text: string | null,
  policy: Parameters<typeof limitsOf>[1],
): BudgetEffect {
  const { head, format, reading } = target
  const limits =
    head?.limits ?? limitsOf({ format, role: "memory", own: reading.format.limits(reading.path) }, policy)
  const lines = linesBefore(target).length
  const cut = text === null ? (head?.cut ?? null) : (cutOf(text, limits)?.line ?? null)
  return {
    lines,
    after: text === null ? lines : linesOf(text).length,
    budget: limits.budget,
    loads: linesLoaded({ cut, limits }),
    cut,
  }
}

function hindranceOf(standing: ChangeStatus, written: ReturnType<typeof writeChanges> | null): string | null {
  if (standing.kind === "needs-rebase") return "The entry has changed since the proposal was created"
  if (standing.kind === "target-gone") return capitalize(standing.why)
  return written && !written.ok ? capitalize(written.why) : null
}

/** Returns the first to the last differing line with some lines of context. Null if the lines are equal. */
export function windowOf(
  before: readonly string[],
  after: readonly string[],
): { line: number; before: string[]; after: string[] } | null {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end += 1
  if (start === before.length && start === after.length) return null
  const from = Math.max(0, start - CONTEXT)
  return {
    line: from + 1,
    before: before.slice(from, Math.min(before.length, before.length - end + CONTEXT)),
    after: after.slice(from, Math.min(after.length, after.length - end + CONTEXT)),
  }
}

/** Returns the lines of a text without a byte order mark and without line breaks. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  if (lines.at(-1) === "") lines.pop()
  return lines
}

function sectionOf(changes: readonly ProposedChange[], target: Target): string | null {
  const [first] = changes
  if (!first) return null
  if (first.kind === "add" || first.kind === "move") return first.section
  return target.entries.find((entry) => entry.id === first.entry)?.section ?? null
}

/** Returns the effect as text for the button, such as "architecture/MEMORY.md grows to 94 of 100 lines". */
function consequenceOf({
  target,
  changes,
  standing,
  budget,
}: {
  target: Target
  changes: readonly ProposedChange[]
  standing: ChangeStatus
  budget: BudgetEffect
}): string {
  const path = shortPath(target.path)
  if (standing.kind === "already") return `${path} already contains this text, so there is nothing to write`
  const [only] = changes
  if (!only || changes.length > 1) return `makes ${changes.length} changes to ${path}`
  if (only.kind === "add")
    return target.head === null ? `creates ${path} with this entry` : additionTo(path, budget)
  const entry = target.entries.find((one) => one.id === only.entry)
  return effectOnEntry(only, entry ? `line ${entry.line} of ${path}` : path)
}

function effectOnEntry(change: Exclude<ProposedChange, { kind: "add" }>, place: string): string {
  switch (change.kind) {
    case "edit":
      return `changes ${place}`
    case "retire":
      return `retires ${place}`
    case "restore":
      return `restores ${place}`
    case "remove":
      return `removes ${place}`
    case "move":
      return `moves ${place} to ${change.section ?? "the top"}`
  }
}

/** Returns the effect of an addition. Names the new length only if the file has a budget. */
function additionTo(path: string, { after, budget }: BudgetEffect): string {
  if (budget === null) return `adds an entry to ${path}`
  return after > budget
    ? `${path} grows to ${formatCount(after, "line")}, ${after - budget} over its budget`
    : `${path} grows to ${after} of ${formatCount(budget, "line")}`
}

/**
 * Returns the earlier, current, proposed and merged text of an entry that changed after the proposal. Null if
 * it did not change.
 */
export function rebaseOf(row: Pick<ProposalRow, "changes">, target: Target): ProposalDetail["rebase"] {
  const standing = proposalStatus(row.changes, target.entries)
  if (standing.kind !== "needs-rebase") return null
  const change = row.changes.find(
    (one) =>
      one.kind !== "add" && target.entries.find((entry) => entry.id === one.entry)?.text === standing.now,
  )
  if (!change || change.kind === "add") return null
  return {
    before: change.before,
    now: standing.now,
    proposed: change.kind === "edit" ? change.text : change.before,
    merged: standing.merged,
  }
}
