import type { OutputOf } from "@/lib/http/contract"

/** A search result, as `searchEntries` returns it. */
export type Hit = OutputOf<"entry.search">["hits"][number]

export interface HitGroup {
  fileId: string
  path: string
  project: string
  agent: string | null
  /** The description in the front matter of the file. */
  about: string | null
  hits: Hit[]
}

/** Groups results by file, the file with the best result first. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>()
  for (const hit of hits) {
    const group = groups.get(hit.fileId) ?? {
      fileId: hit.fileId,
      path: hit.path,
      project: hit.project,
      agent: hit.agent,
      about: hit.about,
      hits: [],
    }
    group.hits.push(hit)
    groups.set(hit.fileId, group)
  }
  return [...groups.values()]
}
