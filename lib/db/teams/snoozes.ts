import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRows } from "../infra/visible-rows"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** Table and waiting condition of each kind of items that can be snoozed. */
const SNOOZABLE = {
  proposal: { table: Prisma.sql`proposal it`, waits: Prisma.sql`it.state = 'waiting'` },
  conflict: { table: Prisma.sql`conflict it`, waits: Prisma.sql`it.state = 'open'` },
  synthesis: { table: Prisma.sql`synthesis it`, waits: Prisma.sql`it.state = 'waiting'` },
  "seed plan": { table: Prisma.sql`seed_plan it`, waits: Prisma.sql`it.state = 'waiting'` },
} as const

export type Snoozable = keyof typeof SNOOZABLE

/**
 * Returns an SQL join of a person's snoozes as `sn`. Its `until` is null for items that are not snoozed.
 * `item` is the alias of the table of the items.
 */
export const snoozesOf = (item: "pr" | "c" | "it", userId: string): Prisma.Sql =>
  Prisma.sql`LEFT JOIN snooze sn ON (sn.team_id, sn.item_id) = (${Prisma.raw(`${item}.team_id, ${item}.id`)}) AND sn.user_id::text = ${userId} AND sn.until > now()`

/** SQL columns that count waiting and snoozed items, over the join of `snoozesOf`. */
export const WAITING_AND_SNOOZED = Prisma.sql`count(*) FILTER (WHERE sn.until IS NULL)::int AS waiting, count(sn.until)::int AS snoozed`

export interface WaitingCount {
  readonly waiting: number
  readonly snoozed: number
}

/** Numbers of undecided items by assignee. */
export interface AssignedCount {
  /** Number of items that are assigned to the person or unassigned. Items with a shared cause count once. */
  readonly yours: number
  /** Number of items that are assigned to the person. */
  readonly mine: number
}

/** Returns the condition of items that are assigned to a person or unassigned. `item` is the alias of the table. */
export const isAssignedOrOpen = (item: "pr" | "c" | "al", userId: string): Prisma.Sql =>
  Prisma.sql`coalesce(${Prisma.raw(`${item}.assignee_id`)}::text, ${userId}) = ${userId}`

/** Returns FROM and WHERE of the visible items that wait for a person and are not snoozed, as `it`. */
export function itemsFor(
  userId: string,
  what: Snoozable,
  { visible, join = Prisma.empty }: { visible: Visibility; join?: Prisma.Sql },
): Prisma.Sql {
  const { table, waits } = SNOOZABLE[what]
  return Prisma.sql`FROM ${table} ${snoozesOf("it", userId)} ${join} WHERE ${visibleRows(visible, "it")} AND ${waits} AND sn.until IS NULL`
}

/** Returns the numbers of items that wait for a person, and of those that the person has snoozed. */
export async function countWaitingFor(
  what: "synthesis" | "seed plan",
  userId: string,
  visible: Visibility,
): Promise<WaitingCount> {
  const { table, waits } = SNOOZABLE[what]
  const [row] = await database().$queryRaw<WaitingCount[]>`
    SELECT ${WAITING_AND_SNOOZED} FROM ${table} ${snoozesOf("it", userId)}
    WHERE ${visibleRows(visible, "it")} AND ${waits}`
  return row ?? { waiting: 0, snoozed: 0 }
}

/**
 * Returns the times until which a person has snoozed visible waiting items, by item id. Items without a
 * snooze are missing.
 */
export async function snoozedUntil(
  what: Snoozable,
  userId: string,
  visible: readonly Visibility[],
): Promise<Map<string, Date>> {
  const { table, waits } = SNOOZABLE[what]
  const rows = await database().$queryRaw<{ id: string; until: Date }[]>`
    SELECT it.id, sn.until FROM ${table} ${snoozesOf("it", userId)} WHERE ${visibleRows(visible, "it")} AND ${waits} AND sn.until IS NOT NULL`
  return new Map(rows.map((row) => [row.id, row.until]))
}

/**
 * Snoozes waiting items for a person until a time, or ends the snoozes if `until` is null. Returns the number
 * of changed snoozes.
 */
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
