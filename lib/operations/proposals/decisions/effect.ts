import type { ProposalRow } from "@/lib/db/proposals/list"
import { cutOf, linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { limitsOf } from "@/lib/memory/policies/effective-limits"
import type { PolicySettings } from "@/lib/memory/policies/policy"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { proposalStatus, type ChangeStatus } from "@/lib/memory/proposals/standing"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { BudgetEffect } from "../compare"
import type { Target } from "../target"
import type { ProposalDetail } from "../proposal-outputs"
import { capitalize } from "@/lib/memory/text/sentence"

export interface Effect {
  readonly standing: ChangeStatus
  readonly diff: ProposalDetail["diff"]
  readonly hindrance: string | null
  readonly budget: BudgetEffect
  readonly consequence: string
}

const CONTEXT = 3

/** What writing changes into a file would do to it, without doing it. A file that is not there yet will have the limits of its policy. */
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
  const before = linesOf(target.head === null ? "" : target.text)
  const after = written?.ok ? linesOf(written.text) : before
  const limits =
    target.head?.limits ??
    limitsOf(
      { format: target.format, role: "memory", own: target.reading.format.limits(target.reading.path) },
      policy,
    )
  const cut = written?.ok ? (cutOf(written.text, limits)?.line ?? null) : (target.head?.cut ?? null)
  const budget = {
    lines: before.length,
    after: after.length,
    budget: limits.budget,
    loads: linesLoaded({ cut, limits }),
    cut,
  }
  const window = written?.ok ? windowOf(before, after) : null
  return {
    standing,
    budget,
    hindrance: hindranceOf(standing, written),
    consequence: consequenceOf({ target, changes, standing, budget }),
    diff: window && { ...window, section: sectionOf(changes, target) },
  }
}

function hindranceOf(standing: ChangeStatus, written: ReturnType<typeof writeChanges> | null): string | null {
  if (standing.kind === "needs-rebase") return "The entry has changed since it was proposed"
  if (standing.kind === "target-gone") return capitalize(standing.why)
  return written && !written.ok ? capitalize(written.why) : null
}

/** The lines that differ, with a few around them. */
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

/** What the button says after its verb: "adds line 94 of 100 to architecture/MEMORY.md". */
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
  if (standing.kind === "already")
    return `${shortPath(target.path)} already contains this: nothing is written`
  const [only] = changes
  const to = shortPath(target.path)
  if (!only || changes.length > 1) return `makes ${changes.length} changes to ${to}`
  const entry = only.kind === "add" ? undefined : target.entries.find((one) => one.id === only.entry)
  const place = entry ? `line ${entry.line} of ${to}` : to
  switch (only.kind) {
    case "add":
      if (target.head === null) return `creates ${to} with this entry`
      return additionTo(to, budget)
    case "edit":
      return `changes ${place}`
    case "retire":
      return `retires ${place}`
    case "restore":
      return `restores ${place}`
    case "remove":
      return `removes ${place}`
    case "move":
      return `moves ${place} to ${only.section ?? "the top"}`
  }
}

/** Lines are counted where there is a budget of them. */
function additionTo(path: string, { after, budget }: BudgetEffect): string {
  if (budget === null) return `adds an entry to ${path}`
  return after > budget
    ? `adds line ${after} to ${path}, ${after - budget} over its budget`
    : `adds line ${after} of ${budget} to ${path}`
}

/** "architecture/MEMORY.md": the end of a path says most. */
const shortPath = (path: string) => path.split("/").slice(-2).join("/")

/** For a change whose entry reads otherwise now: then, now, and with both. */
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
