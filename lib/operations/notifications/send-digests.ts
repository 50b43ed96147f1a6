import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { countOpenConflicts } from "@/lib/db/conflicts/list"
import {
  claimDigest,
  countOpenAlerts,
  giveBackDigest,
  readOldest,
  readWantedDigests,
  type WantedDigest,
} from "@/lib/db/notifications/digests"
import { countWaiting } from "@/lib/db/proposals/list"
import { countWaitingFor } from "@/lib/db/teams/snoozes"
import type { Actor } from "@/lib/memory/teams/actor"
import { type DigestNews, digestMail } from "@/lib/memory/notifications/digest-news"
import { localTime } from "@/lib/memory/notifications/local-time"
import { type MailServer, mailServer, sendMail } from "@/lib/notify/mail"
import { inboxUrl, itemUrl, settingsUrl } from "./message-links"

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
