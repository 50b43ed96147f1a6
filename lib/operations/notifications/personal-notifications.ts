import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  mailsNotices,
  markNoticesRead,
  setMailsNotices,
  unreadNotices,
  addPersonalNotices,
  dropAssignmentNotices,
  claimPersonalMails,
  type DueMail,
  giveBackPersonalMail,
} from "@/lib/db/notifications/notices-and-digests"
import { DISCUSSED, type Discussed } from "@/lib/memory/comments/comment-text"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { personalMail } from "@/lib/memory/notifications/messages"
import { NOTICE_REASONS } from "@/lib/memory/notifications/notice-sentence"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { mailServer, type MailServer, sendMail } from "@/lib/notify/mail"
import { followersOf } from "@/lib/db/comments"
import type { Actor } from "@/lib/memory/teams/actor"
import { nextAttempt } from "@/lib/memory/notifications/channel"
import { operation } from "../operation"
import { inTeam } from "../teams/team-and-project"
import { team } from "./channels"
import { itemUrl, settingsUrl } from "./send-message"

/** Maximum number of notifications in a list. */
const MOST = 100

export const listNotifications = operation({
  name: "notification.list",
  summary:
    "List your unread notifications in a team: mentions, comments on items you follow, and assignments.",
  method: "GET",
  path: "/teams/{team}/notifications",
  right: "read",
  input: z.object({ team }),
  output: z.object({
    notifications: z
      .array(
        z.object({
          id: z.string(),
          reason: z.enum(NOTICE_REASONS),
          on: z.enum(DISCUSSED).describe("Kind of item"),
          item: z.string(),
          place: z.string().describe("The path or agent of the item"),
          by: z.string(),
          at: z.iso.datetime(),
        }),
      )
      .describe(`At most ${MOST} notifications, newest first`),
    mailed: z.boolean().describe("True if you also get notifications by email"),
    mail: z.boolean().describe("True if the server can send email"),
  }),
  run: (actor, { team: asked }) =>
    inTeam(actor, "read", asked, async ({ id: teamId }) => {
      const isPerson = actor.kind === "person"
      const [rows, mailed] = isPerson
        ? await Promise.all([
            unreadNotices(visibilityOf(actor, teamId), actor.id, MOST),
            mailsNotices(actor.id),
          ])
        : [[], false]
      return done({
        notifications: rows.map((row) => ({
          id: row.id,
          reason: row.reason,
          on: row.subjectKind,
          item: row.subjectId,
          place: row.subject,
          by: row.byName,
          at: row.createdAt.toISOString(),
        })),
        mailed,
        mail: mailServer() !== null,
      })
    }),
})

const ONLY_PEOPLE = refused("forbidden", "access tokens have no notifications. Sign in as a person")

export const readNotifications = operation({
  name: "notification.read",
  summary: "Mark your notifications in a team as read, either for one item or for all items.",
  method: "POST",
  path: "/teams/{team}/notifications/read",
  right: "read",
  input: z.object({ team, item: z.uuid().nullable().default(null).describe("Null for all items") }),
  output: z.object({ read: z.number() }),
  run: (actor, { team: asked, item }) =>
    inTeam(actor, "read", asked, async ({ id: teamId }) =>
      actor.kind === "person"
        ? done({ read: await markNoticesRead(teamId, actor.id, { item, now: new Date() }) })
        : ONLY_PEOPLE,
    ),
})

export const setNotificationMail = operation({
  name: "notification.set-mail",
  summary: "Turn emails about mentions, comments and assignments on or off for all your teams.",
  method: "PUT",
  path: "/teams/{team}/notifications/mail",
  right: "read",
  input: z.object({ team, enabled: z.boolean() }),
  output: z.object({ mailed: z.boolean() }),
  run: (actor, { team: asked, enabled }) =>
    inTeam(actor, "read", asked, async ({ id: teamId, name }) =>
      actor.kind === "person"
        ? commit(
            actor,
            { kind: "notification.set-mail", teamId, subject: name, detail: { enabled } },
            async (tx) => {
              await setMailsNotices(tx, actor.id, enabled)
              return done({ mailed: enabled })
            },
          )
        : ONLY_PEOPLE,
    ),
})

/** An item that a notification is about. */
interface Subject {
  readonly kind: Discussed
  readonly id: string
  readonly teamId: string
  /** Path or agent of the item. */
  readonly place: string
  /** Ids of people who follow the item without a comment: the assignee and the author. */
  readonly people: readonly string[]
}

interface ToldComment {
  readonly id: string
  /** Ids of people whom the comment newly mentions. */
  readonly mentioned: readonly string[]
  /** True for a new comment, which notifies followers. False for an edited one. */
  readonly isNew: boolean
  /** Ids of people with access to the team. */
  readonly members: ReadonlySet<string>
}

/**
 * Notifies people whom a comment mentions, and the followers of the item. The author of the comment gets no
 * notice.
 */
export async function tellOfComment(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { id, mentioned, isNew, members }: ToldComment,
): Promise<void> {
  const followers = isNew ? [...(await followersOf(tx, subject.teamId, subject)), ...subject.people] : []
  const told = [...new Set([...mentioned, ...followers])].filter(
    (person) => person !== actor.id && members.has(person),
  )
  await addPersonalNotices(
    tx,
    subject.teamId,
    told.map((userId) => ({
      userId,
      reason: mentioned.includes(userId) ? ("mention" as const) : ("comment" as const),
      subjectKind: subject.kind,
      subjectId: subject.id,
      subject: subject.place,
      commentId: id,
      byName: actor.name,
    })),
  )
}

interface Assigned {
  readonly teamId: string
  readonly kind: Discussed
  /** Id of the new assignee. Null: unassigned. */
  readonly person: string | null
  readonly items: readonly { readonly id: string; readonly place: string }[]
}

/**
 * Notifies a person of newly assigned items, unless the person assigned them. Deletes earlier notices about
 * these items for other people.
 */
export async function tellOfAssignment(
  tx: Tx,
  actor: Actor,
  { teamId, kind, person, items }: Assigned,
): Promise<void> {
  await dropAssignmentNotices(tx, teamId, { subjectIds: items.map((one) => one.id), except: person })
  if (person === null || person === actor.id) return
  await addPersonalNotices(
    tx,
    teamId,
    items.map(({ id, place }) => ({
      userId: person,
      reason: "assignment",
      subjectKind: kind,
      subjectId: id,
      subject: place,
      commentId: null,
      byName: actor.name,
    })),
  )
}

/**
 * Mails people about mentions, comments and assignments that were not mailed yet. Returns the number of
 * mails. Returns 0 without a mail server.
 */
export async function sendPersonalMails(now: Date): Promise<number> {
  const server = mailServer()
  if (server === null) return 0
  const due = await claimPersonalMails(now)
  for (const one of due) await sendTo(server, one, now)
  return due.length
}

async function sendTo(server: MailServer, due: DueMail, now: Date): Promise<void> {
  const { team, slug, email, notices } = due
  const [first] = notices
  const sent = await sendMail(
    {
      ...personalMail({
        team,
        notices: notices.map((one) => ({
          ...one,
          url: itemUrl(slug, one.subjectKind, one.subjectId),
        })),
        settings: settingsUrl(slug),
      }),
      to: [email],
      id: `personal-${first?.id}`,
    },
    { server },
  )
  if (sent?.arrived) return
  const nextAt = nextAttempt({ attempts: first?.attempts ?? 1, at: now, retryAfter: null })
  if (nextAt !== null)
    await giveBackPersonalMail(
      due.teamId,
      notices.map((one) => one.id),
      nextAt,
    )
}
