import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { Tx } from "../infra/commit"

/**
 * Records which of these texts (`entry.said`) more than one current entry of agents has. Deletes the records
 * of the other texts.
 */
export async function storeRepeatedTexts(tx: Tx, teamId: string, saids: readonly bigint[]): Promise<void> {
  if (saids.length === 0) return
  const changed = `{${[...new Set(saids)].join(",")}}`
  await tx.$executeRaw`
    WITH changed AS MATERIALIZED (
      SELECT c.said, (SELECT count(*) FROM (SELECT 1 FROM entry e WHERE e.team_id = ${teamId}::uuid AND e.said = c.said AND e.state = 'current' AND e.agent_id IS NOT NULL LIMIT 2) two) > 1 AS is_held FROM unnest(${changed}::bigint[]) AS c(said)
    ), no_more AS (DELETE FROM held_statement h USING changed c WHERE h.team_id = ${teamId}::uuid AND h.said = c.said AND NOT c.is_held)
    INSERT INTO held_statement (team_id, said) SELECT ${teamId}::uuid, said FROM changed WHERE is_held ON CONFLICT DO NOTHING`
}

/**
 * Maximum number of files without a current evaluation that are queried one by one. With more files, all
 * entries of the team are scanned.
 */
const MANY = 500

/**
 * Returns SQL for a WITH clause that ends in `repeated (said)`: at most `most` texts that may repeat in a
 * team. Uses the recorded repetitions, and queries files that have changed since their evaluation or were
 * never evaluated. If one project is visible, queries only files of that project.
 */
export function repeatedTexts(visible: Visibility, { most }: { readonly most: number }): Prisma.Sql {
  return Prisma.sql`unknown AS MATERIALIZED (
      SELECT f.id FROM memory_file f WHERE ${visibleRows(visible, "f")} AND f.agent_id IS NOT NULL AND f.state <> 'gone' AND f.entries > f.retired AND (
        NOT EXISTS (SELECT 1 FROM watched w WHERE w.team_id = f.team_id AND w.unit = 'file' AND w.unit_id = f.id)
        OR EXISTS (SELECT 1 FROM watch_mark m WHERE m.team_id = f.team_id AND m.unit_id = f.id AND m.unit IN ('file', 'changed-file')))
    ), asked AS MATERIALIZED (
      SELECT DISTINCT e.said FROM unknown u JOIN entry e ON e.team_id = ${visible.teamId}::uuid AND e.file_id = u.id AND e.state = 'current' WHERE (SELECT count(*) FROM unknown) <= ${MANY}
        AND EXISTS (SELECT 1 FROM entry o WHERE o.team_id = e.team_id AND o.said = e.said AND o.state = 'current' AND o.id <> e.id)
    ), repeated AS MATERIALIZED (
      SELECT said FROM (
        SELECT said FROM held_statement WHERE team_id = ${visible.teamId}::uuid AND (SELECT count(*) FROM unknown) <= ${MANY} UNION SELECT said FROM asked
        UNION ALL (SELECT said FROM entry WHERE team_id = ${visible.teamId}::uuid AND state = 'current' AND (SELECT count(*) FROM unknown) > ${MANY} GROUP BY said HAVING count(*) > 1 LIMIT ${most})
      ) one LIMIT ${most}
    )`
}
