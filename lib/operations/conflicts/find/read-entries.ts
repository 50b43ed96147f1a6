import { groupBy } from "@/lib/memory/text/group"
import { runIsolated } from "../../isolated/run-isolated"
import { type ComparedStatement, readStatements, type StatementIndex } from "./analyses"
import type { UncheckedFiles } from "../unchecked-files"

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
