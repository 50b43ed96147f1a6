import { groupBy } from "@/lib/memory/text/aggregates"
import { runIsolated } from "../../isolated/run-isolated"
import type { UnitResult } from "../../isolated/analysis"
import { failureOf } from "../../alerts/unit-checks"
import {
  type ComparedStatement,
  readStatements,
  type StatementIndex,
  type CopiesToCompare,
  findBetweenCopies,
  type FoundConflict,
} from "./analyses"

/** Maximum number of statements per unit. They are read in a fraction of a second. */
const MOST_READ = 500

/**
 * Indexes entries for lookups of similar ones. Entries of unreadable files are left out, and their files set
 * aside.
 */
export async function indexEntries<Entry extends ComparedStatement>(
  entries: readonly Entry[],
  setAside: UncheckedFiles,
): Promise<Map<Entry, StatementIndex>> {
  const units = [...groupBy(entries, ({ fileId }) => fileId)].flatMap(([fileId, own]) =>
    setAside.has(fileId) ? [] : inPortions(own, MOST_READ).map((some) => ({ fileId, some })),
  )
  const results = await runIsolated(
    readStatements,
    units.map(({ some }) => some.map(statementOf)),
  )
  for (const [at, { fileId }] of units.entries()) if (!results[at]?.ok) setAside.add(fileId, results[at])
  return new Map(
    units.flatMap(({ fileId, some }, at) => {
      const result = results[at]
      if (!result?.ok || setAside.has(fileId)) return []
      return some.map((entry, place) => [entry, result.value[place] as StatementIndex] as const)
    }),
  )
}

/** Returns the data of an entry for a child process. */
export const statementOf = ({ text, date, section, fileId, path }: ComparedStatement): ComparedStatement => ({
  text,
  date,
  section,
  fileId,
  path,
})

/** Splits items into portions of at most `most`. */
export function inPortions<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) =>
    items.slice(at * most, (at + 1) * most),
  )
}

interface Between extends CopiesToCompare {
  /** The file to quarantine if the comparison fails. */
  readonly fileId: string
}

/**
 * Finds the conflicts between copies of statements, scope by scope. Files whose comparison fails are set
 * aside.
 */
export async function findBetween(
  units: readonly Between[],
  setAside: UncheckedFiles,
): Promise<FoundConflict[]> {
  const results = await runIsolated(
    findBetweenCopies,
    units.map(({ one, other, closeness = null }) => ({ one, other, closeness })),
  )
  return units.flatMap(({ fileId }, at) => {
    const result = results[at]
    if (result?.ok) return result.value
    setAside.add(fileId, result)
    return []
  })
}

/**
 * Collects files whose entries could not be compared in a run, with the reasons. The run continues without
 * them.
 */
export class UncheckedFiles {
  private readonly reasons = new Map<string, string>()

  get size(): number {
    return this.reasons.size
  }

  add(fileId: string, result: UnitResult<unknown> | undefined): void {
    if (this.reasons.has(fileId)) return
    const reason = failureOf(result)
    console.error(`Checking for conflicts: the file ${fileId} could not be compared: ${reason}`)
    this.reasons.set(fileId, reason)
  }

  has(fileId: string): boolean {
    return this.reasons.has(fileId)
  }

  reasonOf(fileId: string): string | null {
    return this.reasons.get(fileId) ?? null
  }
}
