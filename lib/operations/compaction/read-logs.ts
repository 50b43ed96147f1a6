import { entriesByFile } from "@/lib/db/heads"
import type { LogEntry } from "@/lib/memory/compaction/log-entry"
import { linesOfLog, withoutClock } from "@/lib/memory/compaction/log-lines"
import { groupBy } from "@/lib/memory/group"
import { flagKindsOf } from "../guard/guard"
import { keyOfStatement } from "./earlier"
import type { CompactionPlace } from "./target"

export interface ReadLog {
  readonly file: string
  readonly path: string
  readonly day: string
  readonly lines: number
}

export interface ReadLogs {
  readonly logs: readonly ReadLog[]
  readonly entries: readonly LogEntry[]
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
  const entries = logs.flatMap(({ file, day }) =>
    (said.get(file.id) ?? [])
      .filter(({ state }) => state === "current")
      .flatMap((entry) => linesOfEntry(entry, { file: file.id, path: file.path, day: entry.date ?? day })),
  )
  const sessions = inMemory.filter(({ day }) => day <= end)
  const days = [...read, ...sessions].map(({ day }) => day).toSorted()
  return {
    logs: read,
    entries: [...entries, ...sessions],
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
function sessionsIn({
  target: { head, reading, text, format },
}: Pick<CompactionPlace, "target">): LogEntry[] {
  if (head === null || format !== "kaizen") return []
  return reading.format
    .parse(text, reading.path)
    .sessions.flatMap(({ date, summary, line }) =>
      date === null
        ? []
        : [
            logEntry({
              id: `${head.id}:${line}`,
              text: withoutClock(summary),
              written: summary,
              section: "Session Log",
              file: head.id,
              path: head.path,
              line,
              day: date.slice(0, 10),
            }),
          ],
    )
}

const linesOfEntry = (
  entry: {
    readonly id: string
    readonly text: string
    readonly line: number
    readonly section: string | null
  },
  from: Pick<LogEntry, "file" | "path" | "day">,
): LogEntry[] =>
  linesOfLog(entry).map((one, place) =>
    logEntry({ ...one, ...from, id: place === 0 ? entry.id : `${entry.id}:${one.line}` }),
  )

const logEntry = (entry: Omit<LogEntry, "flagged" | "key"> & { readonly written: string }): LogEntry => ({
  ...entry,
  flagged: whyFlagged(entry.written),
  key: keyOfStatement(entry.written),
})

const FLAG_WORDS: Readonly<Record<ReturnType<typeof flagKindsOf>[number], string>> = {
  "invisible-character": "holds characters that nobody sees",
  "look-alike": "mixes letters of several scripts in a word",
  "instruction-like": "gives orders to the reader",
  secret: "holds a secret",
}

function whyFlagged(text: string): string | null {
  const [kind] = flagKindsOf(text)
  return kind === undefined ? null : FLAG_WORDS[kind]
}
