import { inProject, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { listProjects } from "@/lib/db/agents/fleet"
import { commit } from "@/lib/db/infra/commit"
import { countHealth } from "@/lib/db/health/health-counts"
import { type DailyFigures, storeFigures } from "@/lib/db/health/daily-figures"
import {
  type AlertFacts,
  backdateAlerts,
  backdateConflicts,
  type FileOfDay,
  filesByDay,
  type TeamFacts,
  teamFacts,
} from "@/lib/db/samples/past-figures"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { done } from "@/lib/memory/inputs/outcome"
import { STALE_AFTER_DAYS } from "@/lib/memory/memory-files/staleness"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { evaluateTeam } from "../alerts/evaluate"
import { valueOf } from "./first-content"
import { figuresOfDay } from "./past-figures"
import type { SampleHistory } from "./sample-history"
import { dayAfter, hoursAfter, SampleTime } from "./sample-time"

/**
 * Stores daily figures of the sample teams for the twelve weeks before the first start, counted from their
 * rows for each day. Moves alerts and conflicts to the dates of their causes.
 */
export async function loadSampleFigures(actor: Actor, history: SampleHistory, now: Date): Promise<void> {
  const time = new SampleTime(now, history.seenFrom)
  const yesterday = dayAfter(now.toISOString().slice(0, 10), -1)
  for (const team of await visibleTeams(actor)) {
    if (!team.sample) continue
    await evaluateTeam(actor, team.id, { now })
    const days = await filesByDay(visibilityOf(actor, team.id), {
      from: time.firstDay,
      to: yesterday,
      staleDays: STALE_AFTER_DAYS,
    })
    valueOf(
      await commit(actor, { kind: "samples.load", teamId: team.id, subject: "alerts" }, async (tx) => {
        const { alerts, files, revisions } = await teamFacts(visibilityOf(actor, team.id))
        const dated = alerts.flatMap((one) => {
          const at = causeOf(one, { days, files, revisions })
          return at === null ? [] : [{ id: one.id, at }]
        })
        await backdateAlerts(tx, team.id, dated)
        await backdateConflicts(tx, team.id)
        return done(null)
      }),
    )
    const figures = await pastFigures(visibilityOf(actor, team.id), days)
    valueOf(
      await commit(actor, { kind: "samples.load", teamId: team.id, subject: "figures" }, async (tx) => {
        await storeFigures(tx, team.id, figures)
        return done(null)
      }),
    )
  }
}

/** Returns the figures of a team and of its projects by day. `days`: the files of each day. */
export async function pastFigures(
  visible: Visibility,
  days: readonly FileOfDay[],
): Promise<{ day: string; projectId: string | null; figures: DailyFigures }[]> {
  const [team, projects] = await Promise.all([teamFacts(visible), listProjects(visible)])
  const placeIds = [null, ...projects.map(({ id }) => id)]
  const places = await Promise.all(
    placeIds.map(async (projectId) => ({
      projectId,
      unchanging: await countHealth(inProject(visible, projectId), { staleness: [], model: null, named: 0 }),
    })),
  )
  const known = new Map(team.files.map((one) => [one.id, one]))
  return [...groupBy(days, ({ day }) => day)].flatMap(([day, ofDay]) => {
    const files = ofDay.flatMap((one) => {
      const facts = known.get(one.file)
      return facts ? [{ ...one, ...facts }] : []
    })
    return places.map(({ projectId, unchanging }) => {
      const here = files.filter((one) => projectId === null || one.projectId === projectId)
      return { day, projectId, figures: figuresOfDay(team, { projectId, day, files: here }, unchanging) }
    })
  })
}

/** Share of the load limit at which a file counts as filling up. */
const FILLING_UP = 0.8

/** Returns the date on which the cause of an alert arose, or null if it is unknown. */
function causeOf(
  alert: AlertFacts,
  {
    days,
    files,
    revisions,
  }: Pick<TeamFacts, "files" | "revisions"> & { readonly days: readonly FileOfDay[] },
): Date | null {
  const file = files.find(({ id }) => id === alert.fileId)
  if (!file || alert.unit !== "file") return null
  const firstDay = (isReached: (one: FileOfDay) => boolean) => {
    const found = days.find((one) => one.file === file.id && isReached(one))
    return found ? hoursAfter(new Date(found.day), 20) : null
  }
  const firstLonger = (limit: number | null, part = 1) =>
    limit === null ? null : firstDay(({ lines }) => lines > limit * part)
  switch (alert.kind) {
    case "past-cut":
      return firstLonger(file.limit)
    case "over-budget":
      return firstLonger(file.budget)
    case "filling-up":
      return firstLonger(file.limit, FILLING_UP)
    case "stale-file":
    case "stale-entries":
      return firstDay(({ stale }) => stale > 0)
    default: {
      const number = alert.sinceRevision ?? 1
      const since = revisions.find((one) => one.file === file.id && one.number === number)
      return since ? hoursAfter(since.at, 0.02) : null
    }
  }
}
