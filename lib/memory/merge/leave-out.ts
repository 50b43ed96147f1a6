import type { MemoryFormat } from "../memory-files/format"
import { sectionOf } from "../proposals/trace-entries"
import { writeChanges } from "../proposals/write-changes"

interface File {
  readonly format: MemoryFormat
  readonly path: string
  readonly text: string
}

/** Returns a text without the entries at some indexes. All other bytes stay. Null if the rest would be parsed differently. */
export function leaveOut({ format, path, text }: File, places: readonly number[]): string | null {
  if (places.length === 0) return text
  const parsed = format.parse(text, path)
  const entries = parsed.entries.map((entry, at) => {
    const { state, retiredBecause, date, type, confidence, key } = entry
    return {
      id: `${at}`,
      text: entry.text,
      section: sectionOf(parsed, entry),
      state,
      retiredBecause,
      date,
      type,
      confidence,
      key,
    }
  })
  const written = writeChanges(
    { format, path, text },
    entries,
    places.map((at) => ({ kind: "remove", entry: `${at}`, before: entries[at]?.text ?? "" })),
  )
  return written.ok ? written.text : null
}
