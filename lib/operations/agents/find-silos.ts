import type { Visibility } from "@/lib/memory/teams/visibility"
import { type GroupStamp, type SiloEntry, siloEntries } from "@/lib/db/agents/silos"
import { findSimilarEntries } from "@/lib/db/similarity/similar-entries"
import { type Generality, generalityOf } from "@/lib/memory/agents/reusability"

/** Maximum entries of other agents that are compared with an entry in full. */
const ALIKE = 12
/** Maximum number of groups in the cache. */
const MOST = 200

export interface RequestedGroup extends GroupStamp {
  readonly visible: Visibility
  /** Number of the newest entries to check. */
  readonly take: number
}

export interface RatedSilo {
  readonly entry: SiloEntry
  readonly general: Generality
}

/**
 * Finds the entries that only one agent of a group has, and which of them other agents have in other words.
 */
export class SiloFinder {
  private readonly known: ReturnType<typeof siloEntries>
  private told: { readonly day: string; readonly useful: readonly RatedSilo[] } | null = null
  private readonly said = new Map<string, Promise<boolean>>()

  private constructor(private readonly group: RequestedGroup) {
    this.known = siloEntries({ categoryId: group.id, visible: group.visible }, group)
  }

  /** Returns the cached finder of the group, or a new one if one of its files changed. */
  static of(group: RequestedGroup): SiloFinder {
    const key = JSON.stringify([group.visible.teamId, group.visible.projectId, group.id, group.take])
    const before = remembered.get(key)
    const now = before?.group.stamp === group.stamp ? before : new SiloFinder(group)
    remembered.delete(key)
    remembered.set(key, now) // Moves the entry to the end of the eviction order.
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST) break
      remembered.delete(oldest)
    }
    now.known.catch(() => remembered.delete(key))
    return now
  }

  /**
   * Returns the entries of single agents that others can use. Cached for a day, because the score depends on
   * the age in days.
   */
  async useful(now: Date): Promise<{ useful: readonly RatedSilo[]; looked: number }> {
    const { entries, looked } = await this.known
    const day = now.toISOString().slice(0, 10)
    if (this.told?.day !== day)
      this.told = {
        day,
        useful: entries
          .map((entry) => ({ entry, general: generalityOf(entry, now) }))
          .filter(({ general }) => general.score > 0),
      }
    return { useful: this.told.useful, looked }
  }

  /** True if another agent of the category has the entry in other words. Cached by entry. */
  isSaidByMate({ id, text, agentId }: SiloEntry): Promise<boolean> {
    const before = this.said.get(id)
    if (before) return before
    const { visible, id: categoryId } = this.group
    const asked = findSimilarEntries(visible, text, {
      mates: { categoryId, projectId: visible.projectId, agentId },
      exclude: [id],
      take: 1,
      compared: ALIKE,
    }).then(([like]) => like !== undefined && (like.kind === "same" || like.kind === "duplicate"))
    this.said.set(id, asked)
    asked.catch(() => this.said.delete(id))
    return asked
  }
}

const remembered = new Map<string, SiloFinder>()
