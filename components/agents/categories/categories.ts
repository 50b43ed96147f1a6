import type { OutputOf } from "@/lib/http/contract"
import type { FormAction } from "@/components/data/form-state"
import { formatCount } from "@/lib/memory/text/sentence"

/** An agent of a project, as `taxonomy.show` lists it. */
type ListedAgent = ListedCategory["agents"][number]

export type ListedCategory = OutputOf<"taxonomy.show">["categories"][number]

export type UnplacedAgent = OutputOf<"taxonomy.show">["unplaced"][number]

/** The changes of an assignment, needed to undo it. */
export type Placements = OutputOf<"taxonomy.apply">

export type MoveResult =
  | { readonly ok: true; readonly value: Placements & { readonly files?: number } }
  | { readonly ok: false; readonly message: string }

export interface TaxonomyActions {
  place(
    this: void,
    team: string,
    agents: readonly { name: string; project?: string }[],
    category: string | null,
  ): Promise<MoveResult>
  undo(
    this: void,
    team: string,
    placements: Placements,
  ): Promise<
    | { readonly ok: true; readonly value: { readonly back: number; readonly left: readonly string[] } }
    | { readonly ok: false; readonly message: string }
  >
  apply(this: void, team: string): Promise<MoveResult>
  makeDefault(
    this: void,
    team: string,
  ): Promise<
    | { readonly ok: true; readonly value: { readonly made: readonly string[] } }
    | { readonly ok: false; readonly message: string }
  >
  readonly save: FormAction
  readonly remove: FormAction
}

/**
 * An agent name in a category. The chip represents all agents of this name in the category, even if there are
 * none.
 */
export interface Chip {
  /** ID of the chip: "testing/unit-tester"; without a category "/unit-tester". */
  readonly id: string
  readonly name: string
  /** Slug of the category; null: none. */
  readonly category: string | null
  readonly projects: readonly string[]
  readonly entries: number
  /** True if a person assigned one of the agents. */
  readonly byHand: boolean
  readonly coordinates: boolean
  /**
   * True if agents of this name are in several categories. Moves then apply to agents instead of the name.
   */
  readonly divided: boolean
  readonly suggestion: UnplacedAgent["suggestion"]
}

export interface ChipGroup {
  /** Slug of the category; null: agents without a category. */
  readonly slug: string | null
  readonly chips: readonly Chip[]
}

/**
 * Returns the chips of each category, then those without one. Coordinators come first, existing agents before
 * missing ones.
 */
export function chipGroups(
  categories: readonly ListedCategory[],
  unplaced: readonly UnplacedAgent[],
): ChipGroup[] {
  const homes = new Map<string, Set<string | null>>()
  const note = (name: string, slug: string | null) =>
    homes.set(name, (homes.get(name) ?? new Set()).add(slug))
  for (const { slug, agents } of categories) for (const { name } of agents) note(name, slug)
  for (const { name } of unplaced) note(name, null)
  const chipsIn = (
    slug: string | null,
    agents: readonly (ListedAgent & Partial<UnplacedAgent>)[],
    missing: readonly string[],
    coordinator: string | null,
  ): Chip[] => {
    const byName = new Map<string, Chip>()
    for (const { name, project, entries, byHand, suggestion = null } of agents) {
      const there = byName.get(name) ?? emptyChip(slug, name, coordinator)
      byName.set(name, {
        ...there,
        projects: [...there.projects, project],
        entries: there.entries + entries,
        byHand: there.byHand || byHand,
        divided: (homes.get(name)?.size ?? 0) > 1,
        suggestion,
      })
    }
    for (const name of missing) byName.set(name, emptyChip(slug, name, coordinator))
    return sorted([...byName.values()])
  }
  return [
    ...categories.map(({ slug, agents, missing, coordinator }) => ({
      slug,
      chips: chipsIn(slug, agents, missing, coordinator),
    })),
    { slug: null, chips: chipsIn(null, unplaced, [], null) },
  ]
}

/** Returns the groups after a move, for an optimistic update. */
export function moveChips(
  groups: readonly ChipGroup[],
  ids: ReadonlySet<string>,
  to: string | null,
): ChipGroup[] {
  const moving = groups.flatMap(({ chips }) => chips.filter(({ id }) => ids.has(id)))
  return groups.map(({ slug, chips }) => {
    const staying = chips.filter(({ id }) => !ids.has(id))
    if (slug !== to) return { slug, chips: staying }
    const merged = new Map(
      [...chips.filter(({ id }) => ids.has(id)), ...staying].map((chip) => [chip.name, chip]),
    )
    for (const chip of moving) {
      if (chip.category === to || (chip.projects.length === 0 && to === null)) continue
      const there = merged.get(chip.name) ?? emptyChip(to, chip.name, null)
      merged.set(chip.name, {
        ...there,
        projects: [...there.projects, ...chip.projects],
        entries: there.entries + chip.entries,
        byHand: chip.projects.length > 0,
      })
    }
    return { slug, chips: sorted([...merged.values()]) }
  })
}

const emptyChip = (category: string | null, name: string, coordinator: string | null): Chip => ({
  id: `${category ?? ""}/${name}`,
  name,
  category,
  projects: [],
  entries: 0,
  byHand: false,
  coordinates: name === coordinator,
  divided: false,
  suggestion: null,
})

const sorted = (chips: readonly Chip[]): Chip[] =>
  chips.toSorted(
    (a, b) =>
      Number(b.coordinates) - Number(a.coordinates) ||
      Number(b.projects.length > 0) - Number(a.projects.length > 0) ||
      (a.name < b.name ? -1 : 1),
  )

/** Returns the request for these chips: names, or agents by project if a name is in several categories. */
export const agentsOf = (chips: readonly Chip[]): { name: string; project?: string }[] =>
  chips.flatMap(({ name, projects, divided }) =>
    divided ? projects.map((project) => ({ name, project })) : [{ name }],
  )

/** Returns the chips without a category by suggested category, those without a suggestion last. */
export function suggestionsOf(
  chips: readonly Chip[],
): { category: string | null; why: string; chips: Chip[] }[] {
  const groups = new Map<string, { category: string | null; why: string; chips: Chip[] }>()
  for (const chip of chips) {
    const place = chip.byHand
      ? { category: null, why: "Removed manually" }
      : (chip.suggestion ?? { category: null, why: "No suggestion" })
    const key = `${place.category ?? ""} ${place.why}`
    const group = groups.get(key) ?? { ...place, chips: [] }
    group.chips.push(chip)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => Number(a.category === null) - Number(b.category === null))
}

/**
 * Returns the chip that an arrow key leads to: the next one in reading order, or the nearest in the next
 * line.
 */
export function neighbour(
  places: readonly { readonly id: string; readonly x: number; readonly y: number }[],
  here: string | null,
  key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
): string | null {
  const at = places.findIndex(({ id }) => id === here)
  const from = places[at]
  if (!from) return places[0]?.id ?? null
  if (key === "ArrowLeft" || key === "ArrowRight")
    return places[at + (key === "ArrowRight" ? 1 : -1)]?.id ?? from.id
  const down = key === "ArrowDown"
  const others = places.filter(({ y }) => (down ? y > from.y : y < from.y))
  const lines = others.map(({ y }) => y)
  const line = down ? Math.min(...lines) : Math.max(...lines)
  return (
    others
      .filter(({ y }) => y === line)
      .toSorted((a, b) => Math.abs(a.x - from.x) - Math.abs(b.x - from.x))[0]?.id ?? from.id
  )
}

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
    `${formatCount(agents, "agent")}${names < agents ? ` with ${formatCount(names, "distinct name")}` : ""}`,
    `${placed === agents ? "all" : placed.toLocaleString("en")} in ${formatCount(used, "category")}`,
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
  const who = moved.length === 1 ? (moved[0] ?? "") : formatCount(moved.length, "agent")
  return [
    to === null
      ? `${who} removed from ${moved.length === 1 ? "its category" : "their categories"}.`
      : `${who} moved to ${to}.`,
    ...(led?.from ? [`${led.from} now has no coordinator.`] : []),
    ...(files > 0
      ? [
          `${formatCount(files, "memory file")} ${files === 1 ? "stays" : "stay"} in the previous category’s folder.`,
        ]
      : []),
  ].join(" ")
}
