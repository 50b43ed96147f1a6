import type { Discussed } from "@/lib/memory/comments/subject"
import type { NoticeReason } from "@/lib/memory/notifications/mention-and-assignment-mail"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { groupBy } from "@/lib/memory/text/group"
import { bookkeeping, database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"

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
