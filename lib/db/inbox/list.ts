import { Prisma } from "@/generated/prisma/client"
import { HARM } from "@/lib/memory/inbox/order-weights"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { visibleRows } from "../infra/visible-rows"
import { snoozesOf } from "../teams/snoozes"

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
