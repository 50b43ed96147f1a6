import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import type { Finding } from "./finding"
import type { Heard, Saying } from "./sayings"

/** So often what is said alike is put together without what turned out to be flagged. */
const MOST_ROUNDS = 3

/**
 * Keeps back what rests on entries that a person has to look at first. Looking for flags takes longer than reading, so it is done for what
 * would be told alone: where something is flagged, its words are barred, and the others that say alike are put together without it.
 */
export class Gate {
  /** Ids of entries. */
  readonly flagged = new Set<string>()
  readonly barred = new Set<Saying>()
  private readonly byId: ReadonlyMap<string, CoachEntry>
  private rounds = 0
  private before = 0

  constructor({ entries }: CoachMaterial) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]))
  }

  /** By what it cites: nothing else is quoted in it. */
  lets({ citations }: Finding, { byEntry }: Heard): boolean {
    const held = [...new Set(citations)].filter((id) => (this.byId.get(id)?.flags.length ?? 0) > 0)
    for (const id of held) {
      this.flagged.add(id)
      const saying = byEntry.get(id)
      if (saying !== undefined) this.barred.add(saying)
    }
    return held.length === 0
  }

  /** Whether something was barred since this was last asked. */
  mayLetMore(): boolean {
    const more = this.barred.size > this.before && this.rounds < MOST_ROUNDS
    this.before = this.barred.size
    this.rounds += 1
    return more
  }
}
