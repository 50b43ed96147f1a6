import {
  visibilitiesOf,
  wholeTeamUnchecked,
  visibilityOf,
  type Visibility,
} from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type CoachRunRow,
  findCoachRun,
  listRunRows,
  endOrRequestEnd,
  findOpenRun,
  requeueCoachRun,
} from "@/lib/db/coach/runs"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { commit } from "@/lib/db/infra/commit"
import type { CoachMethod } from "@/lib/memory/coach/synthesis-kinds"
import { readableTeams } from "../../teams/team-and-project"
import { operation } from "../../operation"
import { builtInCoaches, coachOf } from "../available-coaches"
import { proposalPlace } from "../../proposals/proposal-place"
import { viewCoachRun, coachRun, coachSetting, viewRuns, coachRunsListed } from "./coach-run-outputs"
import { coachRunSubject } from "./store-written"
import { whyOverDailyTokens } from "./start"

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
    const places = await placesOf(actor, team, project)
    if (!places.ok) return places
    return done({
      runs:
        places.value.length === 0
          ? []
          : await viewRuns(await listRunRows({ visible: places.value, state, take: limit })),
    })
  },
})

async function placesOf(
  actor: Actor,
  team: string | undefined,
  project: string | undefined,
): Promise<Outcome<Visibility[]>> {
  if (project !== undefined) {
    const named = await proposalPlace(actor, { team, project }, "read")
    return named.ok ? done([visibilityOf(actor, named.value.team.id, named.value.project.id)]) : named
  }
  const teams = await readableTeams(actor, team)
  return teams.ok ? done(visibilitiesOf(actor, teams.value)) : teams
}

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
