import { runIsolated } from "../../isolated/run-isolated"
import { type PossibleCopies, findBetweenCopies } from "./analyses"
import type { FoundConflict } from "./pairs"
import type { UncheckedFiles } from "../unchecked-files"

interface Between {
  /** The file to quarantine if the comparison fails. */
  readonly fileId: string
  readonly one: PossibleCopies
  readonly other: PossibleCopies | null
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
    units.map(({ one, other }) => ({ one, other })),
  )
  return units.flatMap(({ fileId }, at) => {
    const result = results[at]
    if (result?.ok) return result.value
    setAside.add(fileId, result)
    return []
  })
}
