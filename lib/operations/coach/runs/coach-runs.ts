import { visibilityOf, visibilitiesOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import type { Coach, CoachEstimate } from "@/lib/coach/coach"
import {
  addCoachRun,
  findOpenRun,
  type RunCost,
  tokensSinceHeld,
  type CoachRunRow,
  findCoachRun,
  listRunRows,
  endOrRequestEnd,
  requeueCoachRun,
} from "@/lib/db/coach/runs"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused, type Refusal } from "@/lib/memory/inputs/outcome"
import type { CoachMethod, SynthesisKind } from "@/lib/memory/coach/synthesis"
import { operation } from "../../operation"
import { type CoachPlace, coachPlace, agentOfOrientation } from "../coach-place"
import { builtInCoaches, coachOf } from "../available-coaches"
import { coachMaterial, computeFlags, type MaterialPlace, materialSize, MOST_ENTRIES } from "../material"
import { readableTeams } from "../../teams/team-and-project"
import { readableVisibilities } from "../../proposals/proposal-place"
import { coachRunSubject } from "./progress-and-result"
import {
  viewCoachRun,
  coachAsked,
  coachEstimated,
  coachRunStarted,
  coachStarted,
  coachRun,
  coachSetting,
  viewRuns,
  coachRunsListed,
} from "./coach-run-outputs"

export const estimateCoach = operation({
  name: "coach.estimate",
  summary:
    "Estimate a brief or an orientation by the built-in coach: how much memory is read and, with a language model, the tokens and the cost.",
  method: "GET",
  path: "/coach/estimate",
  right: "coach",
  input: coachAsked,
  output: coachEstimated,
  async run(actor, input) {
    const asked = await askedOf(actor, input)
    if (!asked.ok) return asked
    const { coach, tokenBudget, estimate } = asked.value
    const expected = await estimate()
    return done({
      method: coach.method,
      model: coach.model,
      ...expected,
      tokenBudget,
      fits: tokenBudget === null || expected.inputTokens + expected.outputTokens <= tokenBudget,
    })
  },
})

export const startCoach = operation({
  name: "coach.start",
  summary:
    "Start a brief across agents, or an orientation for one agent, with the built-in coach. The run continues in the background. Repeating the request while the run is queued or running returns the same run. A person must review the result.",
  method: "POST",
  path: "/coach/runs",
  right: "coach",
  example: { project: "ledger", kind: "orientation", agent: "unit-tester", method: "extractive" },
  input: coachStarted,
  output: coachRunStarted,
  async run(actor, input) {
    const asked = await askedOf(actor, input)
    if (!asked.ok) return asked
    const { place, agent, coach, tokenBudget, estimate } = asked.value
    const teamId = place.team.id
    const same = { projectId: place.project?.id ?? null, kind: input.kind, agent, method: coach.method }
    const visible = visibilityOf(actor, teamId)
    const open = await findOpenRun(visible, same)
    if (open) return done({ ...(await viewCoachRun(open)), already: true })
    const run = {
      ...same,
      teamId,
      model: coach.model,
      by: { kind: actor.kind, id: actor.id, name: actor.name },
      estimate: figuresOf(await estimate()),
      tokenBudget,
    }
    const happening = {
      kind: "coach-run.start",
      teamId,
      subject: coachRunSubject({ kind: input.kind, agentName: agent }),
      detail: { kind: input.kind, method: coach.method, project: same.projectId },
    }
    const added = await commit(actor, happening, async (tx) => {
      const beyond = await whyOverDailyTokens(tx, teamId, run)
      if (beyond) return beyond
      const row = await addCoachRun(tx, run)
      return row === null ? ALREADY : done(row)
    })
    if (added.ok) return done({ ...(await viewCoachRun(added.value)), already: false })
    const first = added === ALREADY ? await findOpenRun(visible, same) : null
    return first ? done({ ...(await viewCoachRun(first)), already: true }) : added
  },
})

/** Refusal that rolls back the transaction if the same run was requested at the same moment. */
const ALREADY = refused("conflict", "the same run just ended. Try again")

interface Asked {
  readonly place: CoachPlace
  readonly agent: string | null
  readonly coach: Coach
  readonly tokenBudget: number | null
  estimate(): Promise<CoachEstimate>
}

async function askedOf(
  actor: Actor,
  input: z.output<typeof coachAsked> & { tokens?: number | undefined },
): Promise<Outcome<Asked>> {
  const found = await coachPlace(actor, input)
  if (!found.ok) return found
  const place = found.value
  const agent = await agentOfOrientation(place, input.kind, input.agent)
  if (!agent.ok) return agent
  const coaches = builtInCoaches()
  const coach = coachOf(input.method, coaches)
  if (!coach.ok) return coach
  const estimate = () =>
    estimateOf(coach.value, place, {
      kind: input.kind,
      agent: agent.value,
      today: new Date().toISOString().slice(0, 10),
    })
  return done({
    place,
    agent: agent.value,
    coach: coach.value,
    tokenBudget: budgetOf(coach.value.method, coaches.tokenBudget, input.tokens),
    estimate,
  })
}

const figuresOf = ({
  entries,
  agents,
  withheld,
  calls,
  inputTokens,
  outputTokens,
  cost,
}: CoachEstimate): CoachEstimate => ({ entries, agents, withheld, calls, inputTokens, outputTokens, cost })

/** Maximum number of entries for a model, whose cost grows with its input. */
const MOST_FOR_MODEL = 30_000

/** Returns the most entries that a method can read in one run. */
export const mostEntries = (method: string): number => (method === "model" ? MOST_FOR_MODEL : MOST_ENTRIES)

interface EstimateWish {
  readonly kind: SynthesisKind
  readonly agent: string | null
  readonly today: string
}

/** Estimates the cost of a run. Without a model, entries are counted but not read. */
async function estimateOf(coach: Coach, place: MaterialPlace, wish: EstimateWish): Promise<CoachEstimate> {
  const most = mostEntries(coach.method)
  if (coach.method === "extractive")
    return {
      ...(await materialSize(place, most)),
      withheld: 0,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cost: null,
    }
  const material = await coachMaterial(place, { ...wish, most })
  await computeFlags(material.entries)
  return coach.estimate(material)
}

/** Returns the token budget of a run, at most the allowed one. Null without a model. */
const budgetOf = (method: CoachMethod, allowed: number, asked: number | undefined): number | null =>
  method === "model" ? Math.min(allowed, asked ?? allowed) : null

interface Wanted {
  readonly method: string
  readonly estimate: Pick<RunCost, "inputTokens" | "outputTokens">
  readonly tokenBudget: number | null
}

/**
 * Returns why a run may not start today: its tokens would exceed the team's daily limit, counted from
 * midnight UTC. Null if it may.
 */
async function whyOverDailyTokens(
  tx: Tx,
  teamId: string,
  { method, estimate, tokenBudget }: Wanted,
  now = new Date(),
): Promise<Refusal | null> {
  if (method !== "model") return null
  const { dailyTokens } = builtInCoaches()
  const taken = await tokensSinceHeld(tx, teamId, new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`))
  const wanted = Math.min(estimate.inputTokens + estimate.outputTokens, tokenBudget ?? Infinity)
  if (taken + wanted <= dailyTokens) return null
  const figures = [taken, dailyTokens, wanted].map((tokens) => tokens.toLocaleString("en"))
  return refused(
    "too-many",
    `This team's language model runs already account for ${figures[0]} of today's budget of ${figures[1]} tokens, and this run is estimated to use ${figures[2]}. Try again after midnight (UTC), choose one project, use the extractive method, or raise QUARTERDECK_COACH_DAILY_TOKENS on the server`,
  )
}

const runInput = z.object({ run: z.string().max(200).describe("The run's ID") })

/**
 * Returns a run that the actor may see, if the actor has the right `verb` there. Runs of other teams, or
 * outside a token's project, are not found.
 */
async function findVisibleRun(actor: Actor, verb: Verb, id: string): Promise<Outcome<CoachRunRow>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findCoachRun(visibilitiesOf(actor, teams.value), id)
  if (!row) return refused("not-found", `coach run not found: ${id.slice(0, 80)}`)
  return can(actor, verb, { teamId: row.teamId, projectId: row.projectId })
    ? done(row)
    : refused(
        "forbidden",
        `${row.team.name}: your role or access token does not allow this (requires permission to ${verb})`,
      )
}

/** Returns the current state of a run. Throws if the run no longer exists. */
async function reloadRun({ teamId, id }: CoachRunRow) {
  const row = await findCoachRun([wholeTeamUnchecked(teamId)], id)
  if (!row) throw new Error("a coach run disappeared")
  return done(await viewCoachRun(row))
}

export const showCoach = operation({
  name: "coach.show",
  summary: "Show the coach's configuration: the language model, if any, and the token budget for a run.",
  method: "GET",
  path: "/coach",
  right: "read",
  input: z.object({ team: z.string().optional() }),
  output: coachSetting,
  async run(actor, { team }) {
    const teams = await readableTeams(actor, team)
    if (!teams.ok) return teams
    const { configured, model, problem, tokenBudget } = builtInCoaches()
    return done({
      model: configured,
      problem,
      method: model === null ? ("extractive" as const) : ("model" as const),
      tokenBudget,
    })
  },
})

export const showCoachRun = operation({
  name: "coach-run.show",
  summary: "Show one run of the built-in coach: progress, usage and the resulting synthesis.",
  method: "GET",
  path: "/coach/runs/{run}",
  right: "read",
  input: runInput,
  output: coachRun,
  async run(actor, { run }) {
    const found = await findVisibleRun(actor, "read", run)
    return found.ok ? done(await viewCoachRun(found.value)) : found
  },
})

export const listCoachRuns = operation({
  name: "coach-run.list",
  summary: "List runs of the built-in coach, newest first.",
  method: "GET",
  path: "/coach/runs",
  right: "read",
  input: coachRunsListed,
  output: z.object({ runs: z.array(coachRun) }),
  async run(actor, { team, project, state, limit }) {
    const places = await readableVisibilities(actor, { team, project })
    if (!places.ok) return places
    return done({
      runs:
        places.value.length === 0
          ? []
          : await viewRuns(await listRunRows({ visible: places.value, state, take: limit })),
    })
  },
})

export const cancelCoachRun = operation({
  name: "coach-run.cancel",
  summary:
    "Cancel a run of the built-in coach. A queued run stops immediately, and a running one stops within about a second. If you retry the run, it continues where it stopped.",
  method: "POST",
  path: "/coach/runs/{run}/cancel",
  right: "coach",
  input: runInput,
  output: coachRun,
  async run(actor, { run }) {
    const found = await findVisibleRun(actor, "coach", run)
    if (!found.ok) return found
    const row = found.value
    if (row.state === "cancelled") return done(await viewCoachRun(row))
    const told = {
      kind: "coach-run.cancel",
      teamId: row.teamId,
      subject: coachRunSubject(row),
      detail: { kind: row.kind, by: row.byName },
    }
    const cancelled = await commit(actor, told, async (tx) =>
      (await endOrRequestEnd(tx, row.teamId, row.id)) === "neither"
        ? refused("conflict", "this run has already ended")
        : done(null),
    )
    return cancelled.ok ? reloadRun(row) : cancelled
  },
})

export const retryCoachRun = operation({
  name: "coach-run.retry",
  summary:
    "Retry a failed or canceled run of the built-in coach. Earlier answers from a language model are reused at no extra cost.",
  method: "POST",
  path: "/coach/runs/{run}/retry",
  right: "coach",
  input: runInput,
  output: coachRun,
  async run(actor, { run }) {
    const found = await findVisibleRun(actor, "coach", run)
    if (!found.ok) return found
    const row = found.value
    if (row.state === "queued" || row.state === "running") return done(await viewCoachRun(row))
    if (row.state === "done") return refused("conflict", "this run is finished. Start a new run")
    const coach = coachOf(row.method as CoachMethod)
    if (!coach.ok) return coach
    const same = { projectId: row.projectId, kind: row.kind, agent: row.agentName, method: row.method }
    const told = {
      kind: "coach-run.retry",
      teamId: row.teamId,
      subject: coachRunSubject(row),
      detail: { kind: row.kind, method: row.method },
    }
    const queued = await commit(actor, told, async (tx) => {
      const open = await findOpenRun(wholeTeamUnchecked(row.teamId), same, tx)
      if (open) return refused("conflict", `the same run is already ${open.state}: run ${open.id}`)
      const beyond = await whyOverDailyTokens(tx, row.teamId, row)
      if (beyond) return beyond
      return (await requeueCoachRun(tx, row, coach.value.model)) ? done(null) : BEATEN
    }).catch((cause: { code?: string }) => {
      if (cause.code === "P2002") return BEATEN
      throw cause
    })
    return queued.ok ? reloadRun(row) : queued
  },
})

const BEATEN = refused(
  "conflict",
  "this run was already retried or requested by someone else. Refresh and check its status",
)
