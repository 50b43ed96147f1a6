import type { CompactionPreview } from "./compaction-types"

/** Returns the request for the preview that is shown: the same memory and the same method. */
export function requestOfPreview(team: string, preview: CompactionPreview, all: boolean) {
  const {
    kind,
    target: { file, path, project },
  } = preview
  return {
    team,
    project,
    ...(file === null ? { path } : { file }),
    kind,
    ...(preview.kind === "logs" && preview.model !== null ? { method: "model" as const } : {}),
    ...(all ? { all } : {}),
  }
}
