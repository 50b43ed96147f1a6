import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { compactableFiles, type CompactableFile } from "@/lib/db/compactions"
import { findCurrentFileAt } from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Scope, FormatId } from "@/lib/memory/memory-files/format"
import { dayOfLog } from "@/lib/formats/workspace/workspace"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { ProposalPlace } from "../proposals/proposal-place"
import { type Target, findTargetAgain, targetOf } from "../proposals/target"
import { parentFolder } from "@/lib/memory/memory-files/paths"

export interface CompactionPlace extends ProposalPlace {
  readonly target: Target
  /**
   * Folder of the memory with its daily logs. Null if the memory has neither daily logs nor, in the format
   * kaizen, a session log of its own.
   */
  readonly workspace: Workspace | null
  /** ISO day, UTC. */
  readonly today: string
}

interface MemoryReference {
  readonly file?: string | undefined
  readonly path?: string | undefined
  readonly agent?: string | undefined
}

/** Finds the memory to compact by id, path or agent. The file may not exist yet if only its daily logs do. */
export async function compactionTarget(
  { team, project }: ProposalPlace,
  { file, path, agent }: MemoryReference,
  today: string,
): Promise<Outcome<CompactionPlace>> {
  if ([file, path, agent].filter((one) => one !== undefined).length !== 1)
    return refused(
      "invalid",
      "choose the memory with exactly one of these fields: file (ID or path), path or agent",
    )
  const workspaces = workspacesAmong(await compactableFiles(wholeTeamUnchecked(team.id), [project.id]))
  const named = file ?? path
  const missing =
    named === undefined || isId(named)
      ? undefined
      : workspaces.find((one) => one.memory === null && one.path === named)
  if (missing !== undefined) return missingTarget({ team, project }, missing, today)
  const target = await targetOf({ team, project, today }, agent === undefined ? { file: named } : { agent })
  if (!target.ok) return target
  const { head } = target.value
  if (head?.role === "log")
    return refused(
      "invalid",
      `${head.path} is a daily log, and logs are never changed. Choose the memory file`,
    )
  return done({
    team,
    project,
    target: target.value,
    workspace: workspaces.find(({ memory }) => memory !== null && memory.id === head?.id) ?? null,
    today,
  })
}

/** Returns a new file for daily logs that have no memory file yet. */
async function missingTarget(
  { team, project }: ProposalPlace,
  workspace: Workspace,
  today: string,
): Promise<Outcome<CompactionPlace>> {
  const { path, format, scope, agent } = workspace
  if ((await findCurrentFileAt(wholeTeamUnchecked(team.id), project.id, path)) !== null)
    return refused("conflict", `${path} was removed from its source. Restore the file first`)
  const target = await findTargetAgain(wholeTeamUnchecked(team.id), {
    fileId: null,
    path,
    format,
    scope: scope as Scope,
    agent,
    category: null,
    project: project.name,
    today,
  })
  return target === null
    ? refused("not-found", `memory file not found in ${project.name}: ${path}`)
    : done({ team, project, target, workspace, today })
}

/** A folder with daily logs, and the memory that they are compacted into. */
export interface Workspace {
  /** Null if the first approved proposal creates the memory. */
  readonly memory: CompactableFile | null
  readonly path: string
  readonly format: FormatId
  readonly agent: string | null
  readonly scope: string
  /** Sorted by day. */
  readonly logs: readonly { readonly file: CompactableFile; readonly day: string }[]
}

const CURATED: ReadonlySet<FormatId> = new Set<FormatId>(["memory-workspace", "openclaw-workspace", "kaizen"])

/** Returns the workspaces among the files of one project. Only dated files directly in `memory/` are logs. */
export function workspacesAmong(files: readonly CompactableFile[]): Workspace[] {
  const logs = files.flatMap((file) => {
    const day = file.role === "log" ? dayOfLog(file.path) : null
    return day === null ? [] : [{ file, day }]
  })
  const withOwnLog = files
    .filter(({ format, role }) => format === "kaizen" && role === "memory")
    .map(({ path }) => parentFolder(path))
  const byRoot = groupBy(logs, ({ file }) => parentFolder(parentFolder(file.path)))
  return [...new Set([...byRoot.keys(), ...withOwnLog])].flatMap((root) => {
    const those = byRoot.get(root) ?? []
    const memory =
      files.find(
        (file) => file.role === "memory" && CURATED.has(file.format) && parentFolder(file.path) === root,
      ) ?? null
    const first = memory ?? those[0]?.file
    if (first === undefined) return []
    const name = first.format === "kaizen" ? "memory.md" : "MEMORY.md"
    return [
      {
        memory,
        path: memory?.path ?? (root === "" ? name : `${root}/${name}`),
        format: first.format,
        agent: first.agent,
        scope: first.scope,
        logs: those.toSorted(
          (a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)) || (a.file.path < b.file.path ? -1 : 1),
        ),
      },
    ]
  })
}
