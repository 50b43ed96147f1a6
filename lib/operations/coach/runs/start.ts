import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import type { Coach, CoachEstimate } from "@/lib/coach/coach"
import { addCoachRun, findOpenRun } from "@/lib/db/coach/runs"
import { commit } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { type CoachPlace, coachPlace } from "../team-and-project"
import { builtInCoaches, coachOf } from "./choose-coach"
import { whyOverDailyTokens } from "./daily-tokens"
import { budgetOf, estimateOf } from "./estimate"
import { agentOfOrientation } from "./orientation-agent"
import { coachRunSubject } from "./store-written"
import { viewCoachRun } from "./view"
import { coachAsked, coachEstimated, coachRunStarted, coachStarted } from "./coach-run-outputs"

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
