import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findChannel, readChannelSecret, noteTest, readDeliveries } from "@/lib/db/notifications/channels"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { sendAgain } from "@/lib/db/notifications/alert-notices"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, placeInList } from "../infra/paging"
import { inTeam } from "../teams/team-and-project"
import { changeLocked, channelId, NO_SUCH_CHANNEL, team } from "./channels"
import { inboxUrl, sendMessage } from "./send-message"
import { sendDueOf } from "./send-alerts"

/** Maximum number of tests of a receiver per minute, so that a channel cannot be used to probe hosts. */
const TESTS_A_MINUTE = 10

export const testChannel = operation({
  name: "channel.test",
  summary: "Send a test message to a channel and return the result. A failed test is not retried.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/test",
  right: "manage",
  input: z.object({ team, channel: channelId }),
  output: z.object({
    arrived: z.boolean(),
    status: z.number().nullable().describe("HTTP or SMTP status. Null if there was no response"),
    took: z.number().describe("Milliseconds"),
    error: z.string().nullable(),
  }),
  run: (actor, { team: asked, channel: id }) => runTest(actor, asked, id),
})

function runTest(actor: Actor, asked: string, id: string) {
  return inTeam(actor, "manage", asked, async (place) => {
    const channel = await findChannel(visibilityOf(actor, place.id), id)
    if (channel === null) return NO_SUCH_CHANNEL
    const recent = await readDeliveries(visibilityOf(actor, place.id), id, {
      from: 0,
      limit: TESTS_A_MINUTE * 5,
    })
    if (
      recent.filter((one) => one.state === null && one.at.getTime() > Date.now() - 60_000).length >=
      TESTS_A_MINUTE
    )
      return refused(
        "too-many",
        `${channel.name}: you can send at most ${TESTS_A_MINUTE} tests per minute. Try again in a minute`,
      )
    const told = await commit(
      actor,
      { kind: "channel.test", teamId: place.id, subject: channel.name },
      async () => done(undefined),
    )
    if (!told.ok) return told
    const messageId = newId()
    const sent = await sendMessage({
      channel,
      secret: await readChannelSecret(visibilityOf(actor, place.id), id),
      bulletin: { id: messageId, team: place.name, at: new Date(), alerts: [], url: inboxUrl(place.slug) },
      at: () => new Date(),
    })
    if (sent === null) throw new Error("a test was neither sent nor stopped")
    const { arrived, status, took } = sent
    const error = sent.arrived ? null : sent.error
    await noteTest({ teamId: place.id, channelId: id, messageId, at: new Date(), took, status, error })
    return done({ arrived, status, took, error })
  })
}

const STATES = ["waiting", "sending", "sent", "failed", "doubt", "dropped"] as const

export const deliveryView = z.object({
  delivery: z
    .string()
    .describe("The message ID. Every attempt sends the same ID in the Quarterdeck-Delivery header"),
  attempt: z.number(),
  at: z.iso.datetime(),
  alerts: z.number().describe("Number of alerts. 0 for a test"),
  status: z.number().nullable(),
  took: z.number().nullable().describe("Milliseconds. Null if unknown"),
  error: z.string().nullable().describe("Null if the message was delivered"),
  state: z
    .enum(STATES)
    .nullable()
    .describe(
      "Current state of the message, returned with its last attempt. Null for a test or an earlier attempt",
    ),
  nextAt: z.iso.datetime().nullable(),
})

export const listDeliveries = operation({
  name: "channel.deliveries",
  summary: "List attempts to send messages to a channel, newest first.",
  method: "GET",
  path: "/teams/{team}/channels/{channel}/deliveries",
  right: "manage",
  input: z.object({
    team,
    channel: channelId,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    after: placeInList.optional(),
  }),
  output: z.object({ deliveries: z.array(deliveryView), next: nextOutput }),
  run: (actor, { team: asked, channel: id, limit, after }) =>
    inTeam(actor, "manage", asked, async (place) => {
      if ((await findChannel(visibilityOf(actor, place.id), id)) === null) return NO_SUCH_CHANNEL
      const from = Number(after ?? 0)
      const rows = await readDeliveries(visibilityOf(actor, place.id), id, { from, limit: limit + 1 })
      const deliveries = rows
        .slice(0, limit)
        .map(({ messageId, attempt, at, alerts, status, took, error, state, nextAt, last }) => ({
          delivery: messageId,
          attempt,
          at: at.toISOString(),
          alerts,
          status,
          took,
          error,
          state: last ? (STATES.find((one) => one === state) ?? null) : null,
          nextAt: last ? (nextAt?.toISOString() ?? null) : null,
        }))
      return done({ deliveries, next: rows.length > limit ? String(from + limit) : null })
    }),
})

export const retryDelivery = operation({
  name: "channel.retry",
  summary: "Retry a failed message now, with the same ID.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/retry",
  right: "manage",
  input: z.object({ team, channel: channelId, delivery: z.uuid() }),
  output: z.object({ alerts: z.number().describe("Number of alerts in the message") }),
  async run(actor, { team: asked, channel: id, delivery }) {
    const change = { team: asked, channel: id, kind: "channel.retry" }
    const due = await changeLocked(actor, change, async (tx, { teamId, name, pausedAt }) => {
      if (pausedAt !== null) return refused("conflict", `${name} is paused. Resume the channel first`)
      const alerts = await sendAgain(tx, { teamId, channelId: id, messageId: delivery }, new Date())
      return alerts > 0
        ? done({ alerts })
        : refused(
            "not-found",
            `there is no failed message to ${name} to retry, because the message was delivered or its alerts are resolved`,
          )
    })
    // The caller gets the result immediately.
    if (due.ok) await outsideRequest(() => sendDueOf(actor, id, new Date()))
    return due
  },
})
