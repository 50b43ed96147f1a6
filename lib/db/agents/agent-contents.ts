import type { Visibility } from "@/lib/memory/teams/visibility"
import { groupBy } from "@/lib/memory/text/aggregates"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

/** Maximum number of sections that are listed one by one. */
const MOST_SECTIONS = 40

/**
 * Returns the sections of some files with their numbers of entries, without retired ones. Sections are of the
 * first two levels, in the order in which they first appear. Entries below deeper headings count for the
 * section around them, so that the numbers add up to all entries.
 */
export async function sectionsOf(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<{ name: string; entries: number }[]> {
  const found = await database().$queryRaw<{ name: string | null; entries: number }[]>`
    WITH heading AS MATERIALIZED (SELECT file_id, name, level, line, position FROM section WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) AND level <= 2),
    placed AS (SELECT coalesce(h.name, e.section) AS name, coalesce(h.position, 0) AS position FROM entry e
      LEFT JOIN LATERAL (SELECT name, position FROM heading WHERE file_id = e.file_id AND line <= e.line ORDER BY line DESC, position DESC LIMIT 1) h ON true
      WHERE e.team_id = ${teamId}::uuid AND e.file_id = ANY(${[...fileIds]}::uuid[]) AND e.state <> 'retired')
    SELECT name, sum(entries)::int AS entries FROM (
      SELECT name, position, 1 AS entries FROM placed UNION ALL SELECT name, position, 0 FROM heading WHERE level > 1) AS listed
    GROUP BY name ORDER BY min(position), name NULLS FIRST`
  const sections = found.map(({ name, entries }) => ({ name: name ?? "No section", entries }))
  if (sections.length <= MOST_SECTIONS) return sections
  const rest = sections.slice(MOST_SECTIONS - 1)
  const others = { name: "Other sections", entries: rest.reduce((sum, { entries }) => sum + entries, 0) }
  return [...sections.slice(0, MOST_SECTIONS - 1), others]
}

/**
 * Returns the sections of a category's files, in one project or in all. Each section lists its agents with
 * their numbers of entries, without retired ones. Entries of shared memory count for "shared".
 */
export async function sectionCoverage(
  visible: Visibility,
  categoryId: string,
): Promise<{ section: string; agents: { name: string; entries: number }[] }[]> {
  const rows = await database().$queryRaw<{ section: string; agent: string; entries: number }[]>`
    SELECT e.section, coalesce(a.name, 'shared') AS agent, count(*)::int AS entries FROM entry e
    JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE e.team_id = ${visible.teamId}::uuid AND e.section IS NOT NULL AND e.state <> 'retired' AND (f.category_id = ${categoryId}::uuid OR a.category_id = ${categoryId}::uuid)
      AND (${visible.projectId}::uuid IS NULL OR f.project_id = ${visible.projectId}::uuid)
    GROUP BY 1, 2 ORDER BY count(*) OVER (PARTITION BY e.section) DESC, 1, 2 LIMIT 400`
  return [...groupBy(rows, (row) => row.section)].map(([section, some]) => ({
    section,
    agents: some.map(({ agent, entries }) => ({ name: agent, entries })),
  }))
}

/** Returns the latest 100 session records of an agent, newest first. */
export async function logOf(
  { teamId }: Visibility,
  agentId: string,
): Promise<{ date: string | null; summary: string; outcome: string | null; fileId: string; line: number }[]> {
  return database().$queryRaw`
    SELECT date::text, summary, outcome, file_id AS "fileId", line FROM log_record
    WHERE team_id = ${teamId}::uuid AND agent_id = ${agentId}::uuid ORDER BY date DESC NULLS LAST, line DESC LIMIT 100`
}

/**
 * Returns the number of entries of some files by age group, without retired entries. Groups without entries
 * are included.
 */
export async function entryAges(
  { teamId }: Visibility,
  fileIds: readonly string[],
  now: Date,
): Promise<{ label: string; entries: number }[]> {
  const labels = ["this month", "1–3 months", "3–6 months", "older than 6 months", "undated"]
  const rows = await database().$queryRaw<{ age: number; entries: number }[]>`
    SELECT CASE WHEN stated_on IS NULL THEN 4 WHEN ${now}::date - stated_on <= 30 THEN 0 WHEN ${now}::date - stated_on <= 90 THEN 1 WHEN ${now}::date - stated_on <= 180 THEN 2 ELSE 3 END AS age,
      count(*)::int AS entries
    FROM entry WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) AND state <> 'retired' GROUP BY 1`
  return labels.map((label, age) => ({ label, entries: rows.find((row) => row.age === age)?.entries ?? 0 }))
}

/** An entry of an agent's memory, for comparison with another agent's. */
export interface ComparedStatement {
  readonly entry: string
  readonly text: string
  /** Label above the entry, or null. */
  readonly title: string | null
  readonly section: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly date: string | null
  readonly file: string
  readonly path: string
  readonly line: number
}

export interface HeldStatements {
  readonly statements: ComparedStatement[]
  readonly total: number
  /** IDs of the files that were searched. */
  readonly files: string[]
  /**
   * True if the agent has no memory of its own. The entries are then those of its category's memory in its
   * project.
   */
  readonly shared: boolean
}

/**
 * Returns the newest entries of an agent, at most `take`, sorted by path and position. Also returns the total
 * number of entries.
 */
export async function statementsOfAgent(
  { teamId }: Visibility,
  agentId: string,
  take: number,
): Promise<HeldStatements> {
  const [found] = await database().$queryRaw<HeldStatements[]>`
    WITH known AS (SELECT f.id, f.path, f.agent_id FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = ${agentId}::uuid
      WHERE f.team_id = ${teamId}::uuid AND (f.agent_id = a.id OR (f.agent_id IS NULL AND f.category_id = a.category_id AND f.project_id = a.project_id)) AND f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session'),
    held AS (SELECT * FROM known WHERE agent_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM known WHERE agent_id IS NOT NULL)),
    stated AS (SELECT e.*, held.path FROM held JOIN entry e ON e.team_id = ${teamId}::uuid AND e.file_id = held.id AND e.state = 'current'),
    newest AS (SELECT * FROM stated ORDER BY stated_on DESC NULLS LAST, id LIMIT ${take})
    SELECT coalesce(json_agg(json_build_object('entry', id, 'text', text, 'title', title, 'section', section, 'type', type, 'confidence', confidence, 'date', stated_on::text, 'file', file_id, 'path', path, 'line', line) ORDER BY path, position), '[]') AS statements,
      (SELECT count(*)::int FROM stated) AS total, (SELECT coalesce(json_agg(id), '[]') FROM held) AS files, (SELECT coalesce(bool_and(agent_id IS NULL), false) FROM held) AS shared FROM newest`
  return found ?? { statements: [], total: 0, files: [], shared: false }
}

/**
 * Returns waiting proposals that add one of the texts to an agent's memory, by text. Case and punctuation are
 * ignored in the comparison.
 */
export async function waitingForAgent(
  { teamId }: Visibility,
  { projectId, agent }: { readonly projectId: string; readonly agent: string },
  texts: readonly string[],
): Promise<Map<string, { id: string; path: string }>> {
  if (texts.length === 0) return new Map()
  const rows = await database().$queryRaw<{ text: string; id: string; path: string }[]>`
    SELECT DISTINCT ON (w.text) w.text, pr.id, pr.path FROM proposal pr JOIN unnest(${[...texts]}::text[]) AS w(text) ON ${bare(Prisma.sql`pr.text`)} = ${bare(Prisma.sql`w.text`)}
    WHERE pr.team_id = ${teamId}::uuid AND pr.project_id = ${projectId}::uuid AND pr.agent_name = ${agent} AND pr.state = 'waiting' AND pr.kind = 'add' AND pr.expires_at > now() ORDER BY w.text, pr.id`
  return new Map(rows.map(({ text, ...proposal }) => [text, proposal]))
}

/**
 * Returns SQL for a text in lower case without punctuation: the normalization of the generated column
 * `entry.said`.
 */
const bare = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`btrim(regexp_replace(lower(${column}), '[[:space:]!-/:-@\\[-\`{-~]+', ' ', 'g'))`
