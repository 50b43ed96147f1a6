import { z } from "zod"
import { readMembers } from "@/lib/db/teams/members"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { visibilityOf } from "@/lib/memory/teams/visibility"

export const assigneeInput = z
  .string()
  .nullable()
  .describe("A member's ID, `me` for yourself, or null to unassign")

/** Schema of the assignee of an item in responses. */
export const assigneeView = z.object({ id: z.string(), name: z.string() }).nullable()

/**
 * Returns the person to assign, who must be a member of the team. Null: unassign. Refuses other people.
 * `field`: name of the input in the refusal.
 */
export async function assigneeOf(
  actor: Actor,
  teamId: string,
  asked: { readonly person: string | null; readonly field: string },
): Promise<Outcome<{ readonly id: string; readonly name: string } | null>> {
  if (asked.person === null) return done(null)
  const id = asked.person === "me" ? actor.id : asked.person
  const member = (await readMembers(visibilityOf(actor, teamId))).find((one) => one.id === id)
  return member
    ? done({ id: member.id, name: member.name })
    : refused("invalid", `${asked.field}: no member of this team has this ID. Only people can be assigned`)
}
