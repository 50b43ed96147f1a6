import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import {
  mailsNotices,
  markNoticesRead,
  setMailsNotices,
  unreadNotices,
} from "@/lib/db/notifications/personal-notices"
import { DISCUSSED } from "@/lib/memory/comments/subject"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { NOTICE_REASONS } from "@/lib/memory/notifications/mention-and-assignment-mail"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { mailServer } from "@/lib/notify/mail"
import { operation } from "../operation"
import { inTeam } from "../teams/team-of"
import { team } from "./channels"

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
