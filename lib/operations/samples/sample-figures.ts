import { inProject, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { listProjects } from "@/lib/db/agents/fleet"
import { commit } from "@/lib/db/infra/commit"
import { countHealth, type DailyFigures, storeFigures } from "@/lib/db/health"
import {
  type AlertFacts,
  backdateAlerts,
  backdateConflicts,
  type FileOfDay,
  filesByDay,
  type TeamFacts,
  teamFacts,
  type FileFacts,
} from "@/lib/db/samples/past-figures"
import { visibleTeams } from "@/lib/db/teams/teams"
import { done } from "@/lib/memory/inputs/outcome"
import { STALE_AFTER_DAYS } from "@/lib/memory/memory-files/entry-dates"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy, sumOf } from "@/lib/memory/text/aggregates"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { receiptStanding, overallReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { type HealthFacts, HEALTH_PARTS, kindsOf } from "@/lib/memory/health/health-parts"
import { healthOf } from "@/lib/memory/health/health"
import { evaluateTeam } from "../alerts/evaluate"
import { valueOf } from "./load-and-remove"
import type { SampleHistory } from "./sample-history"
import { dayAfter, hoursAfter, SampleTime } from "./sample-past"

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

/** A day in a team, or in one of its projects. */
interface DayOfPlace {
  readonly projectId: string | null
  /** ISO date in UTC. */
  readonly day: string
  /** Files at the end of the day. */
  readonly files: readonly (FileOfDay & FileFacts)[]
}

/** Facts that are known only for today. They are assumed to be the same in the past. */
export interface Unchanging {
  readonly workspaces: number
  readonly withoutWords: number
}

/**
 * Returns the figures of a team or a project at the end of a day, counted from its rows in the same way as
 * the daily job counts them.
 */
function figuresOfDay(team: TeamFacts, place: DayOfPlace, unchanging: Unchanging): DailyFigures {
  const { projectId, day, files } = place
  const isHere = (one: { readonly projectId: string | null }) =>
    projectId === null || one.projectId === projectId
  const end = new Date(Date.parse(day) + 86_400_000)
  const isOnDay = ({ at }: { readonly at: Date }) => at < end && at.toISOString().startsWith(day)
  const alerts = team.alerts.filter((one) => isHere(one) && one.raisedAt < end)
  const facts = factsOfDay(team, { ...place, end, alerts }, unchanging)
  const { score, parts } = healthOf(facts)
  const withSeverity = (severity: AlertFacts["severity"]) =>
    alerts.filter((one) => one.severity === severity).length
  return {
    health: score,
    parts: Object.fromEntries(parts.map((part) => [part.name, part.score])),
    files: facts.files,
    entries: facts.entries,
    stale: facts.staleEntries,
    pastCut: facts.subjects["past-cut"] ?? 0,
    overBudget: facts.subjects["over-budget"] ?? 0,
    lines: sumOf(
      files.filter(({ scope }) => scope !== "session"),
      ({ lines }) => lines,
    ),
    undated: sumOf(files, ({ undated }) => undated),
    alerts: { error: withSeverity("error"), warning: withSeverity("warning"), info: withSeverity("info") },
    waiting: team.proposals.filter((one) => isHere(one) && one.createdAt < end && one.until >= end).length,
    conflicts: team.conflicts.filter((one) => isHere(one) && one.at < end).length,
    sessions: team.sessions.filter((one) => isHere(one) && isOnDay(one)).length,
    receipts: team.receipts.filter((one) => isHere(one) && isOnDay(one)).length,
  }
}

function factsOfDay(
  team: TeamFacts,
  {
    projectId,
    files,
    end,
    alerts,
  }: DayOfPlace & { readonly end: Date; readonly alerts: readonly AlertFacts[] },
  { workspaces, withoutWords }: Unchanging,
): HealthFacts {
  const counted = files.filter(({ scope, optedOut }) => scope !== "session" && !optedOut)
  const entries = sumOf(counted, (one) => one.entries)
  const filled = counted.filter((one) => one.entries > 0)
  const own = new Set(filled.filter(({ role }) => role !== "identity").map(({ agentId }) => agentId))
  const shared = new Set(
    filled.flatMap((one) =>
      one.agentId === null && one.categoryId !== null ? [`${one.projectId} ${one.categoryId}`] : [],
    ),
  )
  const isHere = (one: { readonly projectId: string }) => projectId === null || one.projectId === projectId
  const agents = team.agents.filter((one) => isHere(one) && !one.optedOut)
  const warm = agents.filter((one) => own.has(one.id) || shared.has(`${one.projectId} ${one.categoryId}`))
  const standings = standingsAt({ ...team, receipts: team.receipts.filter(isHere) }, end)
  const standingCount = (standing: string) => [...standings.values()].filter((one) => one === standing).length
  return {
    files: counted.length,
    measuredFiles: counted.filter(({ measured }) => measured).length,
    entries,
    staleEntries: sumOf(counted, ({ stale }) => stale),
    agents: agents.length,
    agentsWithMemory: warm.length,
    agentsCurrent: standingCount("current"),
    agentsOld: standingCount("old"),
    agentsNever: warm.filter((one) => !standings.has(`${one.projectId} ${one.name}`)).length,
    workspaces,
    searchable: Math.max(0, entries - withoutWords),
    filesWithoutMeaning: null,
    subjects: subjectsOf(alerts),
  }
}

/**
 * Returns the state of each agent's last delivery per harness at an instant, by project and agent. Leaves out
 * agents without a delivery.
 */
function standingsAt(team: TeamFacts, end: Date) {
  const optedOut = new Set(
    team.agents.filter((one) => one.optedOut).map((one) => `${one.projectId} ${one.name}`),
  )
  const receipts = team.receipts.filter(
    (one) => one.at < end && !optedOut.has(`${one.projectId} ${one.agent}`),
  )
  const writes = groupBy(
    team.revisions.filter(({ at }) => at < end),
    ({ file }) => file,
  )
  const byAgent = groupBy(receipts, (one) => `${one.projectId} ${one.agent}`)
  return new Map(
    [...byAgent].map(([key, those]) => {
      const last = new Map(those.map((one) => [one.harness, one]))
      const loads = [...last.values()].map(({ agent, files }) => {
        const behind = files.filter(({ file, revision }) =>
          (writes.get(file ?? "") ?? []).some(
            (one) => revision !== null && one.number > revision && one.agent !== agent,
          ),
        ).length
        return { standing: receiptStanding({ optedOut: false, behind }) }
      })
      return [key, overallReceiptStanding(false, loads)] as const
    }),
  )
}

/**
 * Returns the number of subjects of alerts by kind. In each part of health, a subject counts once, for the
 * most severe of its kinds.
 */
function subjectsOf(alerts: readonly AlertFacts[]): Partial<Record<AlertKind, number>> {
  const subjects: Partial<Record<AlertKind, number>> = {}
  for (const part of HEALTH_PARTS) {
    const kinds = kindsOf(part)
    const ofPart = alerts.filter(({ kind }) => kinds.includes(kind))
    const bySubject = groupBy(ofPart, (one) => `${one.unitId} ${one.unit === "file" ? "" : one.part}`)
    for (const those of bySubject.values()) {
      const gravest = kinds.find((kind) => those.some((one) => one.kind === kind))
      if (gravest)
        subjects[gravest] = (subjects[gravest] ?? 0) + Math.max(...those.map(({ amount }) => amount))
    }
  }
  return subjects
}
