import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { type Snoozable, itemsFor } from "../teams/snoozes"

export interface DigestRow {
  readonly hour: number
  readonly timeZone: string
  /** ISO day of the last digest. Null if none was sent. */
  readonly sentOn: string | null
}

export async function findDigest(
  { teamId }: Visibility,
  userId: string,
  client: Pick<Reader, "digest"> = database(),
): Promise<DigestRow | null> {
  const row = await client.digest.findUnique({ where: { teamId_userId: { teamId, userId } } })
  return row && { hour: row.hour, timeZone: row.timeZone, sentOn: row.sentOn && dayOf(row.sentOn) }
}

/**
 * Stores the digest settings of a person, or deletes them if `wish` is null. No digest is sent for `sentOn`
 * and earlier days.
 */
export async function setDigest(
  tx: Tx,
  { teamId, userId }: { teamId: string; userId: string },
  wish: DigestRow | null,
): Promise<void> {
  if (wish === null) return void (await tx.digest.deleteMany({ where: { teamId, userId } }))
  const data = {
    hour: wish.hour,
    timeZone: wish.timeZone,
    sentOn: wish.sentOn === null ? null : dateOf(wish.sentOn),
    retryAt: null,
  }
  await tx.digest.upsert({
    where: { teamId_userId: { teamId, userId } },
    create: { teamId, userId, ...data },
    update: data,
  })
}

/** Digest settings of a user who can sign in and is a member of the team or an owner of the deployment. */
export interface WantedDigest extends DigestRow {
  readonly teamId: string
  readonly team: string
  readonly slug: string
  readonly userId: string
  readonly email: string
}

export async function readWantedDigests(now: Date): Promise<WantedDigest[]> {
  return database().$queryRaw<WantedDigest[]>`
    SELECT d.team_id AS "teamId", t.name AS team, t.slug, d.user_id AS "userId", u.email, d.hour, d.time_zone AS "timeZone", d.sent_on::text AS "sentOn"
    FROM digest d JOIN team t ON t.id = d.team_id JOIN "user" u ON u.id = d.user_id
    WHERE u.disabled_at IS NULL AND (u.owner OR EXISTS (SELECT FROM membership m WHERE m.team_id = d.team_id AND m.user_id = d.user_id)) AND (d.retry_at IS NULL OR d.retry_at <= ${now}::timestamptz)`
}

/**
 * Claims the digest of a person for a day, before it is sent. Returns false if the digest of that or a later
 * day was claimed already.
 */
export async function claimDigest(
  { teamId, userId }: { teamId: string; userId: string },
  day: string,
): Promise<boolean> {
  const { count } = await bookkeeping().digest.updateMany({
    where: { teamId, userId, OR: [{ sentOn: null }, { sentOn: { lt: dateOf(day) } }] },
    data: { sentOn: dateOf(day), retryAt: null },
  })
  return count === 1
}

/**
 * Releases the claim on a digest that could not be sent, until `retryAt`. Does nothing if the settings
 * changed meanwhile.
 */
export async function giveBackDigest(
  { teamId, userId, sentOn }: { teamId: string; userId: string; sentOn: string | null },
  day: string,
  retryAt: Date,
): Promise<void> {
  await bookkeeping().digest.updateMany({
    where: { teamId, userId, sentOn: dateOf(day) },
    data: { sentOn: sentOn === null ? null : dateOf(sentOn), retryAt },
  })
}

/** A waiting item in a digest. */
export interface OldestItem {
  readonly kind: "proposal" | "conflict" | "synthesis" | "seed plan" | "alert"
  readonly id: string
  /**
   * Short description of the item: "add in MEMORY.md", "duplicate in ledger", "brief in ledger", the agent of
   * a seed plan, or the message of an alert. Never contains memory text.
   */
  readonly words: string
  readonly at: Date
}

/** Returns the three oldest waiting items of a person, without snoozed ones. */
export async function readOldest(visible: Visibility, userId: string): Promise<OldestItem[]> {
  const join = Prisma.sql`LEFT JOIN project p ON p.team_id = it.team_id AND p.id = it.project_id`
  const oldest = (kind: Snoozable, words: Prisma.Sql, and = Prisma.empty) =>
    Prisma.sql`(SELECT ${kind} AS kind, it.id, ${words} AS words, it.created_at AS at ${itemsFor(userId, kind, { visible, join })} ${and} ORDER BY it.created_at LIMIT 3)`
  return database().$queryRaw<OldestItem[]>`
    SELECT kind, id, words, at FROM (
      ${oldest("proposal", Prisma.sql`it.kind || ' in ' || it.path`, Prisma.sql`AND it.expires_at > now()`)}
      UNION ALL ${oldest("conflict", Prisma.sql`it.finding || ' in ' || p.name`)}
      UNION ALL ${oldest("synthesis", Prisma.sql`it.kind || coalesce(' for ' || it.agent_name, '') || coalesce(' in ' || p.name, '')`)}
      UNION ALL ${oldest("seed plan", Prisma.sql`coalesce(it.agent_name, it.category) || ' in ' || p.name`)}
      UNION ALL (SELECT 'alert', a.id, a.message, a.raised_at FROM alert a WHERE ${visibleRows(visible, "a")} AND a.state = 'open' AND a.severity <> 'info' ORDER BY a.raised_at LIMIT 3)
    ) AS waiting ORDER BY at, id LIMIT 3`
}

/** Returns the number of open alerts by severity. */
export async function countOpenAlerts({
  teamId,
}: Visibility): Promise<Readonly<Record<"error" | "warning" | "info", number>>> {
  const rows = await database().alert.groupBy({
    by: ["severity"],
    where: { teamId, state: "open" },
    _count: true,
  })
  return {
    error: 0,
    warning: 0,
    info: 0,
    ...Object.fromEntries(rows.map((row) => [row.severity, row._count])),
  }
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
