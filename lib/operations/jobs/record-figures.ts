import { commitBookkeeping } from "@/lib/db/infra/commit"
import { allTeams } from "@/lib/db/conflicts/comparable-entries"
import { countOfDay, type DailyFigures, storeFigures } from "@/lib/db/health/daily-figures"
import { listProjects } from "@/lib/db/agents/fleet"
import type { Actor } from "@/lib/memory/teams/actor"
import { healthOf } from "@/lib/memory/health/health"
import { done } from "@/lib/memory/inputs/outcome"
import { forEachTeam } from "./job"
import { readHealthFacts } from "../health/read-facts"

/**
 * Stores the daily figures of each team and project for the day of `now` (UTC). The last figures of a day
 * win. `teams`: only these, or null for all.
 */
export async function recordDailyFigures(
  actor: Actor,
  now: Date,
  teams: readonly string[] | null = null,
): Promise<{ readonly figures: number }> {
  const day = now.toISOString().slice(0, 10)
  const kept = await forEachTeam(teams ?? (await allTeams()), async (teamId) => {
    const rows: { day: string; projectId: string | null; figures: DailyFigures }[] = []
    for (const projectId of [null, ...(await listProjects(teamId)).map(({ id }) => id)])
      rows.push({ day, projectId, figures: await figuresOf(teamId, projectId, now, day) })
    await commitBookkeeping(
      actor,
      () => null,
      async (tx) => done(await storeFigures(tx, teamId, rows)),
    )
    return { figures: rows.length }
  })
  return { figures: kept.figures ?? 0 }
}

async function figuresOf(
  teamId: string,
  projectId: string | null,
  now: Date,
  day: string,
): Promise<DailyFigures> {
  const [{ facts }, counted] = await Promise.all([
    readHealthFacts(teamId, projectId, now),
    countOfDay(teamId, projectId, day),
  ])
  const { files, entries, staleEntries, subjects } = facts
  const { score, parts } = healthOf(facts)
  return {
    health: score,
    parts: Object.fromEntries(parts.map((part) => [part.name, part.score])),
    files,
    entries,
    stale: staleEntries,
    pastCut: subjects["past-cut"] ?? 0,
    overBudget: subjects["over-budget"] ?? 0,
    ...counted,
  }
}
