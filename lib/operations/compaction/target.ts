import { compactableFiles } from "@/lib/db/compaction/compactions"
import { findHeadAt } from "@/lib/db/memory-files/current-revisions"
import { isId } from "@/lib/db/infra/identifiers"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { ProposalPlace } from "../proposals/place"
import { type Target, targetAgain, targetOf } from "../proposals/target"
import { type Workspace, workspacesAmong } from "./workspaces"

export interface CompactionPlace extends ProposalPlace {
  readonly target: Target
  /** Null: no daily logs lead to it. */
  readonly workspace: Workspace | null
  /** ISO day, UTC. */
  readonly today: string
}

interface Wanted {
  readonly file?: string | undefined
  readonly path?: string | undefined
  readonly agent?: string | undefined
}

/** The memory that is to be compacted: a file by its id or path, an agent's, or one that its daily logs alone tell of. */
export async function compactionTarget(
  { team, project }: ProposalPlace,
  { file, path, agent }: Wanted,
  today: string,
): Promise<Outcome<CompactionPlace>> {
  if ([file, path, agent].filter((one) => one !== undefined).length !== 1)
    return refused("invalid", "choose the memory: file (id or path), path or agent")
  const workspaces = workspacesAmong(await compactableFiles(team.id, [project.id]))
  const named = file ?? path
  const missing =
    named === undefined || isId(named)
      ? undefined
      : workspaces.find((one) => one.memory === null && one.path === named)
  if (missing !== undefined) {
    const gone = await findHeadAt(team.id, project.id, missing.path)
    if (gone !== null)
      return refused("conflict", `${missing.path} was removed from its source: restore it first`)
    const target = await targetAgain(team.id, {
      fileId: null,
      path: missing.path,
      format: missing.format,
      scope: missing.scope as Scope,
      agent: missing.agent,
      category: null,
      project: project.name,
      today,
    })
    return target === null
      ? refused("not-found", `memory file not found in ${project.name}: ${missing.path}`)
      : done({ team, project, target, workspace: missing, today })
  }
  const target = await targetOf({ team, project, today }, agent === undefined ? { file: named } : { agent })
  if (!target.ok) return target
  const { head } = target.value
  if (head?.role === "log")
    return refused("invalid", `${head.path} is a daily log, and logs never change: choose the memory file`)
  return done({
    team,
    project,
    target: target.value,
    workspace: workspaces.find(({ memory }) => memory !== null && memory.id === head?.id) ?? null,
    today,
  })
}
