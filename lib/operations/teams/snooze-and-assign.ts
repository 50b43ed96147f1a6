import { inputInstant } from "@/lib/memory/inputs/read-input"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { snooze, type Snoozable } from "@/lib/db/inbox"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { readMembers } from "@/lib/db/teams/members"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { inEachTeam } from "./team-and-project"

export const idsToSnooze = z.array(z.string()).min(1).max(1_000)
/** Schema of the end of a snooze, a future instant. Null ends the snooze. */
export const untilWhen = inputInstant.nullable()
export const snoozedOutput = z.object({ snoozed: z.number() })

interface Snoozing<Row> {
  readonly what: Snoozable
  /** Kind of the audit event, such as "seed.snooze". */
  readonly kind: string
  /** Plural noun for messages, such as "seed plans". */
  readonly called: string
  readonly until: string | null
  /** Returns the rows that the actor may see. */
  readonly find: () => Promise<Outcome<readonly Row[]>>
  /** Returns the subject of the audit event for the rows of one team. */
  readonly subjectOf: (rows: readonly Row[]) => string
}

/**
 * Snoozes rows for a person until a time, or ends the snooze, with one commit per team. Returns the number of
 * rows. Refuses access tokens.
 */
export async function snoozeFor<Row extends { readonly teamId: string; readonly id: string }>(
  actor: Actor,
  { what, kind, called, until: named, find, subjectOf }: Snoozing<Row>,
): Promise<Outcome<z.infer<typeof snoozedOutput>>> {
  if (actor.kind !== "person")
    return refused("forbidden", `access tokens cannot snooze ${called}. Sign in as a person`)
  const until = named === null ? null : new Date(named)
  if (until && until <= new Date()) return refused("invalid", "until: must be in the future")
  const found = await find()
  if (!found.ok) return found
  const sum = await inEachTeam(found.value, (teamId, rows) =>
    commit(actor, { kind, teamId, subject: subjectOf(rows), detail: { until: named } }, async (tx) =>
      done(await snooze(tx, what, { teamId, userId: actor.id, ids: rows.map((row) => row.id), until })),
    ),
  )
  return sum.ok ? done({ snoozed: sum.value }) : sum
}

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
