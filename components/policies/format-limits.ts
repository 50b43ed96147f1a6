import type { FormatId, LoadLimits } from "@/lib/memory/memory-files/format"

/** A format with its name and its default limits. */
export interface ListedFormat {
  readonly id: FormatId
  readonly name: string
  readonly own: LoadLimits
  /** Sections that the format requires by default. */
  readonly sections: readonly string[]
}

export type LimitKey = keyof LoadLimits

export const LIMIT_WORDS: Record<LimitKey, string> = {
  budget: "Budget",
  lines: "Lines",
  bytes: "Bytes",
  characters: "Characters",
  runs: "Runs",
}
export const LIMIT_KEYS = Object.keys(LIMIT_WORDS) as readonly LimitKey[]

/** The input that turns a format's default limit off. */
export const NONE = "none"

export function writeLimit(limit: number | null | undefined): string {
  if (limit === undefined) return ""
  return limit === null ? NONE : String(limit)
}

/**
 * Parses a limit. Returns undefined for an empty text (the format’s default) and null for "none". Returns
 * NaN, which the schema rejects, for other text.
 */
export function readLimit(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === "") return undefined
  return typed.toLowerCase() === NONE ? null : Number(typed.replaceAll(/[\s,_]/g, ""))
}
