import { z } from "zod"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { readableTeams } from "../../teams/team-of"
import { builtInCoaches } from "./choose-coach"
import { findVisibleRun, runInput } from "./visible-run"
import { viewCoachRun } from "./view"
import { coachRun, coachSetting } from "./coach-run-outputs"

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
