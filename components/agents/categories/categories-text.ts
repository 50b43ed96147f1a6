import { count } from "@/components/data/count"
import type { ChipGroup } from "./agent-chips"
import type { Placements } from "./categories-types"

/** Returns a summary of agents and categories. A name may stand for several agents, one per project. */
export function taxonomySummary(groups: readonly ChipGroup[]): string {
  const chips = groups.flatMap((group) => group.chips)
  const there = chips.filter(({ projects }) => projects.length > 0)
  const agents = there.reduce((sum, { projects }) => sum + projects.length, 0)
  if (agents === 0) return "No agents yet. Imported agents will be assigned to these default categories."
  const placed = there
    .filter(({ category }) => category !== null)
    .reduce((sum, { projects }) => sum + projects.length, 0)
  const used = groups.filter(
    (group) => group.slug !== null && group.chips.some(({ projects }) => projects.length > 0),
  ).length
  const names = new Set(there.map(({ name }) => name)).size
  return [
    `${count(agents, "agent")}${names < agents ? ` with ${count(names, "distinct name")}` : ""}`,
    `${placed === agents ? "all" : placed.toLocaleString("en")} in ${count(used, "category", "categories")}`,
    ...(placed < agents ? [`${(agents - placed).toLocaleString("en")} unassigned`] : []),
    ...(there.length < chips.length
      ? [`${(chips.length - there.length).toLocaleString("en")} not seen yet`]
      : []),
  ].join(" · ")
}

/**
 * Returns the result of a move: "unit-tester moved to Testing.", with missing coordinators and remaining
 * files.
 */
export function movedWords(
  { placed, names, files = 0 }: Placements & { files?: number },
  to: string | null,
): string {
  const moved = [...new Set([...placed, ...names].map(({ name }) => name))]
  const led = names.find(({ coordinated }) => coordinated)
  const who = moved.length === 1 ? (moved[0] ?? "") : count(moved.length, "agent")
  return [
    to === null
      ? `${who} removed from ${moved.length === 1 ? "its category" : "their categories"}.`
      : `${who} moved to ${to}.`,
    ...(led?.from ? [`${led.from} now has no coordinator.`] : []),
    ...(files > 0
      ? [
          `${count(files, "memory file")} ${files === 1 ? "stays" : "stay"} in the previous category’s folder.`,
        ]
      : []),
  ].join(" ")
}
