import type { FileRole, FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { readPlace } from "@/lib/memory/policies/policy-place"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import type { Belonging } from "../policies/effective-limits"

/** A stored file with the data that determine its load limits. */
export interface LimitedRow extends Belonging {
  readonly id: string
  readonly format: FormatId
  readonly role: FileRole
  readonly path: string
  readonly sourceId: string | null
  readonly sourceKind: string | null
  readonly sourceName: string | null
  readonly lines: number
  readonly bytes: number
  readonly limits: LoadLimits
  readonly cut: number | null
}

/**
 * Returns at most `take` files that inherit the policy at `place`, in order of id, after the file `after`.
 */
export async function filesBelow(
  tx: Tx,
  teamId: string,
  place: string,
  { after, take }: { after: string | null; take: number },
): Promise<LimitedRow[]> {
  const named = readPlace(place)
  const [scope, project, category, agent] = [
    named.kind === "scope" ? named.scope : null,
    named.kind === "project" || named.kind === "agent" ? named.project : null,
    named.kind === "category" ? named.category : null,
    named.kind === "agent" ? named.agent : null,
  ]
  return tx.$queryRaw`
    SELECT f.id, f.format, f.role, f.path, f.scope, p.slug AS "projectSlug", coalesce(c.slug, ac.slug) AS category, a.name AS agent, s.id AS "sourceId", s.kind AS "sourceKind", s.name AS "sourceName", f.lines, f.bytes, f.limits, f.cut
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
      LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id LEFT JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
    WHERE f.team_id = ${teamId}::uuid AND (${after}::uuid IS NULL OR f.id > ${after}::uuid) AND (${scope}::text IS NULL OR f.scope = ${scope}) AND (${project}::text IS NULL OR p.slug = ${project})
      AND (${category}::text IS NULL OR coalesce(c.slug, ac.slug) = ${category}) AND (${agent}::text IS NULL OR a.name = ${agent})
    ORDER BY f.id LIMIT ${take}`
}

/** Returns the current texts of files, by id. */
export async function textsOfHeads(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.$queryRaw<{ id: string; text: string }[]>`
    SELECT f.id, r.text FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.text]))
}

export async function setLimits(
  tx: Tx,
  teamId: string,
  files: readonly { readonly id: string; readonly limits: LoadLimits; readonly cut: number | null }[],
): Promise<void> {
  if (files.length === 0) return
  await tx.$executeRaw`
    UPDATE memory_file f SET limits = row.limits, cut = row.cut FROM json_to_recordset(${JSON.stringify(files)}::json) AS row(id uuid, limits jsonb, cut int) WHERE f.team_id = ${teamId}::uuid AND f.id = row.id`
}

export async function allTeamIds(client: Pick<Reader, "team"> = database()): Promise<string[]> {
  return (await client.team.findMany({ select: { id: true }, orderBy: { id: "asc" } })).map((team) => team.id)
}
