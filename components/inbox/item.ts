import type { AlertSummary } from "@/components/alerts/alert-types"
import { kindLabel, alertSubject as aboutOf } from "@/components/alerts/alert-text"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import { shortPath } from "@/components/text/short-path"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"

interface Cause {
  readonly key: string
  /** The heading of the group. */
  readonly words: string
}

/** How the list groups items: by cause, by file, or not at all (null). */
export type Grouping = "cause" | "file" | null

export const groupKey = (item: InboxItem, by: Grouping): string =>
  by === "cause" ? (item.cause?.key ?? item.group) : item.group

interface Placed {
  readonly id: string
  /** Key of the file, including its project. */
  readonly group: string
  /** The cause it shares with other items. */
  readonly cause?: Cause
  readonly path: string
}

/** An item of the inbox. */
export type InboxItem =
  | (Placed & { readonly kind: "proposal"; readonly proposal: ProposalSummary })
  | (Placed & { readonly kind: "conflict"; readonly conflict: ConflictSummary })
  | (Placed & { readonly kind: "alert"; readonly alert: AlertSummary })
  | (Placed & { readonly kind: "synthesis"; readonly synthesis: SynthesisSummary })
  | (Placed & { readonly kind: "seed"; readonly plan: SeedPlanSummary })

/** Returns the proposal, conflict, synthesis, seed plan or alert of an item. */
export function subjectOf(
  item: InboxItem,
): ProposalSummary | ConflictSummary | AlertSummary | SynthesisSummary | SeedPlanSummary {
  switch (item.kind) {
    case "proposal":
      return item.proposal
    case "conflict":
      return item.conflict
    case "alert":
      return item.alert
    case "synthesis":
      return item.synthesis
    case "seed":
      return item.plan
  }
}

/** True if the item can still be decided. An alert can until it is resolved or ignored by a rule. */
export function isUndecided(item: InboxItem): boolean {
  if (item.kind === "proposal") return item.proposal.state === "waiting"
  if (item.kind === "synthesis") return item.synthesis.state === "waiting"
  if (item.kind === "seed") return item.plan.state === "waiting"
  return item.kind === "conflict"
    ? item.conflict.state === "open"
    : item.alert.state !== "resolved" && item.alert.state !== "ignored"
}

export const isSnoozed = (item: InboxItem): boolean =>
  item.kind === "alert" ? item.alert.state === "snoozed" : subjectOf(item).snoozedUntil !== null

export function itemOfProposal(proposal: ProposalSummary): InboxItem & { readonly kind: "proposal" } {
  return {
    kind: "proposal",
    id: proposal.id,
    group: `${proposal.project.slug}/${proposal.path}`,
    path: proposal.path,
    proposal,
  }
}

/** Groups the conflict with the file of its left side, which may have a wider scope than its project. */
export function itemOfConflict(conflict: ConflictSummary): InboxItem & { readonly kind: "conflict" } {
  const copies = conflict.finding === "duplicate" ? placesOf(conflict) : []
  return {
    kind: "conflict",
    id: conflict.id,
    group: `${(conflict.left.entries[0] ?? conflict).project.slug}/${conflict.path}`,
    ...(copies.length > 1
      ? {
          cause: {
            key: copies.map(({ key }) => key).join(" = "),
            words: `Identical in ${copies.map(({ name }) => name).join(" and ")}`,
          },
        }
      : {}),
    path: conflict.path,
    conflict,
  }
}

/** Returns the files with identical text, without repeats, by path. */
function placesOf({ left, right }: ConflictSummary): { key: string; name: string }[] {
  const places = new Map(
    [...left.entries, ...right.entries].map(({ project, path }) => [
      `${project.slug}/${path}`,
      shortPath(path),
    ]),
  )
  return [...places].map(([key, name]) => ({ key, name })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** Groups warnings by kind and project. Errors are grouped by file, or else by agent or project. */
export function itemOfAlert(alert: AlertSummary): InboxItem & { readonly kind: "alert" } {
  const project = alert.project?.slug ?? ""
  return {
    kind: "alert",
    id: alert.id,
    group: `${project}/${alert.path ?? `@${alert.agent ?? ""}`}`,
    ...(alert.severity === "warning"
      ? { cause: { key: `${project}/!${alert.kind}`, words: kindLabel(alert.kind) } }
      : {}),
    path: aboutOf(alert),
    alert,
  }
}

/** Groups all syntheses together, because they belong to no file. */
export function itemOfSynthesis(synthesis: SynthesisSummary): InboxItem & { readonly kind: "synthesis" } {
  return { kind: "synthesis", id: synthesis.id, group: "@coach", path: "Coach", synthesis }
}

/** Groups the seed plan with the file that it would write. */
export function itemOfSeedPlan(plan: SeedPlanSummary): InboxItem & { readonly kind: "seed" } {
  return { kind: "seed", id: plan.id, group: `${plan.project.slug}/${plan.path}`, path: plan.path, plan }
}

/** Returns the keys of the files that a decision on the item may write. */
export function lanesOf(item: InboxItem): string[] {
  if (item.kind !== "conflict") return [item.group]
  const { left, right } = item.conflict
  return [
    ...new Set([
      item.group,
      ...[...left.entries, ...right.entries].map((entry) => `${entry.project.slug}/${entry.path}`),
    ]),
  ]
}

/** Returns the project to show next to the file; null if there is none or the path contains it. */
export function projectNameOf(item: InboxItem): string | null {
  if (item.kind === "synthesis") return null
  if (item.kind === "proposal") return item.proposal.project.name
  if (item.kind === "seed") return item.plan.project.name
  return item.kind === "alert"
    ? (item.alert.project?.name ?? null)
    : (item.conflict.left.entries[0] ?? item.conflict).project.name
}

/** Returns the items with each group moved together, at the place of its first item. */
export function byGroup(items: readonly InboxItem[], by: Grouping): InboxItem[] {
  const groups = new Map<string, InboxItem[]>()
  for (const item of items) {
    const key = groupKey(item, by)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()].flat()
}

/**
 * Returns the list with more items. Listed items keep their place; new ones join their group or come last.
 */
export function withMore(
  items: readonly InboxItem[],
  more: readonly InboxItem[],
  by: Grouping,
): readonly InboxItem[] {
  const known = new Set(items.map((item) => item.id))
  const added = more.filter((item) => !known.has(item.id))
  if (added.length === 0) return items
  return by === null ? [...items, ...added] : byGroup([...items, ...added], by)
}
