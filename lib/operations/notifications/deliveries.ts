import { z } from "zod"
import { findChannel, readChannelSecret } from "@/lib/db/channels"
import { commit } from "@/lib/db/commit"
import { noteTest, readDeliveries } from "@/lib/db/deliveries"
import { newId } from "@/lib/db/identifiers"
import { apartFromRequest } from "@/lib/db/keyed-request"
import { sendAgain } from "@/lib/db/notices"
import type { Actor } from "@/lib/memory/actor"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { nextOutput, placeInList } from "../paging"
import { inTeam } from "../team-of"
import { changing, channelId, NO_SUCH_CHANNEL, team } from "./channels"
import { inboxUrl } from "./links"
import { sendDueOf } from "./send-due"
import { sendMessage } from "./send-message"

/** How often one may ask a receiver whether it is there: a channel is no way to knock at doors. */
const TESTS_A_MINUTE = 10

export const testChannel = operation({
  name: "channel.test",
  summary: "Send a channel a message that says it is a test, and say how that ended. It is not tried again.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/test",
  right: "manage",
  input: z.object({ team, channel: channelId }),
  output: z.object({
    arrived: z.boolean(),
    status: z.number().nullable().describe("HTTP or SMTP; null: nobody answered"),
    took: z.number().describe("Milliseconds"),
    error: z.string().nullable(),
  }),
  run: (actor, { team: asked, channel: id }) => runTest(actor, asked, id),
})

function runTest(actor: Actor, asked: string, id: string) {
  return inTeam(actor, "manage", asked, async (place) => {
    const channel = await findChannel(place.id, id)
    if (channel === null) return NO_SUCH_CHANNEL
    const recent = await readDeliveries(place.id, id, { from: 0, limit: TESTS_A_MINUTE * 5 })
    if (
      recent.filter((one) => one.state === null && one.at.getTime() > Date.now() - 60_000).length >=
      TESTS_A_MINUTE
    )
      return refused(
        "too-many",
        `${channel.name}: ${TESTS_A_MINUTE} tests a minute are enough: wait a minute`,
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
      secret: await readChannelSecret(place.id, id),
      bulletin: { id: messageId, team: place.name, at: new Date(), alerts: [], url: inboxUrl(place.slug) },
      at: () => new Date(),
    })
    if (sent === null) throw new Error("a test that nobody stopped was not sent")
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
    .describe("The message: the same in all its attempts, and what receivers get as Quarterdeck-Delivery"),
  attempt: z.number(),
  at: z.iso.datetime(),
  alerts: z.number().describe("How many it told of; 0: a test"),
  status: z.number().nullable(),
  took: z.number().nullable().describe("Milliseconds; null: nobody knows"),
  error: z.string().nullable().describe("Null: it arrived"),
  state: z
    .enum(STATES)
    .nullable()
    .describe("Of the message by now, with its last attempt; null: a test, or an earlier attempt"),
  nextAt: z.iso.datetime().nullable(),
})

export const listDeliveries = operation({
  name: "channel.deliveries",
  summary: "The attempts to tell a channel, newest first.",
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
      if ((await findChannel(place.id, id)) === null) return NO_SUCH_CHANNEL
      const from = Number(after ?? 0)
      const rows = await readDeliveries(place.id, id, { from, limit: limit + 1 })
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
  summary: "Send a message that did not arrive once more, now, under the same id.",
  method: "POST",
  path: "/teams/{team}/channels/{channel}/retry",
  right: "manage",
  input: z.object({ team, channel: channelId, delivery: z.uuid() }),
  output: z.object({ alerts: z.number().describe("Of how many alerts it tells") }),
  async run(actor, { team: asked, channel: id, delivery }) {
    const due = await changing(actor, asked, id, "channel.retry", async (tx, { teamId, name, pausedAt }) => {
      if (pausedAt !== null) return refused("conflict", `${name} is paused: let it go on first`)
      const alerts = await sendAgain(tx, { teamId, channelId: id, messageId: delivery }, new Date())
      return alerts > 0
        ? done({ alerts })
        : refused(
            "not-found",
            `there is no such message to ${name} that waits to be sent again: it arrived, or its alerts are resolved`,
          )
    })
    if (due.ok) await apartFromRequest(() => sendDueOf(actor, id, new Date())) // whoever asks sees at once how it ended
    return due
  },
})
