import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import {
  findDigest,
  setDigest,
  claimDigest,
  countOpenAlerts,
  giveBackDigest,
  readOldest,
  readWantedDigests,
  type WantedDigest,
} from "@/lib/db/notifications/notices-and-digests"
import { localTime } from "@/lib/memory/notifications/local-time"
import { timeZoneName } from "@/lib/memory/notifications/channel"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { mailServer, type MailServer, sendMail } from "@/lib/notify/mail"
import { countOpenConflicts } from "@/lib/db/conflicts/conflicts"
import { countWaiting } from "@/lib/db/proposals/proposals"
import { countWaitingFor } from "@/lib/db/inbox"
import type { Actor } from "@/lib/memory/teams/actor"
import { type DigestNews, digestMail } from "@/lib/memory/notifications/messages"
import { operation } from "../operation"
import { inTeam } from "../teams/team-and-project"
import { team } from "./channels"
import { inboxUrl, itemUrl, settingsUrl } from "./send-message"

const wish = z.object({ hour: z.number(), timeZone: z.string() })

export const showDigest = operation({
  name: "digest.show",
  summary: "Show your daily digest setting for a team.",
  method: "GET",
  path: "/teams/{team}/digest",
  right: "read",
  input: z.object({ team }),
  output: z.object({
    digest: wish.nullable().describe("Null if off"),
    mail: z.boolean().describe("True if the server can send email"),
    sentOn: z
      .string()
      .nullable()
      .describe("The day when the last digest was sent, or the last day with nothing to send"),
  }),
  run: (actor, { team: asked }) =>
    inTeam(actor, "read", asked, async ({ id }) => {
      const digest = actor.kind === "person" ? await findDigest(visibilityOf(actor, id), actor.id) : null
      return done({
        digest: digest && { hour: digest.hour, timeZone: digest.timeZone },
        mail: mailServer() !== null,
        sentOn: digest?.sentOn ?? null,
      })
    }),
})

export const setOwnDigest = operation({
  name: "digest.set",
  summary:
    "Turn on your daily digest for a team at a specified hour, or turn it off. The digest is sent only if something needs your attention.",
  method: "PUT",
  path: "/teams/{team}/digest",
  right: "read",
  example: { team: "main", digest: { hour: 8, timeZone: "Europe/Berlin" } },
  input: z.object({
    team,
    digest: z
      .object({
        hour: z
          .int("must be a whole hour from 0 to 23")
          .min(0, "must be a whole hour from 0 to 23")
          .max(23, "must be a whole hour from 0 to 23"),
        timeZone: timeZoneName,
      })
      .strict()
      .nullable()
      .describe("Null if off"),
  }),
  output: z.object({ digest: wish.nullable() }),
  run: (actor, { team: asked, digest }) =>
    inTeam(actor, "read", asked, async ({ id: teamId, name }) => {
      if (actor.kind !== "person")
        return refused("forbidden", "access tokens cannot get a digest. Sign in as a person")
      const now = localTime(new Date(), digest?.timeZone ?? "UTC")
      return commit(
        actor,
        {
          kind: digest === null ? "digest.unset" : "digest.set",
          teamId,
          subject: name,
          detail: digest ?? {},
        },
        async (tx) => {
          const before = await findDigest(visibilityOf(actor, teamId), actor.id, tx)
          // An hour that has passed today takes effect tomorrow. A day has one digest, however often the hour
          // is changed.
          const today = digest !== null && now.minutes >= digest.hour * 60 ? now.day : null
          await setDigest(
            tx,
            { teamId, userId: actor.id },
            digest && {
              ...digest,
              sentOn:
                [today, before?.sentOn ?? null]
                  .filter((day) => day !== null)
                  .toSorted()
                  .at(-1) ?? null,
            },
          )
          return done({ digest })
        },
      )
    }),
})

/** Milliseconds to wait after a mail server failed. Attempts for a digest end with its day. */
const AGAIN_MS = 30 * 60_000

export interface DigestFigures {
  readonly sent: number
  readonly failed: number
  /** Number of people whose digest was due and who had no waiting items. */
  readonly nothing: number
}

/**
 * Sends each person's digest after the chosen hour, once for each day and team. Sends no mail if nothing is
 * waiting. The day is recorded before the mail is sent, and only the process that records it sends. A process
 * that dies in between thus loses one digest and never sends it twice.
 */
export async function sendDueDigests(_actor: Actor, now: Date): Promise<DigestFigures> {
  const figures = { sent: 0, failed: 0, nothing: 0 }
  const server = mailServer()
  if (server === null) return figures
  for (const wanted of await readWantedDigests(now)) {
    const { day, minutes } = localTime(now, wanted.timeZone)
    if (
      minutes < wanted.hour * 60 ||
      (wanted.sentOn !== null && wanted.sentOn >= day) ||
      !(await claimDigest(wanted, day))
    )
      continue
    figures[await send(server, wanted, day, now)] += 1
  }
  return figures
}

async function send(
  server: MailServer,
  wanted: WantedDigest,
  day: string,
  now: Date,
): Promise<keyof DigestFigures> {
  const news = await newsFor(wanted)
  if (news === null) return "nothing"
  const sent = await sendMail(
    { ...digestMail(news), to: [wanted.email], id: `digest-${wanted.teamId}-${wanted.userId}-${day}` },
    { server },
  )
  if (sent?.arrived) return "sent"
  await giveBackDigest(wanted, day, new Date(now.getTime() + AGAIN_MS))
  return "failed"
}

async function newsFor({ teamId, team, slug, userId }: WantedDigest): Promise<DigestNews | null> {
  const whole = wholeTeamUnchecked(teamId)
  const [
    { waiting: proposals },
    { waiting: conflicts },
    { waiting: syntheses },
    { waiting: seedPlans },
    alerts,
    oldest,
  ] = await Promise.all([
    countWaiting([whole], userId),
    countOpenConflicts(whole, { userId }),
    countWaitingFor("synthesis", userId, whole),
    countWaitingFor("seed plan", userId, whole),
    countOpenAlerts(whole),
    readOldest(whole, userId),
  ])
  if (proposals + conflicts + syntheses + seedPlans + alerts.error + alerts.warning + alerts.info === 0)
    return null
  return {
    team,
    proposals,
    conflicts,
    syntheses,
    seedPlans,
    alerts,
    oldest: oldest.map((one) => ({ ...one, url: itemUrl(slug, one.kind, one.id) })),
    url: inboxUrl(slug),
    settings: settingsUrl(slug),
  }
}
