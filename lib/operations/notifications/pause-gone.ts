import { findChannel, pauseChannel } from "@/lib/db/notifications/channels"
import { commit } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"

/** A receiver that says it is gone for good is asked no more until a person wishes so. */
export async function pauseGone(actor: Actor, teamId: string, channelId: string, now: Date): Promise<void> {
  const channel = await findChannel(teamId, channelId)
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
