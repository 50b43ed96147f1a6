/** A search result, as `searchEntries` returns it. */
export interface Hit {
  id: string
  text: string
  title: string | null
  labels: readonly string[]
  about: string | null
  type: string | null
  section: string | null
  date: string | null
  path: string
  line: number
  state: string
  scope: string
  project: string
  agent: string | null
  fileId: string
  /** The person who verified the entry and the last valid day. */
  vouched: { by: string; until: string } | null
  /** Matched by keyword, by meaning, or by both. */
  found: "words" | "meaning" | "both"
  outranked: { path: string; line: number; override: boolean } | null
}

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
