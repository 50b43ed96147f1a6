import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** What a person can put off: its table, and when it waits. */
const SNOOZABLE = {
  proposal: { table: Prisma.sql`proposal it`, waits: Prisma.sql`it.state = 'waiting'` },
  conflict: { table: Prisma.sql`conflict it`, waits: Prisma.sql`it.state = 'open'` },
  synthesis: { table: Prisma.sql`synthesis it`, waits: Prisma.sql`it.state = 'waiting'` },
  "seed plan": { table: Prisma.sql`seed_plan it`, waits: Prisma.sql`it.state = 'waiting'` },
} as const

export type Snoozable = keyof typeof SNOOZABLE

/** Joins what one person has put off, as `sn`: its `until` is null for whatever they want to see. `item` is the alias of a table that can be put off. */
export const snoozesOf = (item: "pr" | "c" | "it", userId: string): Prisma.Sql =>
  Prisma.sql`LEFT JOIN snooze sn ON (sn.team_id, sn.item_id) = (${Prisma.raw(`${item}.team_id, ${item}.id`)}) AND sn.user_id::text = ${userId} AND sn.until > now()`

/** Over items joined so: how many they want to see, and how many they have put off. */
export const WAITING_AND_SNOOZED = Prisma.sql`count(*) FILTER (WHERE sn.until IS NULL)::int AS waiting, count(sn.until)::int AS snoozed`

export interface WaitingCount {
  readonly waiting: number
  readonly snoozed: number
}

/** FROM and WHERE of what of a team waits for one person and is not put off, as `it`. */
export function wantedBy(
  userId: string,
  what: Snoozable,
  { teamId, join = Prisma.empty }: { teamId: string; join?: Prisma.Sql },
): Prisma.Sql {
  const { table, waits } = SNOOZABLE[what]
  return Prisma.sql`FROM ${table} ${snoozesOf("it", userId)} ${join} WHERE it.team_id = ${teamId}::uuid AND ${waits} AND sn.until IS NULL`
}

/** How many wait for one person, and how many of those that wait they have put off. */
export async function countWaitingFor(
  what: "synthesis" | "seed plan",
  userId: string,
  { teamId, projectId }: { teamId: string; projectId: string | null },
): Promise<WaitingCount> {
  const { table, waits } = SNOOZABLE[what]
  const [row] = await database().$queryRaw<WaitingCount[]>`
    SELECT ${WAITING_AND_SNOOZED} FROM ${table} ${snoozesOf("it", userId)}
    WHERE it.team_id = ${teamId}::uuid AND ${waits} AND (${projectId}::uuid IS NULL OR it.project_id = ${projectId}::uuid)`
  return row ?? { waiting: 0, snoozed: 0 }
}

/** Until when one person has put things of these teams off, by their ids. What is decided meanwhile is put off no more. */
export async function snoozedUntil(
  what: Snoozable,
  userId: string,
  teamIds: readonly string[],
): Promise<Map<string, Date>> {
  const { table, waits } = SNOOZABLE[what]
  const rows = await database().$queryRaw<{ id: string; until: Date }[]>`
    SELECT it.id, sn.until FROM ${table} ${snoozesOf("it", userId)} WHERE it.team_id = ANY(${[...teamIds]}::uuid[]) AND ${waits} AND sn.until IS NOT NULL`
  return new Map(rows.map((row) => [row.id, row.until]))
}

/** Hides what waits from one person until a time; null shows it again. Returns how many. */
export async function snooze(
  tx: Tx,
  what: Snoozable,
  {
    teamId,
    userId,
    ids,
    until,
  }: { teamId: string; userId: string; ids: readonly string[]; until: Date | null },
): Promise<number> {
  if (until === null)
    return (await tx.snooze.deleteMany({ where: { teamId, userId, itemId: { in: [...ids] } } })).count
  const { table, waits } = SNOOZABLE[what]
  return tx.$executeRaw`
    INSERT INTO snooze (team_id, item_id, user_id, until) SELECT it.team_id, it.id, ${userId}::uuid, ${until} FROM ${table} WHERE it.team_id = ${teamId}::uuid AND it.id = ANY(${[...ids]}::uuid[]) AND ${waits}
    ON CONFLICT (team_id, item_id, user_id) DO UPDATE SET until = excluded.until`
}
