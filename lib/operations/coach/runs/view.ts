import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { CoachRunRow } from "@/lib/db/coach/runs"
import { listProjects } from "@/lib/db/agents/fleet"
import type { CoachRunView } from "./coach-run-outputs"

/** Returns the current state of runs, in the given order. */
export async function viewRuns(rows: readonly CoachRunRow[]): Promise<CoachRunView[]> {
  const teams = [...new Set(rows.map((row) => row.teamId))]
  const slugs = new Map(
    (await Promise.all(teams.map((teamId) => listProjects(wholeTeamUnchecked(teamId)))))
      .flat()
      .map((one) => [one.id, one.slug]),
  )
  return rows.map((row) => viewOf(row, row.projectId === null ? null : (slugs.get(row.projectId) ?? null)))
}

export async function viewCoachRun(row: CoachRunRow): Promise<CoachRunView> {
  const [view] = await viewRuns([row])
  if (!view) throw new Error("a run of the coach without its view")
  return view
}

function viewOf(row: CoachRunRow, project: string | null): CoachRunView {
  const { stage, done, total, inputTokens, outputTokens, cost, secondsLeft } = row.progress
  return {
    id: row.id,
    team: row.team.slug,
    project,
    kind: row.kind as CoachRunView["kind"],
    agent: row.agentName,
    method: row.method as CoachRunView["method"],
    model: row.model,
    state: row.state as CoachRunView["state"],
    by: row.byName,
    message:
      row.message ??
      (row.state === "running" && row.cancelledAt !== null ? "The run is being canceled." : null),
    attempts: row.attempts,
    estimate: { ...row.estimate },
    progress: { stage, done, total, inputTokens, outputTokens, cost, secondsLeft },
    tokenBudget: row.tokenBudget,
    synthesis: row.synthesisId,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
