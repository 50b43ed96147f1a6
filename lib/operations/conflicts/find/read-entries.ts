import { groupBy } from "@/lib/memory/text/group"
import { runIsolated } from "../../isolated/run-isolated"
import { type ComparedStatement, readStatements, type StatementIndex } from "./analyses"
import type { SetAside } from "../set-aside"

/** Statements of one unit: they are read in a fraction of a second. */
const MOST_READ = 500

/** Reads entries for looking up what is like them. Entries of files that cannot be read are left out, and their files set aside. */
export async function readEntries<Entry extends ComparedStatement>(
  entries: readonly Entry[],
  setAside: SetAside,
): Promise<Map<Entry, StatementIndex>> {
  const units = [...groupBy(entries, ({ fileId }) => fileId)].flatMap(([fileId, own]) =>
    setAside.has(fileId) ? [] : portionsOf(own, MOST_READ).map((some) => ({ fileId, some })),
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

/** An entry as it travels to a child process. */
export const statementOf = ({ text, date, section, fileId, path }: ComparedStatement): ComparedStatement => ({
  text,
  date,
  section,
  fileId,
  path,
})

export function portionsOf<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) =>
    items.slice(at * most, (at + 1) * most),
  )
}
