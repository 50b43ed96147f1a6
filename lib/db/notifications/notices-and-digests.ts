import type { Discussed } from "@/lib/memory/comments/comment-text"
import type { NoticeReason } from "@/lib/memory/notifications/notice-sentence"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { groupBy } from "@/lib/memory/text/aggregates"
import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { visibleRows } from "../infra/sql-fragments"
import { type Snoozable, itemsFor } from "../inbox"

export interface NewPersonalNotice {
  readonly userId: string
  readonly reason: NoticeReason
  readonly subjectKind: Discussed
  readonly subjectId: string
  /** The path or agent of the item. */
  readonly subject: string
  readonly commentId: string | null
  readonly byName: string
}

/** Stores notices, in the transaction of the event that they report. Their e-mails are due at once. */
export async function addPersonalNotices(
  tx: Tx,
  teamId: string,
  notices: readonly NewPersonalNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const now = new Date()
  await tx.personalNotice.createMany({
    data: notices.map((one) => ({ ...one, teamId, id: newId(), createdAt: now, nextAt: now })),
  })
}

/** Deletes the notices of a deleted comment. */
export async function dropNoticesOfComment(tx: Tx, teamId: string, commentId: string): Promise<void> {
  await tx.personalNotice.deleteMany({ where: { teamId, commentId } })
}

/** Deletes the notices of assignments that were removed or changed to another person. */
export async function dropAssignmentNotices(
  tx: Tx,
  teamId: string,
  { subjectIds, except }: { subjectIds: readonly string[]; except: string | null },
): Promise<void> {
  await tx.personalNotice.deleteMany({
    where: {
      teamId,
      subjectId: { in: [...subjectIds] },
      reason: "assignment",
      ...(except === null ? {} : { userId: { not: except } }),
    },
  })
}

export interface PersonalNoticeRow {
  readonly id: string
  readonly reason: NoticeReason
  readonly subjectKind: Discussed
  readonly subjectId: string
  readonly subject: string
  readonly commentId: string | null
  readonly byName: string
  readonly createdAt: Date
}

/** Returns a person's unread notices in a team, newest first, at most `most`. */
export async function unreadNotices(
  { teamId }: Visibility,
  userId: string,
  most: number,
): Promise<PersonalNoticeRow[]> {
  const rows = await database().personalNotice.findMany({
    where: { teamId, userId, readAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: most,
  })
  return rows as PersonalNoticeRow[]
}

/**
 * Marks the notices of a person about one item as read, or all if `item` is null. No more e-mails are sent
 * for them. Returns the number of notices that were unread.
 */
export async function markNoticesRead(
  teamId: string,
  userId: string,
  { item, now }: { item: string | null; now: Date },
): Promise<number> {
  const { count } = await bookkeeping().personalNotice.updateMany({
    where: { teamId, userId, readAt: null, ...(item === null ? {} : { subjectId: item }) },
    data: { readAt: now, nextAt: null },
  })
  return count
}

/**
 * Number of days after which notices are no longer sent by e-mail, so that a mail server that is set up later
 * sends no old notices.
 */
const MAILED_DAYS = 3

export interface DueMail {
  readonly teamId: string
  readonly team: string
  readonly slug: string
  readonly userId: string
  readonly email: string
  readonly notices: readonly (PersonalNoticeRow & { readonly attempts: number })[]
}

/**
 * Claims unread notices whose e-mail is due, at most 1,000, and returns them by person and team. A claimed
 * notice is no longer due before its e-mail is sent. So a process that dies loses one e-mail and never sends
 * it twice.
 */
export async function claimPersonalMails(now: Date): Promise<DueMail[]> {
  const rows = await bookkeeping().$queryRaw<(PersonalNoticeRow & DueMail & { attempts: number })[]>`
    WITH due AS (SELECT team_id, id FROM personal_notice WHERE next_at <= ${now} AND read_at IS NULL AND created_at > ${now}::timestamptz - make_interval(days => ${MAILED_DAYS}) ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED),
    claimed AS (UPDATE personal_notice n SET next_at = NULL, attempts = attempts + 1 FROM due WHERE n.team_id = due.team_id AND n.id = due.id RETURNING n.*)
    SELECT c.team_id AS "teamId", t.name AS team, t.slug, c.user_id AS "userId", u.email, c.id, c.reason, c.subject_kind AS "subjectKind", c.subject_id AS "subjectId", c.subject, c.comment_id AS "commentId", c.by_name AS "byName", c.created_at AS "createdAt", c.attempts
    FROM claimed c JOIN team t ON t.id = c.team_id JOIN "user" u ON u.id = c.user_id
    WHERE u.disabled_at IS NULL AND u.mails_notices AND (u.owner OR EXISTS (SELECT FROM membership m WHERE m.team_id = c.team_id AND m.user_id = u.id)) ORDER BY c.created_at, c.id`
  const mails = groupBy(rows, ({ teamId, userId }) => `${teamId}/${userId}`)
  return [...mails.values()].flatMap((notices) => {
    const [first] = notices
    return first ? [{ ...pickPerson(first), notices }] : []
  })
}

const pickPerson = ({ teamId, team, slug, userId, email }: DueMail) => ({ teamId, team, slug, userId, email })

/** Makes claimed notices due again at `nextAt`, after their e-mail could not be sent. */
export async function giveBackPersonalMail(
  teamId: string,
  ids: readonly string[],
  nextAt: Date,
): Promise<void> {
  await bookkeeping().personalNotice.updateMany({
    where: { teamId, id: { in: [...ids] }, readAt: null },
    data: { nextAt },
  })
}

export async function mailsNotices(userId: string): Promise<boolean> {
  const person = await database().user.findUnique({
    where: { id: userId },
    select: { mailsNotices: true },
  })
  return person?.mailsNotices ?? false
}

export async function setMailsNotices(tx: Tx, userId: string, enabled: boolean): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { mailsNotices: enabled } })
}

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
