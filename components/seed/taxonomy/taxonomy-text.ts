import { count } from "@/components/data/count"
import type { Group } from "./chips"
import type { Placements } from "./taxonomy-types"

/** How many agents there are and where: a name may stand for several, one in each project. */
export function summaryOf(groups: readonly Group[]): string {
  const chips = groups.flatMap((group) => group.chips)
  const there = chips.filter(({ projects }) => projects.length > 0)
  const agents = there.reduce((sum, { projects }) => sum + projects.length, 0)
  if (agents === 0) return "No agents yet. This is the default: what is imported is placed by it."
  const placed = there
    .filter(({ category }) => category !== null)
    .reduce((sum, { projects }) => sum + projects.length, 0)
  const used = groups.filter(
    (group) => group.slug !== null && group.chips.some(({ projects }) => projects.length > 0),
  ).length
  const names = new Set(there.map(({ name }) => name)).size
  return [
    `${count(agents, "agent")}${names < agents ? ` of ${count(names, "name")}` : ""}`,
    `${placed === agents ? "all" : placed.toLocaleString("en")} in ${count(used, "category", "categories")}`,
    ...(placed < agents ? [`${(agents - placed).toLocaleString("en")} not placed`] : []),
    ...(there.length < chips.length
      ? [`${(chips.length - there.length).toLocaleString("en")} expected`]
      : []),
  ].join(" · ")
}

/** "unit-tester is in Testing now"; with what stays behind. */
export function movedWords(
  { placed, names, files = 0 }: Placements & { files?: number },
  to: string | null,
): string {
  const moved = [...new Set([...placed, ...names].map(({ name }) => name))]
  const led = names.find(({ coordinated }) => coordinated)
  const who = moved.length === 1 ? `${moved[0]} is` : `${count(moved.length, "agent")} are`
  return [
    `${who} ${to === null ? "in no category" : `in ${to}`} now.`,
    ...(led?.from ? [`${led.from} has no coordinator any more.`] : []),
    ...(files > 0
      ? [
          `${count(files, "memory file")} of theirs ${files === 1 ? "stays" : "stay"} in the folder of the category before.`,
        ]
      : []),
  ].join(" ")
}

export const POLICY_WORDS: Readonly<Record<string, string>> = {
  coordinated: "one writes for all",
  direct: "each for itself",
  "append-only": "each in its section",
}
