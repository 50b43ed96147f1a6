import { setImmediate } from "node:timers/promises"
import { indexOf } from "@/lib/memory/compaction/alike"
import type { LogAsked, ScoredLog } from "@/lib/memory/compaction/log-entry"
import { scoreLogEntry, standingOf } from "@/lib/memory/compaction/score-log"

/** Milliseconds of work after which others get their turn. */
const PORTION = 20

/** As `scoreLog`, with rests between the lines: nobody else waits for a thousand of them. */
export async function scoreInTurn(asked: LogAsked): Promise<ScoredLog[]> {
  const standing = standingOf(asked)
  const index = indexOf(asked.entries, ({ text }) => text)
  const scored: ScoredLog[] = []
  let rested = performance.now()
  for (const entry of asked.entries) {
    scored.push(scoreLogEntry({ entry, index, standing, today: asked.today }))
    if (performance.now() - rested < PORTION) continue
    await setImmediate()
    rested = performance.now()
  }
  return scored
}
