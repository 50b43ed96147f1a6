import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type RunSummary, runIndexes } from "@/lib/db/sources/import-runs"
import type { SourceFacts } from "@/lib/formats/format-detection"
import { linkedFiles } from "@/lib/formats/memory-signs"
import type { Tx } from "@/lib/db/infra/commit"
import { knownOwner } from "@/lib/db/agents/workspaces"
import { agentOfSource, showsOwner } from "@/lib/formats/workspace/workspace"
import { projectOfSource } from "@/lib/memory/sources/project-assignment"

/** Maximum number of bytes of an index that are read. An index is a list of links. */
const LARGEST_INDEX = 256 * 1024

/**
 * Returns other facts of a run's source: the links in its indexes, the formats that people assigned, and the
 * owner of its workspace.
 */
export async function factsOf(
  visible: Visibility,
  run: RunSummary,
  paths: readonly string[],
): Promise<Required<SourceFacts>> {
  const source = { id: run.sourceId, name: run.sourceName }
  const [indexes, owner] = await Promise.all([
    runIndexes(visible, run.id),
    ownerOfSource({ teamId: visible.teamId, source, projectName: run.projectName, paths }),
  ])
  const texts = indexes.map(({ path, bytes }) => ({ path, text: beginningOf(bytes) }))
  return { takenAs: run.takenAs, linked: linkedFiles(texts, new Set(paths)), owner }
}

const beginningOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, LARGEST_INDEX))

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

/** Id of a source or team that does not exist. */
export const MISSING_ID = "00000000-0000-0000-0000-000000000000"
