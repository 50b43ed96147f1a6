import { visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { setTimeout as wait } from "node:timers/promises"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import { readChannelSecret, findChannel, pauseChannel, readSentAlerts } from "@/lib/db/notifications/channels"
import { newId } from "@/lib/db/infra/identifiers"
import { withLease } from "@/lib/db/leases"
import {
  beginMessage,
  type ClaimedChannel,
  type ClaimedNotice,
  claimDue,
  dropNotices,
  type EndedMessage,
  endMessage,
  postponeNotices,
  settleInterrupted,
  teamsWithChannels,
  addNotices,
  readUnsentAlerts,
  type UnsentAlert,
} from "@/lib/db/notifications/alert-notices"
import type { Actor } from "@/lib/memory/teams/actor"
import { nextAttempt, quietUntil } from "@/lib/memory/notifications/channel"
import { readPolicies } from "@/lib/db/policies"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { commit } from "@/lib/db/infra/commit"
import { done, refused } from "@/lib/memory/inputs/outcome"
import type { BackgroundWork } from "../infra/background-work"
import { inboxUrl, itemUrl, type Sending, sendMessage } from "./send-message"
import { sendPersonalMails } from "./personal-notifications"

/** Maximum number of channels that one process sends to at the same time. */
const AT_A_TIME = 8
/**
 * Maximum number of alerts in one message. A webhook message lists all of them. Messages for people list the
 * most severe ones and a link.
 */
const MOST_ALERTS = { webhook: 100, slack: 1_000, email: 1_000 } as const

export interface DueFigures {
  readonly planned: number
  readonly messages: number
  /** Number of alerts that were delivered. */
  readonly sent: number
  readonly failed: number
  readonly dropped: number
  /** Number of alerts that wait for the end of quiet hours. */
  readonly held: number
  /** Number of alerts that may or may not have been delivered. */
  readonly doubtful: number
}

/**
 * Plans and sends the messages that are due, for all teams. Several processes may do so at the same time.
 * Each message is claimed by one process and recorded as started before it is sent.
 */
export async function sendDueNotices(actor: Actor, now: Date, sending: Sending = {}): Promise<DueFigures> {
  const doubtful = await settleInterrupted(now)
  let planned = 0
  for (const teamId of await teamsWithChannels())
    planned += await planNotices(visibilityOf(actor, teamId), now)
  return { ...(await sendClaimed(actor, null, now, sending)), planned, doubtful }
}

/** Sends the due messages of one channel. Plans no new notices. */
export async function sendDueOf(
  actor: Actor,
  channelId: string,
  now: Date,
  sending: Sending = {},
): Promise<void> {
  await sendClaimed(actor, channelId, now, sending)
}

async function sendClaimed(
  actor: Actor,
  channelId: string | null,
  now: Date,
  sending: Sending,
): Promise<DueFigures> {
  const began = performance.now()
  const clock = () => new Date(now.getTime() + Math.floor(performance.now() - began))
  const figures = { planned: 0, messages: 0, sent: 0, failed: 0, dropped: 0, held: 0, doubtful: 0 }
  const failures: unknown[] = []
  /** Ids of channels with unsent messages. They wait for the next call. */
  const stopped: string[] = []
  for (;;) {
    const channels = await claimDue({ channelId, except: stopped, now: clock(), most: AT_A_TIME })
    if (channels.length === 0) break
    await Promise.all(
      channels.map(async (channel) => {
        try {
          const telling = { actor, channel, clock, sending, figures }
          if (!(await withLease(channel.lease, () => tellChannel(telling)))) stopped.push(channel.id)
        } catch (cause) {
          failures.push(cause)
          stopped.push(channel.id)
        }
      }),
    )
  }
  if (failures.length > 0) throw failures[0] // The other channels have received their messages.
  return figures
}

interface Telling {
  readonly actor: Actor
  readonly channel: ClaimedChannel
  readonly clock: () => Date
  readonly sending: Sending
  readonly figures: { -readonly [Name in keyof DueFigures]: number }
}

/**
 * Sends the waiting notices of a channel, message by message. If a message fails, the rest is postponed with
 * it. Returns false if another process took over the channel.
 */
async function tellChannel(telling: Telling): Promise<boolean> {
  const { channel, clock, figures } = telling
  const { teamId, notices } = channel
  const idsOf = (some: readonly ClaimedNotice[]) => ({ teamId, ids: some.map((one) => one.id) })
  const gone = notices.filter((one) => !one.stands)
  const standing = notices.filter((one) => one.stands)
  await dropNotices(idsOf(gone), clock())
  figures.dropped += gone.length
  const quiet = quietUntil(channel.quietHours, clock())
  if (quiet !== null) {
    await postponeNotices(idsOf(standing), quiet)
    figures.held += standing.length
    return true
  }
  const messages = messagesOf(channel, standing)
  for (const [place, message] of messages.entries()) {
    const told = await tell(telling, message)
    if (told === "lost") return false
    if (told === "done") continue
    await postponeNotices(idsOf(messages.slice(place + 1).flatMap((one) => one.notices)), told)
    break
  }
  return true
}

interface Outgoing {
  readonly messageId: string
  readonly attempt: number
  readonly notices: readonly ClaimedNotice[]
}

/**
 * Groups notices into messages. Notices of an earlier message stay together. New notices form as few messages
 * as the limit of the channel's kind allows.
 */
function messagesOf({ kind }: ClaimedChannel, notices: readonly ClaimedNotice[]): Outgoing[] {
  const again = [...new Set(notices.flatMap((one) => one.messageId ?? []))]
  const fresh = notices.filter((one) => one.messageId === null)
  const size = MOST_ALERTS[kind]
  const portions = Array.from({ length: Math.ceil(fresh.length / size) }, (_, place) =>
    fresh.slice(place * size, (place + 1) * size),
  )
  return [
    ...again.map((messageId) => {
      const some = notices.filter((one) => one.messageId === messageId)
      return { messageId, attempt: Math.max(...some.map((one) => one.attempts)) + 1, notices: some }
    }),
    ...portions.map((some) => ({ messageId: newId(), attempt: 1, notices: some })),
  ]
}

/**
 * Sends one message. Returns the time of the next attempt after a failure, or "lost" if another process took
 * over the channel.
 */
async function tell(
  { actor, channel, clock, sending, figures }: Telling,
  { messageId, attempt, notices }: Outgoing,
): Promise<Date | "done" | "lost"> {
  const { teamId, id: channelId } = channel
  const ids = notices.map((one) => one.id)
  const [secret, told] = await Promise.all([
    readChannelSecret(visibilityOf(actor, teamId), channelId),
    readSentAlerts(
      visibilityOf(actor, teamId),
      notices.map((one) => one.alertId),
    ),
  ])
  if (told.length === 0) {
    await dropNotices({ teamId, ids }, clock()) // The alerts were removed after the claim.
    return "done"
  }
  const bulletin = {
    id: messageId,
    team: channel.team,
    at: clock(),
    url: inboxUrl(channel.slug),
    alerts: told.map((alert) => ({ ...alert, url: itemUrl(channel.slug, "alert", alert.id) })),
  }
  const begin = () => beginMessage({ teamId, ids, messageId, lease: channel.lease })
  const sent = await sendMessage({ channel, secret, bulletin, begin, at: clock }, sending)
  if (sent === null) return "lost"
  const at = clock()
  const nextAt =
    sent.arrived || sent.gone ? null : nextAttempt({ attempts: attempt, at, retryAfter: sent.retryAfter })
  await noteEnd({
    teamId,
    ids,
    channelId,
    messageId,
    attempt,
    at,
    took: sent.took,
    status: sent.status,
    error: sent.arrived ? null : sent.error,
    nextAt,
  })
  figures.messages += 1
  figures[sent.arrived ? "sent" : "failed"] += ids.length
  if (!sent.arrived && sent.gone && channel.kind !== "email")
    await pauseRemovedReceiver(actor, teamId, channelId, at)
  return nextAt ?? "done"
}

/**
 * Records the result of a message. Retries once a second, up to 20 times, while the database is unreachable.
 * Without the record, a delivered message would be sent again.
 */
async function noteEnd(ended: EndedMessage): Promise<void> {
  for (let left = 20; ; left -= 1) {
    try {
      return await endMessage(ended)
    } catch (cause) {
      if (left === 0 || !isDatabaseUnreachable(cause)) throw cause
      await wait(1_000)
    }
  }
}

/**
 * Adds a waiting notice for each active channel and each open alert that was not sent to it. The alert must
 * match the severity, kinds and project of the channel, must be newer than the channel, and must have at
 * least the severity that the policy requires for messages. Returns the number of new notices.
 */
export async function planNotices(visible: Visibility, now: Date): Promise<number> {
  const untold = await readUnsentAlerts(visible)
  if (untold.length === 0) return 0
  const policies = await readPolicies(visible)
  return addNotices(
    visible.teamId,
    untold.filter((one) => isTold(policies, one)),
    now,
  )
}

function isTold(
  policies: readonly PlacedPolicy[],
  { severity, scope, project, category, agent }: UnsentAlert,
): boolean {
  const { tellFrom } = policyFor(policies, {
    scope: SCOPES.find((one) => one === scope) ?? "project",
    project,
    category,
    agent,
  })
  return tellFrom !== null && ALERT_SEVERITIES.indexOf(severity) <= ALERT_SEVERITIES.indexOf(tellFrom)
}

/**
 * Pauses a channel whose receiver reported that it was removed permanently. Nothing is sent until a person
 * resumes the channel.
 */
async function pauseRemovedReceiver(
  actor: Actor,
  teamId: string,
  channelId: string,
  now: Date,
): Promise<void> {
  const channel = await findChannel(visibilityOf(actor, teamId), channelId)
  if (channel === null) return
  await commit(
    actor,
    {
      kind: "channel.pause",
      teamId,
      subject: channel.name,
      detail: { because: "the receiver responded with 410 Gone" },
    },
    async (tx) =>
      (await pauseChannel(tx, teamId, channelId, now)) ? done(undefined) : refused("stale", "already paused"),
  )
}

/** Milliseconds to wait after an event for further events, so that related alerts are sent in one message. */
const PAUSE_MS = 3_000

/**
 * Kinds of events that can make a message due: alerts that are raised, woken or reopened, comments,
 * assignments, and channels that resume.
 */
const CAUSES = /^(?:alert\.|comment\.|(?:proposal|conflict)\.assign$|channel\.(?:create|change|resume)$)/

/**
 * Returns the background work that sends messages soon after an event. A scheduled job handles retries. A
 * stop waits for messages that are being sent, so that their result is recorded.
 */
export function sendingNotifications(actor: Actor, { pauseMs = PAUSE_MS } = {}): BackgroundWork {
  return {
    name: "Sending notifications",
    pauseMs,
    lookMs: null,
    due: async () => ["all"],
    after: ({ kind }) => (CAUSES.test(kind) ? ["all"] : []),
    run: () => Promise.all([sendDueNotices(actor, new Date()), sendPersonalMails(new Date())]),
  }
}
