import { inputInstant } from "@/lib/memory/inputs/read-input"
import { z } from "zod"
import { writeHistory } from "@/lib/db/alerts/store"
import { assignAlerts, byIds, decideAlerts, type HeldAlert, lockAlertsOf } from "@/lib/db/alerts/alerts"
import { commit } from "@/lib/db/infra/commit"
import { projectBound } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { tellOfAssignment } from "../notifications/personal-notifications"
import { assigneeInput, assigneeOf } from "../teams/snooze-and-assign"
import { inTeam } from "../teams/team-and-project"
import { NO_ALERT } from "./alerts"
import { decidedAlerts } from "./alert-outputs"

const some = z
  .array(z.string())
  .min(1, "choose at least one alert")
  .max(500, "choose at most 500 alerts at a time")
const asked = z.object({ team: z.string(), alerts: some })

interface Decision {
  readonly what: "acknowledge" | "reopen" | "snooze"
  readonly history: "acknowledged" | "reopened" | "snoozed"
  /** States that the decision applies to. */
  readonly from: readonly AlertState[]
  readonly to: AlertState
  readonly until?: Date
}

type Decided = Outcome<z.input<typeof decidedAlerts>>

/**
 * Applies a decision to the alerts whose state allows it. Alerts that already have the new state, or that
 * resolved, stay unchanged and are returned with their state.
 */
function decide(
  actor: Actor,
  { team, alerts }: z.output<typeof asked>,
  { what, history, from, to, until }: Decision,
): Promise<Decided> {
  return inTeam(actor, "curate", team, ({ id: teamId }) => {
    const detail = (moved: readonly HeldAlert[]) => ({
      alerts: moved.map(({ id }) => ({ id, state: to })),
      ...(until ? { until: until.toISOString() } : {}),
    })
    return committed(
      actor,
      teamId,
      {
        what,
        ids: alerts,
        bound: projectBound(actor),
        moves: (one) => from.includes(one.state),
        detail,
        otherwise: (state) => (state === to ? null : WHY_NOT[state]),
      },
      async (tx, moved) => {
        await decideAlerts(
          tx,
          teamId,
          moved.map((one) => one.id),
          { state: to, now: new Date(), ...(until ? { snoozedUntil: until } : {}) },
        )
        await writeHistory(
          tx,
          teamId,
          moved.map((one) => ({
            alertId: one.id,
            round: one.round,
            what: history,
            detail: until ? { until: until.toISOString() } : {},
          })),
          actor,
        )
        return to
      },
    )
  })
}

const WHY_NOT: Readonly<Record<AlertState, string>> = {
  open: "the alert is open",
  acknowledged: "the alert is acknowledged",
  snoozed: "the alert is snoozed",
  ignored: "the alert is ignored by a rule. Delete the rule first",
  resolved: "the alert is resolved: its cause no longer exists",
}

interface Moving {
  readonly what: string
  readonly ids: readonly string[]
  readonly bound: string | null
  moves(alert: HeldAlert): boolean
  detail(moved: readonly HeldAlert[]): { readonly alerts: { id: string; state: string }[] }
  /** Returns why an alert in this state is refused, or null if it can stay as it is. */
  otherwise(state: AlertState): string | null
}

type Work = (
  tx: Parameters<Parameters<typeof commit>[2]>[0],
  moved: readonly HeldAlert[],
) => Promise<AlertState | null>

/**
 * Locks the alerts, applies the work to those that it concerns, and returns the state of each. Refuses if no
 * alert changes and the state of at least one does not allow the decision.
 */
async function committed(
  actor: Actor,
  teamId: string,
  { what, ids, bound, moves, detail, otherwise }: Moving,
  work: Work,
): Promise<Decided> {
  let moved: HeldAlert[] = []
  let all: HeldAlert[] = []
  let to: AlertState | null = null
  const answer = (): z.input<typeof decidedAlerts> => ({
    alerts: ids.flatMap((id) => {
      const one = all.find((alert) => alert.id === id.toLowerCase())
      return one ? [{ id: one.id, state: to !== null && moved.includes(one) ? to : one.state }] : []
    }),
  })
  const happening = () => ({
    kind: `alert.${what}`,
    teamId,
    subject: moved.length === 1 ? (moved[0]?.path ?? "an alert") : `${moved.length} alerts`,
    detail: { ...detail(moved) },
  })
  const outcome = await commit(actor, happening, async (tx) => {
    all = (await lockAlertsOf(tx, teamId, byIds(ids))).filter(
      (one) => bound === null || one.projectId === bound,
    )
    if (all.length === 0) return NO_ALERT
    moved = all.filter(moves)
    if (moved.length === 0)
      return refused(
        "conflict",
        all.map((one) => otherwise(one.state)).find((why) => why !== null) ?? AS_IT_IS,
      )
    to = await work(tx, moved)
    return done(answer())
  })
  return !outcome.ok && outcome.message === AS_IT_IS ? done(answer()) : outcome
}

const AS_IT_IS = "nothing to change"

export const acknowledgeAlerts = operation({
  name: "alert.acknowledge",
  summary:
    "Acknowledge alerts. They stay listed without further notifications, and reopen if they get worse.",
  method: "POST",
  path: "/alerts/acknowledge",
  right: "curate",
  input: asked,
  output: decidedAlerts,
  run: (actor, input) =>
    decide(actor, input, {
      what: "acknowledge",
      history: "acknowledged",
      from: ["open", "snoozed"],
      to: "acknowledged",
    }),
})

export const reopenAlerts = operation({
  name: "alert.reopen",
  summary: "Reopen acknowledged or snoozed alerts.",
  method: "POST",
  path: "/alerts/reopen",
  right: "curate",
  input: asked,
  output: decidedAlerts,
  run: (actor, input) =>
    decide(actor, input, {
      what: "reopen",
      history: "reopened",
      from: ["acknowledged", "snoozed"],
      to: "open",
    }),
})

export const snoozeAlerts = operation({
  name: "alert.snooze",
  summary: "Snooze alerts for everyone until a specified time. They reopen earlier if they get worse.",
  method: "POST",
  path: "/alerts/snooze",
  right: "curate",
  example: { team: "main", alerts: ["019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"], until: "2099-01-31T08:00:00Z" },
  input: asked.extend({ until: inputInstant }),
  output: decidedAlerts,
  async run(actor, input) {
    const until = new Date(input.until)
    if (until <= new Date()) return refused("invalid", "until: must be in the future")
    return decide(actor, input, {
      what: "snooze",
      history: "snoozed",
      from: ["open", "acknowledged", "snoozed"],
      to: "snoozed",
      until,
    })
  },
})

export const assignAlertsTo = operation({
  name: "alert.assign",
  summary: "Assign alerts to yourself or another team member, or unassign them.",
  method: "POST",
  path: "/alerts/assign",
  right: "curate",
  input: asked.extend({ assignee: assigneeInput }),
  output: decidedAlerts,
  run: (actor, { team, alerts, assignee }) =>
    inTeam(actor, "curate", team, async ({ id: teamId }) => {
      const found = await assigneeOf(actor, teamId, { person: assignee, field: "assignee" })
      if (!found.ok) return found
      const to = found.value
      const person = to?.id ?? null
      const detail = (moved: readonly HeldAlert[]) => ({
        alerts: moved.map(({ id, state }) => ({ id, state })),
        person,
      })
      return committed(
        actor,
        teamId,
        {
          what: "assign",
          ids: alerts,
          bound: projectBound(actor),
          moves: (one) => one.state !== "resolved" && one.assigneeId !== person,
          detail,
          otherwise: (state) => (state === "resolved" ? WHY_NOT.resolved : null),
        },
        async (tx, moved) => {
          await assignAlerts(
            tx,
            teamId,
            moved.map((one) => one.id),
            person,
          )
          await writeHistory(
            tx,
            teamId,
            moved.map((one) => ({
              alertId: one.id,
              round: one.round,
              what: "assigned",
              detail: { to: to === null ? null : to.name },
            })),
            actor,
          )
          await tellOfAssignment(tx, actor, {
            teamId,
            kind: "alert",
            person,
            items: moved.map(({ id, path, agent }) => ({ id, place: path ?? agent ?? "the team" })),
          })
          return null
        },
      )
    }),
})
