import { runIsolated } from "../../isolated/run-isolated"
import { type Copies, findBetweenCopies } from "./analyses"
import type { FoundConflict } from "./pairs"
import type { SetAside } from "../set-aside"

interface Between {
  /** The file that is set aside where this cannot be compared. */
  readonly fileId: string
  readonly one: Copies
  readonly other: Copies | null
}

/** Finds the conflicts between copies of statements, place by place. */
export async function findBetween(units: readonly Between[], setAside: SetAside): Promise<FoundConflict[]> {
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
