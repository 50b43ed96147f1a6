import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findChannel, pauseChannel } from "@/lib/db/notifications/channels"
import { commit } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"

/**
 * Pauses a channel whose receiver reported that it was removed permanently. Nothing is sent until a person
 * resumes the channel.
 */
export async function pauseRemovedReceiver(
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
