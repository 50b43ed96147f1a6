import { compareStatements, type Likeness } from "@/lib/memory/likeness"
import { termsOf } from "@/lib/memory/words"
import { database } from "./client"

export interface LikeEntry {
  readonly id: string
  readonly text: string
  readonly fileId: string
  readonly path: string
  readonly line: number
  readonly projectSlug: string
  readonly agent: string | null
  readonly score: number
  readonly kind: Likeness["kind"]
  readonly why: string
}

export interface LikeFilter {
  readonly projectId?: string
  readonly fileId?: string
  /** Ids of entries to leave out: the one that a statement replaces. */
  readonly exclude?: readonly string[]
  readonly take?: number
}

/** The current entries of a team that are most like a statement, best first; those of which nothing is like it are left out. */
export async function findLike(teamId: string, statement: string, { projectId, fileId, exclude = [], take = 8 }: LikeFilter = {}): Promise<LikeEntry[]> {
  const terms = [...new Set(termsOf(statement))].slice(0, 24)
  if (terms.length === 0) return []
  const rows = await database().$queryRawUnsafe<Omit<LikeEntry, "score" | "kind" | "why">[]>(
    `SELECT e.id, e.text, e.file_id AS "fileId", f.path, e.line, p.slug AS "projectSlug", a.name AS agent
     FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
     LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id
     WHERE e.team_id = $1::uuid AND e.search @@ $2::tsquery AND e.state <> 'retired' AND f.state <> 'gone'
       AND ($3::uuid IS NULL OR e.project_id = $3::uuid) AND ($4::uuid IS NULL OR e.file_id = $4::uuid) AND NOT e.id = ANY($5::uuid[])
     ORDER BY ts_rank(e.search, $2::tsquery) DESC LIMIT 200`,
    teamId,
    terms.map((term) => `'${term}'`).join(" | "),
    projectId ?? null,
    fileId ?? null,
    exclude,
  )
  return rows
    .map((row) => ({ ...row, ...compareStatements(statement, row.text) }))
    .filter(({ kind }) => kind !== "none")
    .toSorted((a, b) => RANK[b.kind] - RANK[a.kind] || b.score - a.score)
    .slice(0, take)
}

const RANK: Readonly<Record<Likeness["kind"], number>> = { same: 3, contradiction: 2, duplicate: 2, related: 1, none: 0 }
