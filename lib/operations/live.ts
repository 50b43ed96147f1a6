import { type Notice, onNotice } from "@/lib/db/listen"
import { type Actor } from "@/lib/memory/actor"
import { done, type Outcome } from "@/lib/memory/outcome"
import { teamOf } from "./team-of"

export type { Notice }

/** Hears of the changes of one team, as they are committed. Returns how to stop. */
export async function listenTo(actor: Actor, team: string, hear: (notice: Notice | "lost") => void): Promise<Outcome<() => void>> {
  const found = await teamOf(actor, "read", team)
  if (!found.ok) return found
  return done(onNotice((notice) => {
    if (notice === "lost" || notice.teamId === found.value.id) hear(notice)
  }))
}
