import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import type { Finding } from "./finding"
import type { StatementIndex, DistinctStatement } from "./distinct-statements"

/** Maximum number of times that duplicates are grouped again without flagged entries. */
const MOST_ROUNDS = 3

/**
 * Holds back findings that cite flagged entries. Detecting flags takes longer than reading, so only chosen findings are checked. If one is
 * flagged, its text is barred and the remaining duplicates are grouped again.
 */
export class FlagFilter {
  /** Ids of entries. */
  readonly flagged = new Set<string>()
  readonly barred = new Set<DistinctStatement>()
  private readonly byId: ReadonlyMap<string, CoachEntry>
  private rounds = 0
  private before = 0

  constructor({ entries }: CoachMaterial) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]))
  }

  /** True if no cited entry is flagged. */
  lets({ citations }: Finding, { byEntry }: StatementIndex): boolean {
    const held = [...new Set(citations)].filter((id) => (this.byId.get(id)?.flags.length ?? 0) > 0)
    for (const id of held) {
      this.flagged.add(id)
      const saying = byEntry.get(id)
      if (saying !== undefined) this.barred.add(saying)
    }
    return held.length === 0
  }

  /** True if text was barred since the last call. */
  mayLetMore(): boolean {
    const more = this.barred.size > this.before && this.rounds < MOST_ROUNDS
    this.before = this.barred.size
    this.rounds += 1
    return more
  }
}
