/** An entry that a search found: what `searchEntries` answers with. */
export interface Hit {
  id: string
  text: string
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
  outranked: { path: string; line: number; override: boolean } | null
}

export interface HitGroup {
  fileId: string
  path: string
  project: string
  agent: string | null
  hits: Hit[]
}

/** By file, the file with the best hit first. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>()
  for (const hit of hits) {
    const group = groups.get(hit.fileId) ?? { fileId: hit.fileId, path: hit.path, project: hit.project, agent: hit.agent, hits: [] }
    group.hits.push(hit)
    groups.set(hit.fileId, group)
  }
  return [...groups.values()]
}

/** What occurs among the hits, the most frequent first. */
export function countValues(hits: readonly Hit[], name: "agent" | "type"): [value: string, hits: number][] {
  const counts = new Map<string, number>()
  for (const hit of hits) {
    const value = hit[name]
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
}
