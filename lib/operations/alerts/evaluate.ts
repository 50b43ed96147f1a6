import { formatCount } from "@/lib/memory/text/sentence"
import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { writeAlerts } from "@/lib/db/alerts/store"
import { commitBookkeeping, type Tx } from "@/lib/db/infra/commit"
import { readPolicies } from "@/lib/db/policies"
import {
  lockWatch,
  markEverything,
  markUnits,
  takeMarks,
  type Units,
  unitsOf,
  waitForWatch,
  teamsToWatch,
} from "@/lib/db/alerts/units-to-evaluate"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import { scheduleEvaluation, dueUnits } from "@/lib/db/alerts/last-evaluations"
import type { Actor } from "@/lib/memory/teams/actor"
import { ALERT_UNITS, type AlertUnit } from "@/lib/memory/alerts/kinds"
import { done, refused } from "@/lib/memory/inputs/outcome"
import type { PlacedPolicy } from "@/lib/memory/policies/policy"
import { operation } from "../operation"
import { inTeam } from "../teams/team-and-project"
import type { BackgroundWork } from "../infra/background-work"
import { scheduleNextChecks, uncheckedUnits, type CheckedUnits, findTransitions } from "./transitions"
import { checkAgents, checkProjects } from "./check-agents-and-projects"
import { checkFiles } from "./check-files"
import { checkEach, idPortions, nextMidnight, checkFailureOf, type StoredCheck } from "./unit-checks"

export interface Evaluation {
  /** True to check all units, not only marked or due ones. */
  readonly everything?: boolean
  readonly now: Date
  /** Replaces the rules, for tests. */
  readonly looks?: ChecksByUnit
  /** Called after each stored portion. */
  readonly onPortion?: (portion: EvaluationCounts) => void
}

export interface EvaluationCounts {
  /** Number of checks. A unit that is checked twice counts twice. */
  readonly evaluated: number
  readonly raised: number
  readonly changed: number
  readonly resolved: number
  /** Number of failed checks. Each of these units has an alert with the reason. */
  readonly unchecked: number
}

type LookAt = (
  teamId: string,
  ids: readonly string[],
  asked: { policies: readonly PlacedPolicy[]; now: Date },
) => Promise<Map<string, StoredCheck>>
export type ChecksByUnit = Readonly<Record<AlertUnit, LookAt>>

const LOOKS: ChecksByUnit = { file: checkFiles, agent: checkAgents, project: checkProjects }

/** Maximum number of units checked together. */
const UNITS_AT_ONCE = 500

/**
 * Marks, or due units, handled in one transaction. After a failed transaction the next one takes fewer. If a
 * single unit fails, it is recorded as unchecked.
 */
const PORTIONS = [600, 60, 6, 1] as const
/**
 * Number of units that may fail individually. After that, the cause is not the units, and the rest waits for
 * the next evaluation.
 */
const MOST_GIVEN_UP = 20

/**
 * Checks marked and due units, and updates their alerts. Removing a mark, checking and storing the results
 * happen in one transaction, so that a crash causes neither lost nor duplicate alerts. Does nothing while
 * another process checks the team.
 */
export async function evaluateTeam(
  actor: Actor,
  teamId: string,
  { everything = false, now, looks = LOOKS, onPortion }: Evaluation,
): Promise<EvaluationCounts> {
  if (everything)
    await commitBookkeeping(
      actor,
      () => null,
      async (tx) => done(await waitForWatch(tx, teamId).then(() => markEverything(tx, teamId))),
    )
  const sum = noCounts()
  const stored = (portion: EvaluationCounts) => {
    addCounts(sum, portion)
    onPortion?.(portion)
  }
  let step = 0
  let givenUp = 0
  for (;;) {
    try {
      const most = PORTIONS[step] ?? 1
      const portion = await alone(() => evaluatePortion({ actor, teamId, now, looks, most, failure: null }))
      if (portion === null) return sum
      stored(portion)
    } catch (cause) {
      if (isDatabaseUnreachable(cause) || givenUp >= MOST_GIVEN_UP) throw cause
      step += 1
      if (step < PORTIONS.length) continue
      console.error("Checking for alerts: a file, agent or project could not be checked:", cause)
      const failure = checkFailureOf(cause)
      const portion = await alone(() => evaluatePortion({ actor, teamId, now, looks, most: 1, failure }))
      if (portion === null) return sum
      stored(portion)
      givenUp += 1
      step = 0
    }
  }
}

const noCounts = (): Record<keyof EvaluationCounts, number> => ({
  evaluated: 0,
  raised: 0,
  changed: 0,
  resolved: 0,
  unchecked: 0,
})

function addCounts(sum: Record<keyof EvaluationCounts, number>, portion: EvaluationCounts): void {
  for (const count of ["evaluated", "raised", "changed", "resolved", "unchecked"] as const)
    sum[count] += portion[count]
}

const underWay = globalThis as unknown as { quarterdeckWatching?: Promise<unknown> }

/** Runs one portion at a time per process, because each holds a connection while others read. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const answer = (underWay.quarterdeckWatching ?? Promise.resolve()).then(work)
  underWay.quarterdeckWatching = answer.catch(() => undefined) // A failure does not affect the next caller.
  return answer
}

interface Evaluating {
  readonly actor: Actor
  readonly teamId: string
  readonly now: Date
  readonly looks: ChecksByUnit
  /** Maximum number of marks or due units in this portion. */
  readonly most: number
  /**
   * Reason why the check of this portion failed before; its units are then recorded as unchecked. Null on the
   * first try.
   */
  readonly failure: string | null
}

interface Portion extends EvaluationCounts {
  readonly alerts: readonly { readonly id: string; readonly state: string }[]
}

/** Maximum number of subjects listed in a notice. The others are only counted. */
const MOST_NAMED = 100

/**
 * Checks one portion and returns its counts. Null if nothing is left to check, or if another process checks
 * the team.
 */
async function evaluatePortion(evaluating: Evaluating): Promise<Portion | null> {
  const { actor, teamId, now, most, failure } = evaluating
  const told = ({ alerts, raised, changed, resolved }: Portion) =>
    alerts.length === 0
      ? null
      : {
          kind: "alert.evaluate",
          teamId,
          subject: formatCount(alerts.length, "alert"),
          detail: {
            raised,
            changed,
            resolved,
            ...(alerts.length <= MOST_NAMED ? { alerts: [...alerts] } : {}),
          },
        }
  const outcome = await commitBookkeeping(actor, told, async (tx) => {
    if (!(await lockWatch(tx, teamId))) return NOTHING
    const marks = await takeMarks(tx, teamId, most)
    const units =
      marks.length > 0
        ? await unitsOf(tx, teamId, marks)
        : await dueUnits(tx, teamId, now, Math.min(most, UNITS_AT_ONCE))
    const count = units.files.length + units.agents.length + units.projects.length
    if (marks.length === 0 && count === 0) return NOTHING
    if (failure !== null && count > 1) {
      // A mark for several units becomes one mark for each.
      await markUnits(tx, teamId, units)
      return done(NOTHING_TOLD)
    }
    return done(await lookAt(tx, evaluating, units))
  })
  return outcome.ok ? outcome.value : null
}

const NOTHING = refused(
  "conflict",
  "there is nothing to check, or another process is already running the check",
)

const NOTHING_TOLD: Portion = { evaluated: 0, raised: 0, changed: 0, resolved: 0, unchecked: 0, alerts: [] }

async function lookAt(
  tx: Tx,
  { actor, teamId, now, looks, failure }: Evaluating,
  units: Units,
): Promise<Portion> {
  const policies = await readPolicies(visibilityOf(actor, teamId))
  const ids: Readonly<Record<AlertUnit, readonly string[]>> = {
    file: units.files,
    agent: units.agents,
    project: units.projects,
  }
  const [all, unchecked]: [CheckedUnits[], CheckedUnits[]] = [[], []]
  const again: { readonly unit: AlertUnit; readonly unitId: string }[] = []
  for (const unit of ALERT_UNITS) {
    for (const portion of await idPortions(visibilityOf(actor, teamId), unit, ids[unit], UNITS_AT_ONCE)) {
      const { looked, failed } =
        failure === null
          ? await checkEach(unit, portion, (some) => looks[unit](teamId, some, { policies, now }))
          : { looked: new Map(), failed: new Map(portion.map((id) => [id, failure])) }
      all.push({ unit, ids: portion.filter((id) => !failed.has(id)), looked })
      again.push(...[...failed.keys()].map((unitId) => ({ unit, unitId })))
      if (failed.size > 0) unchecked.push(await uncheckedUnits(tx, teamId, { unit, failed }, policies))
    }
  }
  for (const one of all) await scheduleNextChecks(tx, teamId, one, now)
  await scheduleEvaluation(tx, teamId, again, { dueAt: nextMidnight(now), now })
  const becoming = await findTransitions(tx, teamId, [...all, ...unchecked], { policies, now })
  const written = await writeAlerts(tx, teamId, becoming, { actor, now })
  const told = becoming.filter((one) => one.isTold)
  return {
    evaluated: all.reduce((sum, one) => sum + one.ids.length, 0),
    raised: told.filter((one) => one.happened.includes("raised")).length,
    changed: told.filter((one) => !one.happened.includes("raised") && one.state !== "resolved").length,
    resolved: told.filter((one) => one.state === "resolved").length,
    unchecked: again.length,
    alerts: becoming.flatMap((one, place) =>
      one.isTold ? [{ id: written[place] ?? "", state: one.state }] : [],
    ),
  }
}

/**
 * Milliseconds that a request waits. The check of a large team takes longer and continues in the background.
 */
const PATIENCE_MS = 20_000

export const evaluateAlerts = operation({
  name: "alert.evaluate",
  summary:
    "Check everything, or only what has changed since the last check, and return the resulting alerts. If the check takes more than 20 seconds, it continues in the background.",
  method: "POST",
  path: "/alerts/evaluate",
  right: "curate",
  input: z.object({ team: z.string(), everything: z.boolean().default(false) }),
  output: z.object({
    /** Number of files, agents and projects checked. 0 if a check is already running. */
    evaluated: z.number(),
    raised: z.number(),
    changed: z.number(),
    resolved: z.number(),
    /** Number of files, agents and projects whose check failed. Each has an alert with the reason. */
    unchecked: z.number(),
    /** False if the check continues in the background. The counts are those until now. */
    finished: z.boolean(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) => {
      const counts = noCounts()
      const checking = evaluateTeam(actor, team.id, {
        everything: input.everything,
        now: new Date(),
        onPortion: (portion) => addCounts(counts, portion),
      })
      const finished = await Promise.race([
        checking.then(() => true),
        pause(PATIENCE_MS, false, { ref: false }),
      ])
      if (!finished) checking.catch((cause: unknown) => console.error("Checking alerts failed:", cause))
      return done({ ...counts, finished })
    }),
})

/** Events that change no alert, and the steps of an import, which is checked when it has finished. */
const NO_CAUSE =
  /^(?:alert|alert-rule|coach-run|notice|digest|channel|heartbeat|login|view|import\.(?:open|receive|plan|place|start|store)|conflict\.(?:compare|find))/

/**
 * Keeps the alerts of each team up to date. Checks soon after each change. Every minute, checks units that
 * are marked or due. A scheduled job checks everything once a day.
 */
export function checkingAlerts(actor: Actor, { pauseMs = 400 } = {}): BackgroundWork {
  return {
    name: "Checking alerts",
    pauseMs,
    lookMs: 60_000,
    due: () => teamsToWatch(new Date()),
    after({ kind, teamId }) {
      if (NO_CAUSE.test(kind)) return []
      return teamId === null ? "look" : [teamId]
    },
    run: (teamId) => evaluateTeam(actor, teamId, { now: new Date() }),
  }
}
