import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { entriesByFile } from "@/lib/db/memory-files/current-revisions"
import { groupBy } from "@/lib/memory/text/group"
import type { LogPart } from "./analyses"
import type { CompactionPlace } from "./target"

export interface ReadLog {
  readonly file: string
  readonly path: string
  readonly day: string
  readonly lines: number
}

export interface ReadLogs {
  readonly logs: readonly ReadLog[]
  readonly parts: readonly LogPart[]
  /** The newest day that was read, or null. */
  readonly upTo: string | null
  /** Number of daily logs after that day, left for the next run. */
  readonly later: number
}

/**
 * Maximum number of lines per run. Each line is compared with all others, and a person reviews the result.
 */
export const MOST_LINES = 1_000

/**
 * Reads the daily logs of a memory since a day, or all of them, and the session log in the memory itself.
 * Logs are never changed.
 */
export async function readLogs(
  { team, target, workspace, today }: CompactionPlace,
  since: string | null,
): Promise<ReadLogs> {
  const wanted = (day: string) => day <= today && (since === null || day >= since)
  const all = (workspace?.logs ?? []).filter(({ day }) => wanted(day))
  const inMemory = sessionsIn({ target }).filter(({ day }) => wanted(day))
  const end = lastDayOf([
    ...all.map(({ file, day }) => ({ day, lines: file.entries })),
    ...inMemory.map(({ day }) => ({ day, lines: 1 })),
  ])
  const logs = all.filter(({ day }) => day <= end)
  const said = await entriesByFile(
    wholeTeamUnchecked(team.id),
    logs.map(({ file }) => file.id),
  )
  const read = logs.map(({ file, day }) => ({ file: file.id, path: file.path, day, lines: file.lines }))
  const parts = logs.flatMap(({ file, day }) =>
    (said.get(file.id) ?? [])
      .filter(({ state }) => state === "current")
      .map(({ id, text, section, line, date }): LogPart => ({
        id,
        text,
        section,
        line,
        file: file.id,
        path: file.path,
        day: date ?? day,
        isSession: false,
      })),
  )
  const sessions = inMemory.filter(({ day }) => day <= end)
  const days = [...read, ...sessions].map(({ day }) => day).toSorted()
  return {
    logs: read,
    parts: [...parts, ...sessions],
    upTo: days.at(-1) ?? null,
    later: all.length - logs.length,
  }
}

/**
 * Returns the last day up to which the logs have at most MOST_LINES lines. Takes whole days, at least two,
 * because the first may have been read before. Returns "" without logs.
 */
function lastDayOf(logs: readonly { readonly day: string; readonly lines: number }[]): string {
  const days = [...groupBy(logs, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  let [end, lines] = ["", 0]
  for (const [place, [day, those]] of days.entries()) {
    lines += those.reduce((sum, one) => sum + one.lines, 0)
    if (place > 1 && lines > MOST_LINES) break
    end = day
  }
  return end
}

/** Returns the lines of the session log in an agent's memory. */
function sessionsIn({ target: { head, reading, text, format } }: Pick<CompactionPlace, "target">): LogPart[] {
  if (head === null || format !== "kaizen") return []
  return reading.format.parse(text, reading.path).sessions.flatMap(({ date, summary, line }) =>
    date === null
      ? []
      : [
          {
            id: `${head.id}:${line}`,
            text: summary,
            section: "Session Log",
            file: head.id,
            path: head.path,
            line,
            day: date.slice(0, 10),
            isSession: true,
          },
        ],
  )
}
