import { fileName } from "@/lib/memory/memory-files/paths"
import type { LoadLimits, FileRole, FormatId } from "../memory-files/format"
import type { Cut } from "../memory-files/load-limit"
import { compareText } from "@/lib/memory/text/aggregates"

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

/** Groups of loaded files, in load order. */
export const LOAD_GROUPS = ["instructions", "workspace", "project", "category", "own"] as const
export type LoadGroup = (typeof LOAD_GROUPS)[number]

/** A file that an agent's harness or memory protocol loads without a request. */
export interface Loadable {
  readonly path: string
  readonly format: FormatId
  readonly role: FileRole
  /** Agent that owns the file; null for shared files. */
  readonly agent: string | null
  readonly category: string | null
}

export interface LoadStep<File> {
  readonly file: File
  readonly group: LoadGroup
  /** Time of loading. "on-demand": the agent opens the file if an index or a task refers to the file. */
  readonly moment: "start" | "on-demand"
}

/**
 * Returns what an agent's harness loads, in this order: instructions, the workspace (SOUL, USER, MEMORY, today's log), project memory,
 * category memory, own memory, and files that are opened on demand. Logs before yesterday are not loaded. `today`: ISO date.
 */
export function loadOrder<File extends Loadable>(files: readonly File[], today: string): LoadStep<File>[] {
  const shallowest = Math.min(
    ...files.filter(({ format }) => format === "instructions").map(({ path }) => depthOf(path)),
  )
  const days = [today, dayBefore(today)]
  const steps: { readonly step: LoadStep<File>; readonly rank: number }[] = []
  for (const file of files) {
    const place = placeOf(file, days)
    if (place === null) continue
    const moment =
      isOnDemand(file) || (file.format === "instructions" && depthOf(file.path) > shallowest)
        ? "on-demand"
        : "start"
    const group = groupOf(file)
    steps.push({
      step: { file, group, moment },
      rank: (moment === "on-demand" ? 1_000 : 0) + LOAD_GROUPS.indexOf(group) * 100 + place,
    })
  }
  return steps
    .toSorted((a, b) => a.rank - b.rank || compareText(a.step.file.path, b.step.file.path))
    .map(({ step }) => step)
}

function groupOf({ format, agent, category }: Loadable): LoadGroup {
  if (format === "instructions") return "instructions"
  if (format === "memory-workspace" || format === "openclaw-workspace") return "workspace"
  if (agent !== null) return "own"
  return category === null ? "project" : "category"
}

/** Formats whose files are loaded on demand, by a tool or by name, whatever their role. */
const ASKED_FOR: ReadonlySet<FormatId> = new Set(["serena-memories", "mcp-memory-graph"])

const isOnDemand = ({ format, role }: Loadable): boolean => role === "topic" || ASKED_FOR.has(format)

/** Load order of a workspace's files; other files are sorted by path. Source: agent memory workspace, "Session start". */
const WORKSPACE = [
  "AGENTS.md",
  "SOUL.md",
  "USER.md",
  "IDENTITY.md",
  "TOOLS.md",
  "HEARTBEAT.md",
  "BOOTSTRAP.md",
  "MEMORY.md",
]

/**
 * Returns the position of a file among the files of its group; null if the file is never loaded. `days`: ISO
 * dates of today and yesterday.
 */
function placeOf({ path, role }: Loadable, days: readonly string[]): number | null {
  const name = fileName(path)
  if (role === "log") {
    const age = days.findIndex((day) => name.startsWith(day))
    return age < 0 ? null : WORKSPACE.length + 1 + age
  }
  const place = WORKSPACE.indexOf(name)
  return place < 0 ? WORKSPACE.length : place
}

/**
 * Returns the depth of an instruction file's folder below the project root. Folders of harnesses do not
 * count.
 */
const depthOf = (path: string): number =>
  path
    .split("/")
    .slice(0, -1)
    .filter((segment) => !OF_HARNESS.has(segment)).length
const OF_HARNESS = new Set([".claude", ".agents", ".cursor", ".github", "rules", "instructions"])

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** A line near the load limit. */
export interface LineAtCut {
  readonly line: number
  readonly text: string
  readonly loaded: boolean
}

/** Returns the last loaded lines and the first that are not, as written. Long lines are truncated with "…". */
export function linesAroundCut(
  text: string,
  cut: Pick<Cut, "line">,
  { before = 3, after = 3, longest = 240 } = {},
): LineAtCut[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  if (lines.at(-1) === "") lines.pop()
  const from = Math.max(1, cut.line - before)
  return lines.slice(from - 1, cut.line - 1 + after).map((words, at) => ({
    line: from + at,
    text: words.length > longest ? `${words.slice(0, longest)}…` : words,
    loaded: from + at < cut.line,
  }))
}
