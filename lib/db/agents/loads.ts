import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { FileRole, FormatId } from "@/lib/memory/memory-files/format"
import type { LoadableFile } from "@/lib/memory/agents/agent-loads"
import { database } from "../infra/client"

export interface LoadedFile extends LoadableFile {
  readonly lines: number
  readonly entries: number
  readonly revision: number
}

/**
 * Returns the files of a team or project that harnesses may load: all present files except session memory and
 * logs of other days. `days`: ISO dates.
 */
export async function loadableFiles(
  visible: Visibility,
  { days }: { days: readonly string[] },
): Promise<LoadedFile[]> {
  const [found] = await database().$queryRaw<{ columns: FileColumns }[]>`
    SELECT json_build_array(json_agg(f.id), json_agg(p.slug), json_agg(f.path), json_agg(f.format), json_agg(f.role), json_agg(a.name), json_agg(c.slug), json_agg(f.lines), json_agg(f.head), json_agg(f.entries)) AS columns
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
    WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.scope <> 'session' AND (f.role <> 'log' OR f.path ~ ${`/(?:${days.join("|")})`})
      AND (f.agent_id IS NOT NULL OR f.category_id IS NOT NULL OR f.role IN ('memory', 'index', 'identity', 'runs', 'log'))`
  const [ids, projects, paths, formats, roles, agents, categories, lines, revisions, entries] =
    found?.columns ?? []
  return (ids ?? []).map((id, row) => ({
    id,
    project: cellOf(projects, row) ?? "",
    path: cellOf(paths, row) ?? "",
    format: cellOf(formats, row) as FormatId,
    role: cellOf(roles, row) as FileRole,
    agent: cellOf(agents, row) ?? null,
    category: cellOf(categories, row) ?? null,
    lines: cellOf(lines, row) ?? 0,
    revision: cellOf(revisions, row) ?? 0,
    entries: cellOf(entries, row) ?? 0,
  }))
}

/** Returns the value of a column in a row. Columns are null if the query has no rows. */
const cellOf = <T>(column: readonly T[] | null | undefined, row: number): T | undefined => column?.[row]

/** Result of the query: one array for each column, because Prisma is slow with thousands of rows. */
type FileColumns = [
  string[] | null,
  string[],
  string[],
  string[],
  string[],
  (string | null)[],
  (string | null)[],
  number[],
  number[],
  number[],
]

/**
 * Returns the number of entries after the load limit, by file ID. Files that are loaded completely are left
 * out.
 */
export async function truncatedEntries(visible: Visibility): Promise<ReadonlyMap<string, number>> {
  const rows = await database().$queryRaw<{ id: string; entries: number }[]>`
    SELECT f.id, count(*)::int AS entries FROM memory_file f JOIN entry e ON e.team_id = f.team_id AND e.file_id = f.id AND e.line >= f.cut
    WHERE ${visibleRows(visible, "f")} AND f.cut IS NOT NULL AND f.state <> 'gone' GROUP BY f.id`
  return new Map(rows.map(({ id, entries }) => [id, entries]))
}

/** The last delivery of an agent's memory to a harness, with the loaded files. */
export interface Proof {
  /** Slug of the project. */
  readonly project: string
  readonly agent: string
  /** ID of the harness. Empty if the harness did not send it. */
  readonly harness: string
  /** Time of the delivery as an ISO instant. */
  readonly at: string
  /** IDs of the loaded files. `revisions`: their revisions, in the same order. */
  readonly files: readonly string[]
  readonly revisions: readonly number[]
}

/** Returns the last delivery of each agent's memory to each harness, with its files. */
export async function lastProofs(visible: Visibility): Promise<Proof[]> {
  const [found] = await database().$queryRaw<
    { proofs: [string, string, string, string, string[], number[]][] }[]
  >`
    SELECT coalesce(json_agg(json_build_array(p.slug, l.agent_name, l.harness, to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), l.files, l.revisions)), '[]') AS proofs
    FROM last_receipt l JOIN project p ON p.team_id = l.team_id AND p.id = l.project_id WHERE ${visibleRows(visible, "l")}`
  return (found?.proofs ?? []).map(([project, agent, harness, at, files, revisions]) => ({
    project,
    agent,
    harness,
    at,
    files,
    revisions,
  }))
}
