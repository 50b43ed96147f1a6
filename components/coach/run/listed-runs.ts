import type { CoachRun } from "./coach-run-types"

const DAY_MS = 86_400_000
/** How long one is told of what did not come to an end as meant. */
const TOLD_DAYS = { failed: 7, cancelled: 1, done: 1 } as const

export const isUnderWay = ({ state }: Pick<CoachRun, "state">): boolean =>
  state === "queued" || state === "running"

/**
 * The runs that a page tells of, the newest first: those under way, and those that ended lately without a synthesis, unless the
 * same was begun again since. What wrote one stands as that one. `now` is an ISO instant.
 */
export function listedRuns(runs: readonly CoachRun[], now: string): CoachRun[] {
  const seen = new Set<string>()
  return runs.filter((run) => {
    const same = `${run.project ?? ""}\n${run.kind}\n${run.agent ?? ""}`
    const isNewest = !seen.has(same)
    seen.add(same)
    if (run.state === "queued" || run.state === "running") return true
    return (
      isNewest &&
      run.synthesis === null &&
      Date.parse(now) - Date.parse(run.finishedAt ?? run.createdAt) < TOLD_DAYS[run.state] * DAY_MS
    )
  })
}
