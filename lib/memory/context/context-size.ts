import type { LoadLimits } from "../memory-files/format"

/** The memory that an agent receives, from the widest to the narrowest. */
export const CONTEXT_PARTS = ["global", "team", "project", "category", "own"] as const
export type ContextPart = (typeof CONTEXT_PARTS)[number]

/** Lines of an agent's files at a session start. */
export interface ContextSize {
  readonly loaded: Readonly<Record<ContextPart, number>>
  /**
   * Number of lines that can be added before the files reach their budgets, or the load limit if a file has
   * no budget.
   */
  readonly unused: number
  /** Lines past a load limit, which the harness never loads. */
  readonly truncated: number
}

export interface SizedFile {
  readonly moment: "start" | "on-demand"
  readonly scope: string
  readonly agent: string | null
  readonly category: string | null
  readonly lines: number
  /** First line that is not loaded; null if all lines are loaded. */
  readonly cut: number | null
  readonly limits: Pick<LoadLimits, "budget" | "lines">
}

/** Returns how many lines of a file the harness loads. */
export const loadedLines = ({ lines, cut }: Pick<SizedFile, "lines" | "cut">): number =>
  cut === null ? lines : cut - 1

/** Returns the lines of an agent's files at a session start, by part. Files that are opened on demand do not count. */
export function contextSize(files: readonly SizedFile[]): ContextSize {
  const loaded: Record<ContextPart, number> = { global: 0, team: 0, project: 0, category: 0, own: 0 }
  let [unused, truncated] = [0, 0]
  for (const file of files) {
    if (file.moment !== "start") continue
    const lines = loadedLines(file)
    const room = file.limits.budget ?? file.limits.lines ?? 0
    loaded[partOf(file)] += lines
    unused += Math.max(0, room - lines)
    truncated += file.lines - lines
  }
  return { loaded, unused, truncated }
}

function partOf({ agent, category, scope }: SizedFile): ContextPart {
  if (agent !== null) return "own"
  if (category !== null) return "category"
  return scope === "global" || scope === "team" ? scope : "project"
}
