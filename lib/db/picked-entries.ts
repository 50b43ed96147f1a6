import type { FormatId } from "@/lib/memory/format"
import { planLookUp, type Vocabulary } from "@/lib/memory/look-up"
import { database } from "./client"
import { CURRENT, SHARED, type Shelves } from "./shelves"
import { vocabularyOf } from "./vocabulary"

export interface LoadedEntry {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly line: number
  readonly fileId: string
  readonly projectId: string
  readonly format: FormatId
  /** Of its file. */
  readonly revision: number
  readonly section: string | null
  readonly type: string | null
  readonly scope: string
  readonly state: string
  readonly retiredBecause: string | null
  /** ISO days. */
  readonly date: string | null
  readonly since: string
  readonly confidence: number | null
  readonly accessed: number
  /** Whom its section speaks to, where that is not everyone. */
  readonly audience: string | null
  readonly position: number
  /** Of a run. */
  readonly goal: string | null
}

export interface ForgottenEntry {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly fileId: string
  readonly projectId: string
  readonly scope: string
  readonly reason: string
  /** ISO day. */
  readonly day: string
}

export interface Loaded {
  readonly entries: LoadedEntry[]
  /** What the files that were looked at one by one no longer say because it was forgotten, the newest first. */
  readonly forgotten: ForgottenEntry[]
  /** Of the entries those that are a side of some conflict. */
  readonly disputed: string[]
}

export interface Asked {
  readonly now: Date
  readonly task: string | null
  /** Most current entries. */
  readonly take: number
  /** Texts are cut here: longer ones are given to nobody. */
  readonly longest: number
}

/** Best entries by each part, of a place with more than a few. */
const BEST = 150
/** That speak of the task. */
const HITS = 60
const FORGOTTEN = 30
const RETIRED = 30
/** Runs that the run cache keeps: older ones are pruned where it is loaded. */
const KEPT_RUNS = 20

/** Word for word what entry_shared_sure_idx has: the parts of the score that no day changes, see lib/memory/rank.ts. */
const SURE = "(0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * least(1::float8, ln((1 + e.accessed_count)::float8) / ln(1001::float8)))"

/** The day on which an entry came in stands in its id, which is a UUID of version 7. */
const CAME_IN = "(timestamp '1970-01-01' + (('x' || translate(left(e.id::text, 13), '-', ''))::bit(48)::bigint / 1000) * interval '1 second')::date"
const SINCE = `least(${CAME_IN}, f.updated_on)`
const ACCESSED = "(e.accessed_count + coalesce(d.count, 0))"
const SCORE = `0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * power(0.5::float8, greatest(0, $2::date - coalesce(e.stated_on, ${SINCE}))::float8 / 90) + 0.3::float8 * least(1::float8, ln((1 + ${ACCESSED})::float8) / ln(1001::float8))`

/** The entries of these places that are likely to rank best. */
export async function pickEntries(teamId: string, { few, runs, many, hits }: Shelves & { readonly hits: readonly string[] }, asked: Asked): Promise<Loaded> {
  const wide = many.length === 0 ? "" : `UNION ALL SELECT ${COLUMNS} FROM (${[...many.map((_, at) => bestOf(at + 1)), "SELECT unnest($5::uuid[])"].join(" UNION ")}) AS c JOIN entry e ON e.team_id = $1::uuid AND e.id = c.id ${BESIDE} WHERE e.state = 'current' AND (${SHARED} AND f.format <> 'run-cache') IS TRUE`
  const share = asked.task === null ? null : shareOf(asked.task, await vocabularyOf("entry"))
  // One JSON value: read by Prisma in a tenth of the time that as many cells take.
  const [row] = await database().$queryRawUnsafe<Loaded[]>(
    `WITH listed AS MATERIALIZED (SELECT ${COLUMNS} FROM entry e ${BESIDE} WHERE e.team_id = $1::uuid AND e.file_id = ANY($3::uuid[]) ${wide}),
     current AS (SELECT * FROM listed WHERE state = 'current' AND NOT (format = 'run-cache' AND coalesce(section, '') = 'Runs')),
     picked AS (
       (SELECT * FROM current ORDER BY score DESC, id LIMIT $6::int)
       ${share === null ? "" : `UNION ALL (SELECT * FROM current WHERE ${share} > 0 ORDER BY ${share} / sqrt(greatest(length(search), 8)) DESC, id LIMIT ${HITS})`}
       UNION ALL (SELECT ${names("newest")} FROM (SELECT *, row_number() OVER (PARTITION BY "fileId" ORDER BY position DESC) AS nth FROM listed WHERE "fileId" = ANY($4::uuid[]) AND section = 'Runs') AS newest WHERE nth <= ${KEPT_RUNS})
       UNION ALL (SELECT * FROM listed WHERE state = 'retired' AND NOT "fileId" = ANY($4::uuid[]) ORDER BY date DESC NULLS LAST, id DESC LIMIT ${RETIRED}))
     SELECT coalesce((SELECT json_agg(told) FROM (SELECT ${TOLD},
       CASE WHEN format = 'category-memory' THEN (SELECT s.audience FROM section s WHERE s.team_id = $1::uuid AND s.file_id = "fileId" AND s.line <= picked.line AND s.end_line >= picked.line AND s.audience <> 'everyone' LIMIT 1) END AS audience,
       CASE WHEN format = 'run-cache' AND section = 'Runs' THEN coalesce((SELECT l.summary FROM log_record l WHERE l.team_id = $1::uuid AND l.file_id = "fileId" AND l.line = picked.line LIMIT 1), '') END AS goal FROM picked) AS told), '[]') AS entries,
       coalesce((SELECT json_agg(gone) FROM (
         SELECT g.entry_id AS id, g.text, f.path, f.id AS "fileId", f.project_id AS "projectId", f.scope, g.reason, g.created_at::date AS day FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id
         WHERE g.team_id = $1::uuid AND g.file_id = ANY($3::uuid[]) AND g.restored_at IS NULL ORDER BY g.created_at DESC, g.entry_id LIMIT ${FORGOTTEN}) AS gone), '[]') AS forgotten,
       ARRAY(SELECT DISTINCT s.entry_id::text FROM conflict_side s WHERE s.team_id = $1::uuid AND s.entry_id = ANY(ARRAY(SELECT id FROM picked))) AS disputed
     WHERE $5::uuid[] IS NOT NULL AND $8::text[] IS NOT NULL AND $9::uuid[] IS NOT NULL`,
    teamId,
    asked.now.toISOString().slice(0, 10),
    few,
    runs,
    hits,
    asked.take,
    asked.longest,
    many.map(({ scope }) => scope),
    many.map(({ projectId }) => projectId),
  )
  const { entries = [], forgotten = [], disputed = [] } = row ?? {}
  return { entries: [...new Map(entries.map((entry) => [entry.id, entry])).values()], forgotten, disputed }
}

const BESIDE = "JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id LEFT JOIN delivered d ON d.team_id = e.team_id AND d.entry_id = e.id"

/** What is told of an entry, by its name in `listed`. */
const COLUMN: Readonly<Record<string, string>> = {
  id: "e.id", path: "f.path", line: "e.line", fileId: "e.file_id", projectId: "e.project_id", format: "f.format", revision: "f.head", section: "e.section", type: "e.type", scope: "e.scope", state: "e.state", retiredBecause: "e.retired_because",
  date: "e.stated_on", since: SINCE, confidence: "e.confidence", accessed: ACCESSED, position: "e.position", text: "e.text", search: "e.search", score: SCORE,
}
const COLUMNS = Object.entries(COLUMN).map(([name, value]) => `${value} AS "${name}"`).join(", ")
const names = (of: string) => Object.keys(COLUMN).map((name) => `${of}."${name}"`).join(", ")
const TOLD = Object.keys(COLUMN).filter((name) => !["search", "score", "text", "date", "since"].includes(name)).map((name) => `"${name}"`).join(", ") + ', left(text, $7::int) AS text, date::text AS date, since::text AS since'

/** How much of a task an entry's words are, as SQL over `search`: a first guess at its relevance; see lib/memory/relevance.ts. Null for a task without a word. */
function shareOf(task: string, vocabulary: Vocabulary): string | null {
  const ranking = planLookUp(task, vocabulary)?.ranking ?? []
  return ranking.length === 0 ? null : `(${ranking.map(({ tsquery, weight }) => `CASE WHEN search @@ '${tsquery.replaceAll("'", "''")}'::tsquery THEN ${weight.toFixed(3)}::float8 ELSE 0 END`).join(" + ")})`
}

/** Of the n-th place with very many entries the best by each part: the newest of the dated and of the undated, the surest and most read, and those most delivered. */
function bestOf(nth: number): string {
  const here = `e.team_id = $1::uuid AND e.project_id = ($9::uuid[])[${nth}] AND e.scope = ($8::text[])[${nth}] AND ${CURRENT} AND (SELECT f.category_id IS NULL AND f.state <> 'gone' FROM memory_file f WHERE f.team_id = e.team_id AND f.id = e.file_id)`
  return [
    `(SELECT e.id FROM entry e WHERE ${here} AND e.stated_on IS NOT NULL ORDER BY e.stated_on DESC NULLS LAST, e.id DESC LIMIT ${BEST})`,
    `(SELECT e.id FROM entry e WHERE ${here} AND e.stated_on IS NULL ORDER BY e.stated_on DESC NULLS LAST, e.id DESC LIMIT ${BEST})`,
    `(SELECT e.id FROM entry e WHERE ${here} ORDER BY ${SURE} DESC, e.id DESC LIMIT ${BEST})`,
    `(SELECT e.id FROM (SELECT d.entry_id FROM delivered d WHERE d.team_id = $1::uuid AND d.project_id = ($9::uuid[])[${nth}] ORDER BY d.count DESC, d.entry_id LIMIT ${BEST * 2}) AS often JOIN entry e ON e.id = often.entry_id AND ${here})`,
  ].join(" UNION ")
}
