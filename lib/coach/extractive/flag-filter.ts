import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import type { Finding } from "./finding"
import type { StatementIndex, DistinctStatement } from "./distinct-statements"

/** Maximum number of times that duplicates are grouped again without flagged entries. */
const MOST_ROUNDS = 3

/**
 * Rejects findings that cite flagged entries. Detecting flags takes longer than reading, so only selected
 * findings are checked. The statement of a flagged entry is barred, and duplicates are then grouped again
 * without it.
 */
export class FlagFilter {
  /** IDs of the flagged entries that were found. */
  readonly flagged = new Set<string>()
  readonly barred = new Set<DistinctStatement>()
  private readonly byId: ReadonlyMap<string, CoachEntry>
  private rounds = 0
  private before = 0

  constructor({ entries }: CoachMaterial) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]))
  }

  /** True if no cited entry is flagged. Otherwise bars the statements of the flagged entries. */
  lets({ citations }: Finding, { byEntry }: StatementIndex): boolean {
    const held = [...new Set(citations)].filter((id) => (this.byId.get(id)?.flags.length ?? 0) > 0)
    for (const id of held) {
      this.flagged.add(id)
      const saying = byEntry.get(id)
      if (saying !== undefined) this.barred.add(saying)
    }
    return held.length === 0
  }

  /**
   * True if the duplicates should be grouped again: a statement was barred since the last call, and fewer
   * than `MOST_ROUNDS` rounds have run.
   */
  mayLetMore(): boolean {
    const more = this.barred.size > this.before && this.rounds < MOST_ROUNDS
    this.before = this.barred.size
    this.rounds += 1
    return more
  }
}
