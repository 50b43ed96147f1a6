import { formatCount } from "@/lib/memory/text/sentence"
import type { Cut } from "@/lib/memory/memory-files/load-limit"
import type { LoadLimits } from "@/lib/memory/memory-files/format"

/** Returns the first load limit of a file, as in "25 KB". Null if the harness loads the whole file. */
export function describeLimit(limits: LoadLimits): string | null {
  if (limits.lines !== null) return limits.lines.toLocaleString("en")
  if (limits.bytes !== null) return describeBytes(limits.bytes)
  if (limits.characters !== null) return `${limits.characters.toLocaleString("en")} characters`
  return limits.runs === null ? null : `the last ${limits.runs} runs`
}

export function describeCut(cut: Cut, limits: LoadLimits, lines: number): CutWords {
  const after = {
    lines: `${(cut.line - 1).toLocaleString("en")} lines`,
    bytes: describeBytes(limits.bytes ?? 0),
    characters: `${(limits.characters ?? 0).toLocaleString("en")} characters`,
  }
  return { after: after[cut.reason], below: Math.max(1, lines - cut.line + 1) }
}

interface Sized {
  readonly lines: number
  readonly cut: number | null
  readonly limits: LoadLimits
}

/** Returns the size of a file against its limits, as in "209 lines, budget 100, load limit 200". */
export function describeSize({ lines, cut, limits }: Sized): string {
  const limit = cut === null ? describeLimit(limits) : (cut - 1).toLocaleString("en")
  const parts = [formatCount(lines, "line")]
  if (limits.budget !== null) parts.push(`budget ${limits.budget.toLocaleString("en")}`)
  if (limit !== null) parts.push(`load limit ${limit}`)
  return parts.join(", ")
}

export function describeBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const kilo = bytes % 1024 === 0 ? bytes / 1024 : bytes / 1000
  return kilo < 1_000 ? `${trim(kilo)} KB` : `${trim(kilo / 1000)} MB`
}

const trim = (number: number) =>
  number < 10 ? number.toFixed(1).replace(/\.0$/, "") : Math.round(number).toLocaleString("en")

/** The load limit of a file, in words. */
export interface CutWords {
  /** The limit, as in "200 lines" or "25 KB". */
  after: string
  /** Number of lines that are not loaded. */
  below: number
}
