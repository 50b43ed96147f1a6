import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { knownOwner } from "@/lib/db/agents/workspace-owner"
import { agentOfSource, showsOwner } from "@/lib/formats/workspace/workspace-owner"
import { projectOfSource } from "@/lib/memory/sources/project-assignment"
import { MISSING_ID } from "./missing-id"

interface Asked {
  readonly teamId: string
  readonly source: { readonly id: string | null; readonly name: string }
  /** Project that a person named. Null: the project that the source's name suggests. */
  readonly projectName: string | null
  readonly paths: readonly string[]
}

/**
 * Returns the agent that owns the workspace of the whole source: the stored owner, the agent that harnesses
 * reported, or the agent that the folder is named after. Null if none is known or the paths do not show one
 * workspace.
 */
export async function ownerOfSource(
  { teamId, source, projectName, paths }: Asked,
  tx?: Tx,
): Promise<string | null> {
  if (!showsOwner(source.name, paths)) return null
  const project = projectName ?? projectOfSource(source.name)
  const { stored, delivered, declined } = await knownOwner(
    wholeTeamUnchecked(teamId),
    { sourceId: source.id ?? MISSING_ID, project },
    tx,
  )
  return declined ? stored : (stored ?? delivered ?? agentOfSource(source.name))
}
