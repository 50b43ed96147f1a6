import type { CoachRun } from "./coach-run-types"

const DAY_MS = 86_400_000
/** Number of days for which runs without a result are listed, by state. */
const TOLD_DAYS = { failed: 7, cancelled: 1, done: 1 } as const

export const isUnderWay = ({ state }: Pick<CoachRun, "state">): boolean =>
  state === "queued" || state === "running"

/**
 * Returns the runs to list: those in progress, and the newest run of each request if it has no synthesis and
 * ended recently. `runs`: newest first. `now`: ISO instant.
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
