import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { compactableFiles } from "@/lib/db/compaction/compactions"
import { findCurrentFileAt } from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { ProposalPlace } from "../proposals/team-and-project"
import { type Target, findTargetAgain, targetOf } from "../proposals/target"
import { type Workspace, workspacesAmong } from "./workspaces"

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
    return refused("invalid", "choose the memory: file (ID or path), path or agent")
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
