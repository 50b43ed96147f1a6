import { groupBy, compareText } from "../text/aggregates"

/** Entries of an agent in a section, over all its files. */
export interface SectionCount {
  readonly agent: string
  readonly section: string
  readonly entries: number
}

export interface Member {
  readonly id: string
  /** Slug of its category, or null. */
  readonly category: string | null
}

export interface CoverageCell {
  readonly entries: number
  /** Number of agents of the category with an entry in the section. */
  readonly agents: number
  /** Number of agents without entries although most others of the category have some. */
  readonly gaps: number
}

export interface CoverageRow {
  readonly category: string | null
  readonly agents: number
  /** Cells in the order of the sections. */
  readonly cells: readonly CoverageCell[]
}

export interface CoverageMatrix {
  readonly sections: readonly string[]
  /** Number of further sections of fewer agents, which are left out. */
  readonly others: number
  readonly rows: readonly CoverageRow[]
}

/** Lowest share of the other agents in a category that makes a missing section a gap. */
export const MOST_MATES = 0.5

/** True if agents of a category lack a section that at least half of the others have. */
export const isGap = ({ agents, of }: { readonly agents: number; readonly of: number }): boolean =>
  agents > 0 && agents < of && agents / (of - 1) >= MOST_MATES

/**
 * Returns categories by sections. Section names ignore case and use the most common spelling. At most `most` sections, those of most agents
 * first. Categories with most gaps first. Agents without a category have no gaps.
 */
export function coverageMatrix(
  members: readonly Member[],
  counts: readonly SectionCount[],
  most: number,
): CoverageMatrix {
  const keys = new Map<string, string>()
  const named = counts.flatMap(({ agent, section, entries }) =>
    entries > 0 ? [{ agent, section, entries, key: keyOf(section, keys) }] : [],
  )
  const sections = [...groupBy(named, ({ key }) => key)].map(([key, all]) => ({
    key,
    name: mostWritten(all),
    agents: new Set(all.map(({ agent }) => agent)).size,
  }))
  const shown = sections.toSorted((a, b) => b.agents - a.agents || compareText(a.name, b.name)).slice(0, most)
  const byAgent = groupBy(named, ({ agent }) => agent)
  const rows = [...groupBy(members, ({ category }) => category)].map(([category, agents]): CoverageRow => {
    const cells = new Map<string, { entries: number; agents: Set<string> }>()
    for (const { id } of agents) {
      for (const { key, entries } of byAgent.get(id) ?? []) {
        const cell = cells.get(key)
        if (cell) {
          cell.entries += entries
          cell.agents.add(id)
        } else cells.set(key, { entries, agents: new Set([id]) })
      }
    }
    return {
      category,
      agents: agents.length,
      cells: shown.map(({ key }) => {
        const cell = cells.get(key)
        const has = cell?.agents.size ?? 0
        return {
          entries: cell?.entries ?? 0,
          agents: has,
          gaps: category !== null && isGap({ agents: has, of: agents.length }) ? agents.length - has : 0,
        }
      }),
    }
  })
  return {
    sections: shown.map(({ name }) => name),
    others: sections.length - shown.length,
    rows: rows.toSorted(
      (a, b) =>
        Number(a.category === null) - Number(b.category === null) ||
        gapsOf(b) - gapsOf(a) ||
        compareText(a.category ?? "", b.category ?? ""),
    ),
  }
}

/** Returns the key of a section. Equal for "Watch points" and "Watch Points:". */
export const sectionKey = (section: string): string =>
  section
    .toLowerCase()
    .replaceAll(/[\s:#*]+/g, " ")
    .trim()

/**
 * Returns the key of a section. Keys are cached in `known`, because thousands of agents use only a few
 * different section names.
 */
function keyOf(section: string, known: Map<string, string>): string {
  const key = known.get(section) ?? sectionKey(section)
  known.set(section, key)
  return key
}

const gapsOf = ({ cells }: CoverageRow): number => cells.reduce((sum, { gaps }) => sum + gaps, 0)

function mostWritten(all: readonly SectionCount[]): string {
  const ways = [...groupBy(all, ({ section }) => section)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || compareText(a, b),
  )
  return ways[0]?.[0] ?? ""
}
