import { wholeTeamUnchecked, type Visibility } from "@/lib/memory/teams/visibility"
import { planLookUp } from "@/lib/memory/similarity/look-up"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { database, prepared } from "../infra/client"
import { type Loader, contextFilesOf, CURRENT, SHARED, type ContextFiles } from "./loaded-files"
import { vocabularyOf } from "../search/vocabulary"
import { sharedFile } from "../infra/sql-fragments"

/**
 * Returns the entries that an agent loads, with those that probably rank best. They come from own, category,
 * project, team and global memory and from publications of the coach, and include some retired and forgotten
 * entries. Of a large project or team, the query reads only the best entries by each part of the score and
 * those that match the task, so that its cost does not grow with the number of entries. `always`: ids of
 * entries to include in any case.
 */
export async function loadedEntries(
  loader: Loader,
  asked: PickOptions,
  always: readonly string[] = [],
): Promise<PickedEntries> {
  const shelves = await contextFilesOf(loader)
  const telling = asked.task === null || shelves.many.length === 0 ? null : await tellingWords(asked.task)
  return pickEntries(
    wholeTeamUnchecked(loader.teamId),
    {
      ...shelves,
      hits: shelves.many.map(() => telling),
      published: [...new Set([...loader.published.map((one) => one.entry), ...always])],
    },
    asked,
  )
}

/** Returns the entries of all memory of a project, and of team and global memory, that probably rank best. */
export async function projectEntries(
  { teamId, projectId }: Pick<Loader, "teamId" | "projectId">,
  asked: PickOptions,
): Promise<LoadedEntry[]> {
  const files = await database().$queryRawUnsafe<{ id: string; format: string }[]>(
    `SELECT f.id, f.format FROM memory_file f WHERE f.team_id = $1::uuid AND f.state <> 'gone' AND f.scope <> 'session' AND (f.project_id = $2::uuid OR ${sharedFile("f")}) AND f.entries > 0`,
    teamId,
    projectId,
  )
  return (
    await pickEntries(
      wholeTeamUnchecked(teamId),
      {
        few: files.map(({ id }) => id),
        runs: files.filter(({ format }) => format === "run-cache").map(({ id }) => id),
        many: [],
        hits: [],
        published: [],
      },
      asked,
    )
  ).entries
}

/**
 * Returns the ids of those given entries that the agent loads from its own files, or from files of its
 * category, project or team.
 */
export async function loadsAmong(loader: Loader, entryIds: readonly string[]): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    `SELECT x.id FROM entry x WHERE x.team_id = $1::uuid AND x.id = ANY($2::uuid[]) AND $3::uuid[] IS NULL AND ${LOADED}`,
    loader.teamId,
    [...entryIds],
    null,
    ...whose(loader),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the query parameters of `LOADED`: $4 the agent, $5 its category, $6 its project. */
const whose = ({ agentId, categoryId, projectId }: Loader): (string | null)[] => [
  agentId,
  categoryId,
  projectId,
]

/** SQL condition: the agent loads the entry `x`. */
const LOADED = `(x.agent_id = $4::uuid OR (x.agent_id IS NULL AND (
  SELECT f.state <> 'gone' AND f.scope <> 'session' AND CASE WHEN f.category_id IS NULL THEN f.scope <> 'project' OR f.project_id = $6::uuid ELSE f.category_id = $5::uuid AND f.project_id = $6::uuid END
  FROM memory_file f WHERE f.team_id = x.team_id AND f.id = x.file_id)))`

/**
 * Maximum total number of entries with one of the rare words, for a search in a large project or team.
 * `READ_SOME`: the same limit for the words that are only searched in pairs.
 */
const READ_RARE = 400
const READ_SOME = 3_000

/**
 * Returns a full-text query for the significant words of a task: one rare word, or two of the next four
 * words. Very common words are left out because reading their entries takes too long. Null if no word
 * remains.
 */
async function tellingWords(task: string): Promise<string | null> {
  const vocabulary = await vocabularyOf("entry")
  const terms = (planLookUp(task, vocabulary)?.ranking ?? []).map(({ tsquery, weight }) => ({
    tsquery,
    count: Math.max(vocabulary.entries, 10) / Math.expm1(weight),
  }))
  const rare = within(terms, READ_RARE)
  const some = within(terms.slice(rare.length, rare.length + 4), READ_SOME)
  const pairs = some.flatMap((one, at) =>
    some.slice(at + 1).map((other) => `(${one.tsquery} & ${other.tsquery})`),
  )
  return [...rare.map(({ tsquery }) => tsquery), ...pairs].join(" | ") || null
}

/** Returns the longest prefix of the terms whose total count is at most `most`. */
function within<Term extends { readonly count: number }>(terms: readonly Term[], most: number): Term[] {
  let sum = 0
  const found: Term[] = []
  for (const term of terms)
    if ((sum += term.count) <= most) found.push(term)
    else break
  return found
}

export interface LoadedEntry {
  readonly id: string
  readonly text: string
  /** Label above the entry. `labels`: column headings of a table row. */
  readonly title: string | null
  readonly labels: readonly string[]
  /** Purpose of its section, for the first entry of a section that states it. */
  readonly about: string | null
  readonly path: string
  readonly line: number
  readonly fileId: string
  readonly projectId: string
  readonly format: FormatId
  /** Current revision of the file. */
  readonly revision: number
  readonly section: string | null
  readonly type: string | null
  readonly scope: string
  readonly state: string
  readonly retiredBecause: string | null
  /**
   * ISO day that the entry states. `since`: ISO day on which the entry was added or its file last changed,
   * whichever is earlier.
   */
  readonly date: string | null
  readonly since: string
  readonly confidence: number | null
  readonly accessed: number
  /** ISO day on which a curator last approved the text. */
  readonly approvedOn: string | null
  /** True if the entry is in the memory of an agent or a category. */
  readonly own: boolean
  /** Readers of the section: "coordinator" or "role:<name>". Null for everyone. */
  readonly audience: string | null
  readonly position: number
  /** Goal of a run. Null for entries that are not runs. */
  readonly goal: string | null
}

export interface ForgottenText {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly fileId: string
  readonly projectId: string
  readonly scope: string
  readonly reason: string
  /** ISO day on which the entry was forgotten. */
  readonly day: string
}

interface PickedEntries {
  readonly entries: LoadedEntry[]
  /** Forgotten entries of the files that were read one by one, newest first. */
  readonly forgotten: ForgottenText[]
  /** Ids of entries that are a side of a conflict, or that another entry overrides. */
  readonly disputed: string[]
  /** Number of current entries of the files that were read one by one and are not among `entries`. */
  readonly unread: number
  /** True if entries of large shared memory are not counted. */
  readonly isPartial: boolean
}

interface PickOptions {
  readonly now: Date
  readonly task: string | null
  /** Maximum number of current entries. */
  readonly take: number
  /** Maximum length of a text. Longer ones are truncated, and never delivered. */
  readonly longest: number
}

/** Number of entries to take from a large project or team by each part of the score. */
const BEST = 150
/** Maximum number of entries to add because they match the task. */
const HITS = 60
/** Maximum number of matches to read from a large project or team. */
const MOST_HITS = 300
const FORGOTTEN = 30
const RETIRED = 30
/** Number of newest runs to take from each run cache. Older runs are pruned when the cache is loaded. */
const KEPT_RUNS = 20

/**
 * SQL expression of the index entry_shared_sure_idx: the parts of the score that do not depend on the day.
 * See lib/memory/context/rank.ts.
 */
const SURE =
  "(0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * least(1::float8, ln((1 + e.accessed_count)::float8) / ln(1001::float8)))"

/** SQL for the day on which an entry was added, read from its id, a UUID of version 7. */
const CAME_IN =
  "(timestamp '1970-01-01' + (('x' || translate(left(e.id::text, 13), '-', ''))::bit(48)::bigint / 1000) * interval '1 second')::date"
const sinceOf = (file: string) => `least(${CAME_IN}, ${file}.updated_on)`
const ACCESSED = "(e.accessed_count + coalesce(d.count, 0))"
const CONFIDENCE =
  "coalesce(e.confidence, d.confidence, CASE WHEN d.approved_on IS NULL THEN 0.5::float8 ELSE 0.8::float8 END)"
const FREQUENCY = `greatest(least(1::float8, ln((1 + ${ACCESSED})::float8) / ln(1001::float8)), coalesce(0.5::float8 * power(0.5::float8, greatest(0, $2::date - d.approved_on)::float8 / 14), 0))`
const scoreOf = (file: string) =>
  `0.4::float8 * ${CONFIDENCE} + 0.3::float8 * power(0.5::float8, greatest(0, $2::date - coalesce(e.stated_on, ${sinceOf(file)}))::float8 / 90) + 0.3::float8 * ${FREQUENCY}`

interface Picking extends ContextFiles {
  readonly hits: readonly (string | null)[]
  /**
   * Ids of entries to include in any case, such as those that were published for the agent in memory that the
   * agent does not load.
   */
  readonly published: readonly string[]
}

/** Returns the entries of these files and scopes that probably rank best. */
async function pickEntries(
  { teamId }: Visibility,
  { few, runs, many, hits, published }: Picking,
  asked: PickOptions,
): Promise<PickedEntries> {
  const told = asked.task === null ? [] : (planLookUp(asked.task, await vocabularyOf("entry"))?.ranking ?? [])
  const sql = statement({
    runs: runs.length > 0,
    task: told.length > 0,
    published: published.length > 0,
    hits: many.map((_, at) => (hits[at] ?? null) !== null),
  })
  // One JSON value, which Prisma reads ten times faster than cells.
  const [row] = await database().$queryRawUnsafe<Omit<PickedEntries, "isPartial">[]>(
    prepared(sql),
    teamId,
    asked.now.toISOString().slice(0, 10),
    few,
    runs,
    hits,
    asked.take,
    asked.longest,
    many.map(({ scope }) => scope),
    many.map(({ projectId }) => projectId),
    told.map(({ tsquery }) => tsquery),
    told.map(({ weight }) => weight),
    ...(published.length > 0 ? [published] : []),
  )
  const { entries = [], forgotten = [], disputed = [], unread = 0 } = row ?? {}
  return { entries, forgotten, disputed, unread, isPartial: many.length > 0 }
}

interface Shape {
  readonly runs: boolean
  readonly task: boolean
  readonly published: boolean
  /** One value for each large project or team: true if it is searched for words of the task. */
  readonly hits: readonly boolean[]
}

const best = (where: string) => `(SELECT id FROM current ${where} ORDER BY score DESC, id LIMIT $6::int)`

/** Returns SQL that ranks with few columns and then reads the texts of the chosen entries. */
function statement({ runs, task, published, hits }: Shape): string {
  const ranked = (file: string) =>
    `e.id, e.file_id, e.state, e.section, e.position, e.stated_on, ${file}.format, ${file}.own, ${scoreOf(file)} AS score ${task ? `, ${SHARE} AS share, length(e.search) AS words` : ""}`
  const some = hits
    .flatMap((telling, at) => [...bestOf(at + 1), ...(telling ? [hitsOf(at + 1)] : [])])
    .join(" UNION ALL ")
  const wide =
    hits.length === 0
      ? ""
      : `UNION ALL SELECT ${ranked("e")} FROM (SELECT DISTINCT ON (id) * FROM (${some}) AS best ORDER BY id) AS e ${READ}`
  const told = published ? `UNION ALL SELECT ${ranked("e")} FROM (${PUBLISHED}) AS e ${READ}` : ""
  const own = published ? `(${OWN} AND NOT e.id = ANY($12::uuid[]))` : OWN
  return `WITH file AS MATERIALIZED (SELECT f.id, f.format, f.updated_on, ${OWN} AS own FROM memory_file f WHERE f.team_id = $1::uuid AND f.id = ANY($3::uuid[])),
     listed AS MATERIALIZED (SELECT ${ranked("f")} FROM entry e JOIN file f ON f.id = e.file_id ${READ} WHERE e.team_id = $1::uuid AND e.file_id = ANY($3::uuid[]) ${wide} ${told}),
     current AS (SELECT * FROM listed WHERE state = 'current' AND NOT (format = 'run-cache' AND coalesce(section, '') = 'Runs')),
     picked AS MATERIALIZED (
       ${task ? best("") : `${best("WHERE own")} UNION ${best("WHERE NOT own")}`}
       ${task ? `UNION (SELECT id FROM current WHERE share > 0 ORDER BY share / sqrt(greatest(words, 8)) DESC, id LIMIT ${HITS})` : ""}
       ${runs ? `UNION (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY file_id ORDER BY position DESC) AS nth FROM listed WHERE file_id = ANY($4::uuid[]) AND section = 'Runs') AS newest WHERE nth <= ${KEPT_RUNS})` : ""}
       ${published ? "UNION (SELECT id FROM current WHERE id = ANY($12::uuid[]))" : ""}
       UNION (SELECT id FROM listed WHERE state = 'retired' AND NOT file_id = ANY($4::uuid[]) ORDER BY stated_on DESC NULLS LAST, id DESC LIMIT ${RETIRED}))
     SELECT coalesce((SELECT json_agg(told) FROM (SELECT ${TOLD}, ${own} AS own FROM picked JOIN entry e ON e.team_id = $1::uuid AND e.id = picked.id JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id ${READ}) AS told), '[]') AS entries,
       coalesce((SELECT json_agg(gone) FROM (
         SELECT g.entry_id AS id, g.text, f.path, f.id AS "fileId", f.project_id AS "projectId", f.scope, g.reason, g.created_at::date AS day FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id
         WHERE g.team_id = $1::uuid AND g.file_id = ANY($3::uuid[]) AND g.restored_at IS NULL ORDER BY g.created_at DESC, g.entry_id LIMIT ${FORGOTTEN}) AS gone), '[]') AS forgotten,
       ARRAY(SELECT s.entry_id::text FROM conflict_side s WHERE s.team_id = $1::uuid AND s.entry_id = ANY(ARRAY(SELECT id FROM picked))
         UNION SELECT o.id::text FROM entry w JOIN entry o ON o.team_id = w.team_id AND o.key = w.overrides AND o.id = ANY(ARRAY(SELECT id FROM picked)) WHERE w.team_id = $1::uuid AND w.overrides IS NOT NULL) AS disputed,
       (SELECT count(*)::int FROM current WHERE file_id = ANY($3::uuid[]) AND id NOT IN (SELECT id FROM picked)) AS unread
     WHERE $5::text[] IS NOT NULL AND $8::text[] IS NOT NULL AND $9::uuid[] IS NOT NULL AND $10::tsquery[] IS NOT NULL AND $11::float8[] IS NOT NULL`
}

/** SQL condition: a memory file `f` of an agent or a category. */
const OWN = "(f.agent_id IS NOT NULL OR f.category_id IS NOT NULL)"

/** SQL for the published entries. Only the coach loads their files. */
const PUBLISHED = `SELECT e.id, e.file_id, e.state, e.section, e.position, e.stated_on, e.confidence, e.accessed_count, e.search, f.format, f.updated_on, false AS own
  FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id WHERE e.team_id = $1::uuid AND e.id = ANY($12::uuid[])`

const READ = "LEFT JOIN delivered d ON d.team_id = $1::uuid AND d.entry_id = e.id"

/** SQL columns of a `LoadedEntry`, except `own`. */
const TOLD = `e.id, f.path, e.line, e.file_id AS "fileId", e.project_id AS "projectId", f.format, f.head AS revision, e.section, e.type, e.scope, e.state, e.retired_because AS "retiredBecause", coalesce(e.confidence, d.confidence) AS confidence, ${ACCESSED} AS accessed, d.approved_on::text AS "approvedOn",
  e.position, left(e.text, $7::int) AS text, e.title, e.labels,
  CASE WHEN f.format = 'category-memory' THEN (SELECT s.description FROM section s WHERE s.team_id = $1::uuid AND s.file_id = e.file_id AND s.description IS NOT NULL AND s.line <= e.line AND s.end_line >= e.line
    AND NOT EXISTS (SELECT 1 FROM entry earlier WHERE earlier.team_id = $1::uuid AND earlier.file_id = e.file_id AND earlier.state = 'current' AND earlier.line >= s.line AND earlier.line < e.line) LIMIT 1) END AS about, e.stated_on::text AS date, ${sinceOf("f")}::text AS since,
  CASE WHEN f.format = 'category-memory' THEN (SELECT s.audience FROM section s WHERE s.team_id = $1::uuid AND s.file_id = e.file_id AND s.line <= e.line AND s.end_line >= e.line AND s.audience <> 'everyone' LIMIT 1) END AS audience,
  CASE WHEN f.format = 'run-cache' AND e.section = 'Runs' THEN coalesce((SELECT l.summary FROM log_record l WHERE l.team_id = $1::uuid AND l.file_id = e.file_id AND l.line = e.line LIMIT 1), '') END AS goal`

/** Maximum number of words of a task that are used for ranking. See lib/memory/similarity/look-up.ts. */
const TASK_WORDS = 12

/**
 * SQL for the estimated relevance of an entry: the weighted share of the task's words in it. See
 * lib/memory/context/relevance.ts.
 */
const SHARE = `(${Array.from({ length: TASK_WORDS }, (_, at) => `CASE WHEN e.search @@ ($10::tsquery[])[${at + 1}] THEN ($11::float8[])[${at + 1}] ELSE 0 END`).join(" + ")})`

/** Returns the SQL condition that entry `e` is a current shared entry of the n-th large project or team. */
const placeOf = (nth: number) =>
  `e.team_id = $1::uuid AND e.project_id = ($9::uuid[])[${nth}] AND e.scope = ($8::text[])[${nth}] AND ${CURRENT}`

/**
 * SQL that selects the columns of an entry `e` and of its file `f`. Used with `SHELF`, which joins the file
 * and leaves out entries of files that are not shared. `SHELF` is a lateral join, so that PostgreSQL keeps
 * the order of the index and stops at the limit.
 */
const SHELVED =
  "SELECT e.id, e.file_id, e.state, e.section, e.position, e.stated_on, e.confidence, e.accessed_count, e.search, f.format, f.updated_on, false AS own"
const SHELF = `CROSS JOIN LATERAL (SELECT f.format, f.updated_on FROM memory_file f WHERE f.team_id = $1::uuid AND f.id = e.file_id AND ${SHARED} AND f.format <> 'run-cache' OFFSET 0) AS f`

/**
 * Returns SQL for the best entries of the n-th large project or team by each part of the score: newest dated,
 * newest undated, highest confidence and use, most delivered.
 */
function bestOf(nth: number): string[] {
  const of = (where: string, order: string) =>
    `(${SHELVED} FROM entry e ${SHELF} WHERE ${placeOf(nth)} ${where} ORDER BY ${order}, e.id DESC LIMIT ${BEST})`
  return [
    of("AND e.stated_on IS NOT NULL", "e.stated_on DESC NULLS LAST"),
    of("AND e.stated_on IS NULL", "e.stated_on DESC NULLS LAST"),
    of("", `${SURE} DESC`),
    `(${SHELVED} FROM (SELECT d.entry_id FROM delivered d WHERE d.team_id = $1::uuid AND d.project_id = ($9::uuid[])[${nth}] ORDER BY d.count DESC, d.entry_id LIMIT ${BEST * 2}) AS often JOIN entry e ON e.id = often.entry_id AND ${placeOf(nth)} ${SHELF})`,
  ]
}

/**
 * Returns SQL for the newest entries of the n-th large project or team with significant words of the task.
 * `IS TRUE` makes the project or team a mere filter, so that PostgreSQL uses the word index.
 */
function hitsOf(nth: number): string {
  return `(${SHELVED} FROM (SELECT * FROM entry e WHERE e.search @@ (($5::text[])[${nth}])::tsquery AND (${placeOf(nth)}) IS TRUE OFFSET 0) AS e ${SHELF} ORDER BY e.id DESC LIMIT ${MOST_HITS})`
}
