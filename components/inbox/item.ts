import type { ConflictSummary } from "@/components/conflict/shapes"
import type { ProposalSummary } from "@/components/proposal/shapes"
import type { Finding } from "./finding"

interface Placed {
  readonly id: string
  /** The file that it concerns, with its project. */
  readonly group: string
  readonly path: string
}

/** One thing in the queue. */
export type Item =
  | (Placed & { readonly kind: "proposal"; readonly proposal: ProposalSummary })
  | (Placed & { readonly kind: "conflict"; readonly conflict: ConflictSummary })
  | (Placed & { readonly kind: "finding"; readonly finding: Finding })

/** What a person decides here; a finding is settled where its file comes from. */
export type Decidable = Exclude<Item, { kind: "finding" }>

export const isDecidable = (item: Item): item is Decidable => item.kind !== "finding"

/** What is decided, as it was last read. */
export const subjectOf = (item: Decidable): ProposalSummary | ConflictSummary => (item.kind === "proposal" ? item.proposal : item.conflict)

export const isUndecided = (item: Decidable): boolean => (item.kind === "proposal" ? item.proposal.state === "waiting" : item.conflict.state === "open")

export const isSnoozed = (item: Decidable): boolean => subjectOf(item).snoozedUntil !== null

export function itemOfProposal(proposal: ProposalSummary): Item & Decidable {
  return { kind: "proposal", id: proposal.id, group: `${proposal.project.slug}/${proposal.path}`, path: proposal.path, proposal }
}

/** It stands with the file of its left side, which may be of a wider scope than the project that it concerns. */
export function itemOfConflict(conflict: ConflictSummary): Item & Decidable {
  return { kind: "conflict", id: conflict.id, group: `${(conflict.left.entries[0] ?? conflict).project.slug}/${conflict.path}`, path: conflict.path, conflict }
}

export function itemOfFinding(finding: Finding): Item {
  return { kind: "finding", id: finding.id, group: `${finding.project ?? ""}/${finding.path}`, path: finding.path, finding }
}

/** The files that a decision on it may write, as `group` names them. */
export function groupsOf(item: Decidable): string[] {
  if (item.kind === "proposal") return [item.group]
  const { left, right } = item.conflict
  return [...new Set([item.group, ...[...left.entries, ...right.entries].map((entry) => `${entry.project.slug}/${entry.path}`)])]
}

/** The project under whose name its file is listed. */
export function projectNameOf(item: Item): string | null {
  if (item.kind === "proposal") return item.proposal.project.name
  return item.kind === "finding" ? item.finding.projectName : (item.conflict.left.entries[0] ?? item.conflict).project.name
}

/** Several of one file stand together, where the first of them is met. */
export function byGroup(items: readonly Item[]): Item[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.group)
    if (group) group.push(item)
    else groups.set(item.group, [item])
  }
  return [...groups.values()].flat()
}

/** A list with more in it: what is listed already keeps its place, the others join their file, or come last. */
export function withMore(items: readonly Item[], more: readonly Item[], grouped: boolean): readonly Item[] {
  const known = new Set(items.map((item) => item.id))
  const added = more.filter((item) => !known.has(item.id))
  if (added.length === 0) return items
  return grouped ? byGroup([...items, ...added]) : [...items, ...added]
}
