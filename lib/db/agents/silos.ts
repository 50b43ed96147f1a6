import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import { type FleetPart, inPart } from "./fleet"

/** SQL condition: a file `f` contains memory that is useful for other agents. */
const HOLDS_MEMORY =
  "f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session' AND f.entries > f.retired"

/**
 * Returns the SQL condition that an entry `x` belongs to another agent of the category, or to the category's
 * shared memory. The parameters are SQL expressions for the category, the project or null, and the agent. The
 * condition is true if the category is null. It is evaluated row by row, after the search by words.
 */
export const isOfSiblings = (
  category: string,
  project: string,
  agent: string,
): string => `(${category}::uuid IS NULL OR (
  SELECT ${HOLDS_MEMORY} AND CASE WHEN f.agent_id IS NULL THEN f.category_id = ${category}::uuid AND (${project}::uuid IS NULL OR f.project_id = ${project}::uuid)
    ELSE f.agent_id <> ${agent}::uuid AND a.category_id = ${category}::uuid AND NOT a.opted_out AND (${project}::uuid IS NULL OR a.project_id = ${project}::uuid) END
  FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id WHERE f.team_id = x.team_id AND f.id = x.file_id))`

/**
 * The agents of a category, in one project or in all. Their memory and the category's shared memory form a
 * group.
 */
export interface CategorySiblings {
  readonly categoryId: string
  readonly visible: Visibility
}

export interface GroupStamp {
  /** ID of the category. */
  readonly id: string
  /** Number of files of the category's agents. */
  readonly own: number
  /** Text that changes when a file of the group is added, removed or revised. */
  readonly stamp: string
}

/**
 * Returns a stamp for each category of a part of the fleet. The stamp depends on the files of its group and
 * their current revisions.
 */
export async function groupStamps(part: FleetPart): Promise<GroupStamp[]> {
  return database().$queryRaw<GroupStamp[]>`
    SELECT category AS id, count(agent)::int AS own, count(*) || ' ' || bit_xor(uuid_hash_extended(id, uuid_hash_extended(coalesce(agent, id), head))) AS stamp FROM (
      SELECT f.id, f.head, a.id AS agent, a.category_id AS category FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id
      WHERE a.team_id = ${part.visible.teamId}::uuid AND a.category_id IS NOT NULL AND NOT a.opted_out AND ${REMEMBERS} ${inPart(part)}
      UNION ALL
      SELECT f.id, f.head, NULL, f.category_id FROM memory_file f
      WHERE ${visibleRows(part.visible, "f")} AND f.category_id IS NOT NULL AND f.agent_id IS NULL AND ${REMEMBERS}) AS both_kinds
    GROUP BY 1`
}

const REMEMBERS = Prisma.raw(HOLDS_MEMORY)

export interface SiloEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
  /** Label above the entry, or null. */
  readonly title: string | null
  readonly line: number
  readonly type: string | null
  readonly confidence: number | null
  readonly date: string | null
  readonly fileId: string
  readonly path: string
  readonly agentId: string
  /** Slug of the file's project. */
  readonly project: string
  readonly approved: boolean
  readonly forOneRole: boolean
}

/**
 * Returns entries of a group's agents that no other agent or shared memory of the group has word for word.
 * Examines the newest `take` entries, undated ones last; `looked` is the number of examined entries. `own`:
 * number of the agents' files.
 */
export async function siloEntries(
  mates: CategorySiblings,
  { own, take }: { own: number; take: number },
): Promise<{ entries: SiloEntry[]; looked: number }> {
  const since = own > MANY_FILES ? await dayOfNewest(mates, take) : null
  const quick = since === null ? null : await knownByOneSince(mates, { take, since })
  return quick !== null && quick.looked >= take ? quick : knownByOneSince(mates, { take, since: null })
}

/** Number of files above which the newest entries of the team are scanned first. */
const MANY_FILES = 300
/** Maximum number of the team's newest entries to scan for those of a group. */
const NEWEST = 20_000

/**
 * Returns the ISO date since which the group has 1.5 times `take` dated entries. The reserve is needed
 * because some entries may be mere references. Null if the newest `NEWEST` entries of the team are not
 * enough.
 */
async function dayOfNewest(mates: CategorySiblings, take: number): Promise<string | null> {
  const [found] = await database().$queryRaw<{ day: string }[]>`
    WITH own AS MATERIALIZED (${ownFiles(mates)}), newest AS MATERIALIZED (
      SELECT stated_on, file_id FROM entry WHERE team_id = ${mates.visible.teamId}::uuid AND state = 'current' AND stated_on IS NOT NULL ORDER BY stated_on DESC LIMIT ${NEWEST}
    )
    SELECT stated_on::text AS day FROM newest WHERE file_id IN (SELECT id FROM own) ORDER BY stated_on DESC OFFSET ${Math.ceil(take * 1.5)} LIMIT 1`
  return found?.day ?? null
}

const ownFiles = (mates: CategorySiblings): Prisma.Sql => Prisma.sql`
  SELECT f.id, f.path, f.project_id, a.id AS agent FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id WHERE a.team_id = ${mates.visible.teamId}::uuid AND NOT a.opted_out AND ${REMEMBERS} ${inPart(mates)}`

/**
 * Returns the entries of `siloEntries`. `since`: ISO date of the oldest entries to examine, or null for all.
 */
async function knownByOneSince(
  mates: CategorySiblings,
  { take, since }: { take: number; since: string | null },
): Promise<{ entries: SiloEntry[]; looked: number }> {
  const [found] = await database().$queryRaw<{ entries: SiloEntry[]; looked: number }[]>`
    WITH own AS MATERIALIZED (${ownFiles(mates)}), shared AS MATERIALIZED (
      SELECT f.id FROM memory_file f WHERE ${visibleRows(mates.visible, "f")} AND f.category_id = ${mates.categoryId}::uuid AND f.agent_id IS NULL AND ${REMEMBERS}
    ), newest AS MATERIALIZED (
      SELECT e.*, own.path, own.agent, own.project_id AS project FROM entry e JOIN own ON own.id = e.file_id WHERE e.team_id = ${mates.visible.teamId}::uuid AND e.state = 'current' AND e.text !~ '\\]\\([^)]*\\.md[)#]'
        ${since === null ? Prisma.empty : Prisma.sql`AND e.stated_on >= ${since}::date`}
      ORDER BY e.stated_on DESC NULLS LAST, e.id LIMIT ${take}
    )
    SELECT coalesce(json_agg(json_build_object('id', e.id, 'text', e.text, 'section', e.section, 'title', e.title, 'line', e.line, 'type', e.type, 'confidence', coalesce(e.confidence, d.confidence), 'date', e.stated_on::text, 'fileId', e.file_id,
      'path', e.path, 'agentId', e.agent, 'project', p.slug,
      'approved', d.approved_on IS NOT NULL, 'forOneRole', EXISTS (SELECT 1 FROM section s WHERE s.team_id = e.team_id AND s.file_id = e.file_id AND s.name = e.section AND s.audience LIKE 'role:%'))), '[]') AS entries, (SELECT count(*)::int FROM newest) AS looked
    FROM newest e JOIN project p ON p.team_id = e.team_id AND p.id = e.project LEFT JOIN delivered d ON d.team_id = e.team_id AND d.entry_id = e.id
    WHERE NOT EXISTS (SELECT 1 FROM entry o WHERE o.team_id = e.team_id AND o.said = e.said AND o.state = 'current' AND o.agent_id IS DISTINCT FROM e.agent_id AND (o.file_id IN (SELECT id FROM own) OR o.file_id IN (SELECT id FROM shared)))`
  return found ?? { entries: [], looked: 0 }
}

/**
 * Returns waiting proposals that add one of the texts, by text. Case and punctuation are ignored in the
 * comparison.
 */
export async function waitingFor(
  visible: Visibility,
  texts: readonly string[],
): Promise<Map<string, { id: string; path: string }>> {
  if (texts.length === 0) return new Map()
  const rows = await database().$queryRaw<{ text: string; id: string; path: string }[]>`
    WITH wanted AS (SELECT text, ${SAID("text")} AS said FROM unnest(${[...texts]}::text[]) AS text)
    SELECT DISTINCT ON (w.text) w.text, pr.id, pr.path FROM proposal pr JOIN wanted w ON w.said = ${SAID("pr.text")}
    WHERE ${visibleRows(visible, "pr")} AND pr.state = 'waiting' AND pr.kind = 'add' AND pr.expires_at > now() ORDER BY w.text, pr.id`
  return new Map(rows.map(({ text, id, path }) => [text, { id, path }]))
}

/**
 * Returns SQL for a text in lower case without punctuation: the normalization of the generated column
 * `entry.said`.
 */
const SAID = (column: "text" | "pr.text"): Prisma.Sql =>
  Prisma.sql`btrim(regexp_replace(lower(${Prisma.raw(column)}), '[[:space:]!-/:-@\\[-\`{-~]+', ' ', 'g'))`
