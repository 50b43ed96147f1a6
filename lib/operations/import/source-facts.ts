import type { Visibility } from "@/lib/memory/teams/visibility"
import { type RunSummary, runIndexes } from "@/lib/db/sources/import-runs"
import type { SourceFacts } from "@/lib/formats/format-detection"
import { linkedFiles } from "@/lib/formats/markdown/memory-linked-from-index"
import { ownerOfSource } from "./plan/workspace-owner"

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
