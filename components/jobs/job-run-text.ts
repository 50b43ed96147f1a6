import type { OutputOf } from "@/lib/http/contract"

/** A run of a scheduled job. */
export type JobRun = OutputOf<"heartbeat.list">["runs"][number]

export type Job = OutputOf<"heartbeat.status">["jobs"][number]

/** Returns the figures of a run in words: "2 raised, 1 resolved", or "nothing to do". */
export function figureWords(figures: JobRun["figures"]): string {
  const done = Object.entries(figures).filter(([, figure]) => figure !== 0)
  return (
    done
      .map(([name, figure]) =>
        figure === 1 && name.endsWith("s")
          ? `1 ${name.slice(0, -1)}`
          : `${figure.toLocaleString("en")} ${name}`,
      )
      .join(", ") || "nothing to do"
  )
}

/** Returns a duration in milliseconds in words: "4 ms", "1.3 s", "2 min". */
export function jobTimeWords(took: number): string {
  if (took < 1_000) return `${took} ms`
  return took < 120_000 ? `${(took / 1_000).toFixed(1)} s` : `${Math.round(took / 60_000)} min`
}

/** Returns the time until an instant: "now", "in 4 min", "in 3 h". Both are ISO instants. */
export function nextRunWords(at: string, now: string): string {
  const minutes = Math.ceil((Date.parse(at) - Date.parse(now)) / 60_000)
  if (minutes <= 0) return "now"
  return minutes < 90 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`
}

/** Returns the address of the jobs on the instance settings page, with filters of runs. */
export function heartbeatHref(
  team: string,
  asked: { readonly job?: string; readonly show?: string; readonly after?: string } = {},
): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== "")).toString()
  return `/t/${team}/settings/instance${query === "" ? "" : `?${query}`}`
}
