import type { FormatId, LoadLimits } from "@/lib/memory/memory-files/format"

/** A format as its settings are shown: by its name, with what it loads where no policy says otherwise. */
export interface ListedFormat {
  readonly id: FormatId
  readonly name: string
  readonly own: LoadLimits
  /** Sections that it asks for itself. */
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

/** For what is written where a format's own limit does not hold, and no other. */
export const NONE = "none"

export const writeLimit = (limit: number | null | undefined): string =>
  limit === undefined ? "" : limit === null ? NONE : String(limit)

/** Undefined: the format's own. What is no number is left for the setting's own bounds to refuse. */
export function readLimit(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === "") return undefined
  return typed.toLowerCase() === NONE ? null : Number(typed.replaceAll(/[\s,_]/g, ""))
}
