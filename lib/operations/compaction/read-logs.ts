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
  /** The newest day that was read; null: nothing was. */
  readonly upTo: string | null
  /** Daily logs after that day, which are left for the next time. */
  readonly later: number
}

/** Lines at once: each is compared with all others, and nobody decides on what more of them come to in one sitting. */
export const MOST_LINES = 1_000

/** What the daily logs of a memory say, those of `since` and after, or all; also the log of sessions that the memory keeps in itself. Nothing is ever written to them. */
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
    team.id,
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

/** The day up to which there is room: whole days, and two at least, as the first one may have been read before. */
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

/** Lines of the log of sessions inside an agent's memory: each is a line of its day. */
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
