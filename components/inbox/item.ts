import type { ProposalSummary } from "@/components/proposal/shapes"
import type { Finding } from "./finding"

/** One thing in the queue. `group` is the file that it concerns, with its project. */
export type Item =
  | { readonly kind: "proposal"; readonly id: string; readonly group: string; readonly path: string; readonly proposal: ProposalSummary }
  | { readonly kind: "finding"; readonly id: string; readonly group: string; readonly path: string; readonly finding: Finding }

export function itemOfProposal(proposal: ProposalSummary): Item {
  return { kind: "proposal", id: proposal.id, group: `${proposal.project.slug}/${proposal.path}`, path: proposal.path, proposal }
}

export function itemOfFinding(finding: Finding): Item {
  return { kind: "finding", id: finding.id, group: `${finding.project ?? ""}/${finding.path}`, path: finding.path, finding }
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
