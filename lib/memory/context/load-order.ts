import type { FileRole, FormatId } from "../memory-files/format"

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
    .toSorted((a, b) => a.rank - b.rank || compare(a.step.file.path, b.step.file.path))
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
  const name = path.slice(path.lastIndexOf("/") + 1)
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
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
