import { confirmedEntriesSql, unconfirmedSince } from "./confirmed-entries"
import type { Slots } from "./infra/sql-fragments"

/** Dates before which entries are stale, for one of the memories of `distinguishedMemories`. */
export interface PlacedStaleness {
  readonly scope: string
  readonly project: string | null
  readonly category: string | null
  readonly agent: string | null
  /** ISO date. Entries with an earlier date are stale. Null if none are. */
  readonly before: string | null
  /** Dates for types of entries with another limit than `before`. */
  readonly byType: Readonly<Record<string, string | null>>
}

/**
 * Returns SQL for a WITH clause that ends in `file`, and the value of its parameter `slot`. `file` has the
 * present files of a team ($1) or project ($2) with id, project, agent, the requested `columns` of `f`, and
 * the number of `stale` entries. The number from the last evaluation stays valid until the file is marked or
 * until `WatchedUnit.staleTill`. Entries are only counted in marked files and files without an evaluation.
 */
export function filesWithStale(
  placed: readonly PlacedStaleness[],
  { slot, columns }: { readonly slot: string; readonly columns: string },
): { readonly sql: string; readonly value: string } {
  const [first] = placed
  if (!first)
    return {
      value: NEVER,
      sql: `file AS (SELECT f.id, f.project_id, f.agent_id, ${columns}, 0 AS stale FROM memory_file f WHERE ${ASKED} AND ${slot}::text IS NOT NULL)`,
    }
  if (areAlike(placed))
    return {
      value: first.before ?? NEVER,
      sql: keptOrCounted(columns, `${slot}::date`, { sql: "", join: "", day: `${slot}::date` }),
    }
  const latest = placed
    .flatMap((one) => [one.before, ...Object.values(one.byType)])
    .reduce<string>((most, day) => (day !== null && day > most ? day : most), NEVER)
  return {
    value: asJson(placed),
    sql: keptOrCounted(columns, `'${latest}'::date`, {
      sql: `day AS MATERIALIZED (${daysOfFiles(slot)} AND f.id IN (SELECT id FROM unknown)),`,
      join: "JOIN day d ON d.file_id = u.id",
      day: DAY_OF_ENTRY,
    }),
  }
}

/** Returns an SQL condition: the entry `e` of the team $1 is stale. */
export function staleCondition(placed: readonly PlacedStaleness[], slots: Slots): string {
  const old = (day: string) =>
    `e.stated_on < ${day} AND ${unconfirmedSince(day, `(${confirmedEntriesSql()})`)}`
  const [first] = placed
  if (!first) return "false"
  if (areAlike(placed)) return `e.state = 'current' AND ${old(slots.of(first.before ?? NEVER, "date"))}`
  const days = daysOfFiles(slots.of(asJson(placed), "text"))
  return `e.state = 'current' AND EXISTS (SELECT 1 FROM (${days}) d WHERE d.file_id = e.file_id AND ${old(DAY_OF_ENTRY)})`
}

/** True if all memories have one age limit for entries of all types. */
const areAlike = (placed: readonly PlacedStaleness[]): boolean =>
  placed.every((one) => one.before === placed[0]?.before && Object.keys(one.byType).length === 0)

const asJson = (placed: readonly PlacedStaleness[]): string =>
  JSON.stringify(placed.map(({ byType, ...one }) => ({ ...one, by_type: byType })))

/** Date before which the entry `e` is stale, by the row `d` of its file. */
const DAY_OF_ENTRY = "CASE WHEN d.by_type ? e.type THEN (d.by_type->>e.type)::date ELSE d.before END"

const ASKED = "f.team_id = $1::uuid AND f.state <> 'gone' AND ($2::uuid IS NULL OR f.project_id = $2::uuid)"

/**
 * Maximum number of files whose entries are counted file by file. With more files, as after a large import or
 * a change of policy, all entries of the team that may be stale are scanned.
 */
const MANY = 500

/**
 * Returns SQL that uses the recorded numbers of stale entries or counts them. `latest`: date from which
 * entries are stale nowhere. `of`: SQL for the date of each file `u` and type.
 */
function keptOrCounted(
  columns: string,
  latest: string,
  of: { readonly sql: string; readonly join: string; readonly day: string },
): string {
  const entry = `e.state = 'current' AND e.stated_on < ${latest} AND e.stated_on < ${of.day} AND ${unconfirmedSince(of.day, "confirmed")}`
  return `confirmed AS MATERIALIZED (${confirmedEntriesSql()}), marked AS MATERIALIZED (SELECT DISTINCT unit_id AS id FROM watch_mark WHERE team_id = $1::uuid AND unit IN ('file', 'changed-file', 'files-of', 'changed-agent', 'all-of', 'team')),
    seen AS MATERIALIZED (
      SELECT f.id, f.project_id, f.agent_id, ${columns}, CASE WHEN f.entries <= f.retired THEN 0
        WHEN w.evaluated_at < timezone('UTC', date_trunc('day', timezone('UTC', now())) + interval '1 day') AND coalesce(w.stale_till > timezone('UTC', now())::date, true)
          AND NOT (EXISTS (SELECT 1 FROM marked) AND (f.id IN (SELECT id FROM marked) OR f.project_id IN (SELECT id FROM marked) OR coalesce(f.agent_id IN (SELECT id FROM marked), false) OR f.team_id IN (SELECT id FROM marked))) THEN w.stale END AS kept
      FROM memory_file f LEFT JOIN watched w ON w.team_id = f.team_id AND w.unit = 'file' AND w.unit_id = f.id WHERE ${ASKED}
    ), unknown AS MATERIALIZED (SELECT id FROM seen WHERE kept IS NULL), ${of.sql} anew AS MATERIALIZED (
      SELECT u.id, s.stale FROM unknown u ${of.join} CROSS JOIN LATERAL (SELECT count(*) AS stale FROM entry e WHERE e.team_id = $1::uuid AND e.file_id = u.id AND ${entry}) s WHERE (SELECT count(*) FROM unknown) <= ${MANY}
      UNION ALL SELECT e.file_id, count(*) FROM entry e JOIN unknown u ON u.id = e.file_id ${of.join} WHERE e.team_id = $1::uuid AND ${entry} AND (SELECT count(*) FROM unknown) > ${MANY} GROUP BY e.file_id
    ), file AS (
      SELECT seen.*, kept AS stale FROM seen WHERE kept IS NOT NULL
      UNION ALL SELECT seen.*, coalesce(anew.stale, 0) FROM seen LEFT JOIN anew ON anew.id = seen.id WHERE kept IS NULL
    )`
}

/** Date before all others, as a literal of PostgreSQL. */
const NEVER = "-infinity"

/** Returns a query for the dates of each file of the team $1 by its most specific setting. `slot`: the settings. */
const daysOfFiles = (slot: string): string => `
  SELECT f.id AS file_id, d.before, d.by_type FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    LEFT JOIN category c ON c.team_id = f.team_id AND c.id = coalesce(f.category_id, a.category_id)
    JOIN LATERAL (
      SELECT before, by_type FROM json_to_recordset(${slot}::json) AS placed(scope text, project text, category text, agent text, before date, by_type jsonb)
      WHERE placed.scope = f.scope AND (placed.project IS NULL OR placed.project = p.slug) AND (placed.category IS NULL OR placed.category = c.slug) AND (placed.agent IS NULL OR placed.agent = a.name)
      ORDER BY placed.agent NULLS LAST, placed.category NULLS LAST, placed.project NULLS LAST LIMIT 1) d ON true
    WHERE f.team_id = $1::uuid`
