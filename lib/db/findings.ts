import { Prisma } from "@/generated/prisma/client"
import type { Diagnostic } from "@/lib/memory/diagnostic"
import { database } from "./client"

type Kind = "broken" | "past-cut" | "over-budget" | "problems" | "gone" | "set-aside"

interface Row {
  readonly kind: Kind
  readonly id: string
  readonly path: string
  readonly fileId: string | null
  readonly runId: string | null
  readonly project: string | null
  readonly projectName: string | null
  readonly agent: string | null
  readonly lines: number
  readonly cut: number | null
  readonly budget: number | null
  readonly reason: string | null
  readonly worst: Diagnostic | null
  readonly problems: number
  readonly at: Date
}

const SEVERITY = { broken: "error", "set-aside": "error", "past-cut": "warning", "over-budget": "info", problems: "warning", gone: "info" } as const

/** What stands in the store, and what the newest run of each source set aside, that a person should see. The worst first. */
export async function filesWithFindings(teamId: string, projectId: string | null) {
  const rows = await database().$queryRaw<Row[]>`
    SELECT * FROM (SELECT CASE WHEN f.state = 'gone' THEN 'gone' WHEN f.state = 'broken' THEN 'broken' WHEN f.cut IS NOT NULL THEN 'past-cut'
        WHEN f.lines > (f.limits->>'budget')::int AND f.role IN ('memory', 'index', 'shared') THEN 'over-budget' ELSE 'problems' END AS kind,
      f.id::text AS id, f.path, f.id AS "fileId", NULL::uuid AS "runId", p.slug AS project, p.name AS "projectName", a.name AS agent, f.lines, f.cut, (f.limits->>'budget')::int AS budget,
      NULL AS reason, ${worstOf("f.diagnostics")} AS worst, f.problems, f.changed_at AS at
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE f.team_id = ${teamId}::uuid AND (${projectId}::uuid IS NULL OR f.project_id = ${projectId}::uuid)
      AND ${NOTEWORTHY}
    UNION ALL
    SELECT 'set-aside', i.run_id::text || '/' || i.path, i.path, NULL, i.run_id, NULL, NULL, NULL, 0, NULL, NULL, i.reason, ${worstOf("i.diagnostics")}, 1, r.created_at
    FROM ${setAside(teamId)} AND ${projectId}::uuid IS NULL) AS found
    ORDER BY kind NOT IN ('broken', 'set-aside'), kind <> 'past-cut', path LIMIT 5000`
  return rows.map((row) => ({
    id: `${row.kind}:${row.id}`, kind: row.kind, severity: SEVERITY[row.kind], message: sentence(row), path: row.path, fileId: row.fileId, runId: row.runId,
    project: row.project, projectName: row.projectName, agent: row.agent, line: row.cut ?? row.worst?.line ?? null, at: row.at.toISOString(),
  }))
}

/** The first error of some diagnostics, else the first warning. */
function worstOf(column: "f.diagnostics" | "i.diagnostics"): Prisma.Sql {
  return Prisma.sql`(SELECT one FROM jsonb_array_elements(${Prisma.raw(column)}) WITH ORDINALITY AS listed(one, place)
    WHERE one->>'severity' <> 'info' ORDER BY one->>'severity' = 'error' DESC, place LIMIT 1)`
}

/** How many findings a team, or one project of it, has. */
export async function countFindings(teamId: string, projectId: string | null): Promise<number> {
  const [row] = await database().$queryRaw<{ count: number }[]>`
    SELECT ((SELECT count(*) FROM memory_file f WHERE f.team_id = ${teamId}::uuid AND (${projectId}::uuid IS NULL OR f.project_id = ${projectId}::uuid) AND ${NOTEWORTHY})
      + (SELECT count(*) FROM ${setAside(teamId)} AND ${projectId}::uuid IS NULL))::int AS count`
  return row?.count ?? 0
}

/** A file that a person should look at. */
const NOTEWORTHY = Prisma.sql`(f.state IN ('gone', 'broken') OR f.cut IS NOT NULL OR f.problems > 0 OR (f.lines > (f.limits->>'budget')::int AND f.role IN ('memory', 'index', 'shared')))`

/** Files that the newest finished run of each source set aside; what stands as a file conflict, or was settled as one since, is asked there. */
function setAside(teamId: string): Prisma.Sql {
  return Prisma.sql`import_item i JOIN (SELECT DISTINCT ON (source_id) id, created_at FROM import_run WHERE team_id = ${teamId}::uuid AND state = 'done' ORDER BY source_id, id DESC) r ON r.id = i.run_id
    WHERE i.team_id = ${teamId}::uuid AND i.status = 'set-aside' AND NOT EXISTS (
      SELECT 1 FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id AND p.name = i.project_name JOIN conflict c ON c.team_id = f.team_id AND c.file_id = f.id
      WHERE f.team_id = i.team_id AND f.path = i.path AND (c.state = 'open' OR c.decided_at >= r.created_at))`
}

function sentence(row: Row): string {
  const { worst } = row
  const others = row.problems - 1
  switch (row.kind) {
    case "broken":
      return worst ? `Line ${worst.line}, column ${worst.column}: ${worst.message}` : "It could not be read as its format"
    case "set-aside":
      return `Set aside: ${row.reason ?? "it could not be read"}`
    case "past-cut":
      return `${row.lines - (row.cut ?? 0) + 1} lines past what the harness loads: lines ${row.cut}–${row.lines} are never seen`
    case "over-budget":
      return `${row.lines} lines, ${row.lines - (row.budget ?? 0)} over the budget of ${row.budget}`
    case "problems":
      return worst ? `Line ${worst.line}: ${worst.message}${others > 0 ? ` (and ${others} more ${others === 1 ? "problem" : "problems"})` : ""}` : "It has problems"
    case "gone":
      return "Its source no longer has it; its text and history are kept here"
  }
}
