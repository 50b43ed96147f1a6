import { Prisma } from "@/generated/prisma/client"
import { HARM } from "@/lib/memory/inbox/order-weights"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "./infra/client"
import { visibleRows } from "./infra/sql-fragments"
import type { Tx } from "./infra/commit"

/**
 * SQL that selects the items of one kind with the columns `id`, `harm` (0–100), `file` (sort key; empty if
 * there is no file), `at` (time of creation or decision) and `tie` (order of items with the same harm and
 * file).
 */
export type ItemSelect = Prisma.Sql

/** A filter on Inbox items of a kind that has no file. */
export interface FilelessItemFilter {
  readonly visible: Visibility
  /** The person whose snoozes apply. */
  readonly userId: string
  /** "decided": all except waiting. */
  readonly state: "waiting" | "decided"
  /** True for snoozed items only, false for other items only, null for both. */
  readonly snoozed: boolean | null
}

/**
 * Returns SQL that selects the syntheses or seed plans (table `it`) that match the filter and all conditions
 * in `more`. Of equal harm, the newest come first.
 */
export function filelessItems(
  kind: "synthesis" | "seed",
  { visible, userId, state, snoozed }: FilelessItemFilter,
  more: readonly Prisma.Sql[],
): ItemSelect {
  const parts = [
    visibleRows(visible, "it"),
    state === "waiting" ? Prisma.sql`it.state = 'waiting'` : Prisma.sql`it.state <> 'waiting'`,
    ...(snoozed === null ? [] : [snoozed ? Prisma.sql`sn.until IS NOT NULL` : Prisma.sql`sn.until IS NULL`]),
    ...more,
  ]
  return Prisma.sql`SELECT it.id, ${HARM[kind]}::float8 AS harm, '' AS file, -extract(epoch FROM it.created_at) AS tie, coalesce(it.decided_at, it.created_at) AS at
    FROM ${TABLES[kind]} it ${snoozesOf("it", userId)} WHERE ${Prisma.join(parts, " AND ")}`
}

const TABLES = { synthesis: Prisma.sql`synthesis`, seed: Prisma.sql`seed_plan` }

export const INBOX_ORDERS = ["harm", "file", "newest", "oldest"] as const
export type InboxOrder = (typeof INBOX_ORDERS)[number]

export interface ListedItem {
  readonly kind: string
  readonly id: string
  readonly harm: number
}

interface InboxPageOptions {
  /** SQL that selects the items of each kind. The order of kinds is part of the sort order. */
  readonly kinds: readonly { readonly kind: string; readonly items: ItemSelect }[]
  readonly order: InboxOrder
  readonly take: number
  readonly skip: number
}

const ORDER_BY: Record<InboxOrder, Prisma.Sql> = {
  harm: Prisma.sql`harm DESC, rank, file, tie, id`,
  file: Prisma.sql`rank, file, tie, id`,
  newest: Prisma.sql`at DESC, id DESC`,
  oldest: Prisma.sql`at, id`,
}

/** Returns a page of the items of all kinds in one order, and the number of items on all pages. */
export async function listInboxItems({
  kinds,
  order,
  take,
  skip,
}: InboxPageOptions): Promise<{ items: ListedItem[]; total: number }> {
  if (kinds.length === 0) return { items: [], total: 0 }
  const by = ORDER_BY[order]
  // Each kind is cut to the page before the kinds are joined, because there can be a hundred thousand alerts.
  const pages = kinds.map(
    ({ kind, items }, rank) =>
      Prisma.sql`(SELECT ${kind} AS kind, ${rank}::int AS rank, id, harm, file, tie, at FROM (${items}) own ORDER BY ${by} LIMIT ${skip + take})`,
  )
  const counts = kinds.map(({ items }) => Prisma.sql`(SELECT count(*) FROM (${items}) own)`)
  const [items, [counted]] = await Promise.all([
    database().$queryRaw<
      ListedItem[]
    >`SELECT kind, id, harm FROM (${Prisma.join(pages, " UNION ALL ")}) item ORDER BY ${by} LIMIT ${take} OFFSET ${skip}`,
    database().$queryRaw<{ total: number }[]>`SELECT (${Prisma.join(counts, " + ")})::int AS total`,
  ])
  return { items, total: counted?.total ?? 0 }
}

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

export interface SavedView {
  readonly name: string
  /** The query string of the address, without its question mark. */
  readonly query: string
}

export async function listViews({ teamId }: Visibility, userId: string): Promise<SavedView[]> {
  return database().savedView.findMany({
    where: { teamId, userId },
    select: { name: true, query: true },
    orderBy: { name: "asc" },
  })
}

export async function countViews(tx: Tx, teamId: string, userId: string): Promise<number> {
  return tx.savedView.count({ where: { teamId, userId } })
}

/** Saves a view of a person. Replaces an earlier view of the same name. */
export async function saveView(
  tx: Tx,
  { teamId, userId, name, query }: SavedView & { teamId: string; userId: string },
): Promise<void> {
  await tx.savedView.upsert({
    where: { teamId_userId_name: { teamId, userId, name } },
    create: { teamId, userId, name, query },
    update: { query },
  })
}

/** Deletes a view of a person. Returns false if there is none of this name. */
export async function dropView(tx: Tx, teamId: string, userId: string, name: string): Promise<boolean> {
  return (await tx.savedView.deleteMany({ where: { teamId, userId, name } })).count > 0
}
