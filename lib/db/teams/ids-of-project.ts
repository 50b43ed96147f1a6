import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { isId } from "../infra/identifiers"

/**
 * Returns those of the files, proposals, alerts, syntheses and seed plans that belong to a project, by id.
 */
export async function idsOfProject(
  { teamId }: Visibility,
  projectId: string,
  {
    files,
    proposals,
    alerts = [],
    syntheses = [],
    seeds = [],
  }: {
    files: readonly string[]
    proposals: readonly string[]
    alerts?: readonly string[]
    syntheses?: readonly string[]
    seeds?: readonly string[]
  },
): Promise<Set<string>> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT id FROM memory_file WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${files.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM proposal WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${proposals.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM alert WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${alerts.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM synthesis WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${syntheses.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM seed_plan WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${seeds.filter(isId)}::uuid[])`
  return new Set(rows.map((row) => row.id))
}
