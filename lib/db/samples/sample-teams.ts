import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

export async function sampleTeams(): Promise<{ id: string; name: string }[]> {
  return database().team.findMany({
    where: { sample: true },
    select: { id: true, name: true },
    orderBy: { name: "asc" },
  })
}

/** Name of the table that is cleared last, because triggers on other tables write to it. */
const LAST = "watch_mark"

/** Deletes sample teams with everything in them. Audit events stay. */
export async function deleteSampleTeams(tx: Tx, ids: readonly string[]): Promise<void> {
  const tables = await tx.$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = current_schema() AND c.column_name = 'team_id' AND t.table_type = 'BASE TABLE' AND c.table_name <> 'audit_event'
    ORDER BY c.table_name = ${LAST}, c.table_name`
  await tx.$executeRaw`DELETE FROM team WHERE sample AND id = ANY(${[...ids]}::uuid[])`
  // Deleting a team deletes most of its rows. Derived rows have no foreign key.
  for (const { name } of tables)
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${name}"`)} WHERE team_id = ANY(${[...ids]}::uuid[])`
}

/**
 * True if no person has created a team yet, and the sample fleet was neither loaded completely nor removed.
 */
export async function isFreshDatabase(): Promise<boolean> {
  const [own, loaded] = await Promise.all([
    database().team.count({ where: { sample: false } }),
    database().auditEvent.count({ where: { kind: { in: ["samples.done", "samples.remove"] } } }),
  ])
  return own === 0 && loaded === 0
}
