import { sha256Hex } from "@/lib/files/sha256"
import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { commit } from "@/lib/db/infra/commit"
import { loadingAgents } from "@/lib/db/deliveries/last-receipts"
import { currentFilesById } from "@/lib/db/memory-files/current-revisions"
import {
  hasSampleHistory,
  importedFiles,
  storeSampleHistory,
  type PastSession,
} from "@/lib/db/samples/history"
import { visibleTeams } from "@/lib/db/teams/teams"
import { done } from "@/lib/memory/inputs/outcome"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Actor } from "@/lib/memory/teams/actor"
import { idAt } from "@/lib/db/infra/identifiers"
import { fileWithEntries } from "../writing/revise-head"
import { valueOf } from "./load-and-remove"
import {
  type GrownFile,
  pastOfFile,
  type SampleCast,
  approvedProposals,
  reasonOf,
  textlessProposal,
  pick,
  SampleTime,
  machineOf,
  dayAfter,
  hoursAfter,
  spread,
} from "./sample-past"
import type { sampleReceipts } from "./sample-receipts"

/** Schema of a decided proposal that changed no text. */
const decided = z.object({
  team: z.string(),
  project: z.string(),
  by: z.string(),
  category: z.string().optional(),
  agent: z.string().optional(),
  daysAgo: z.number(),
  hoursToDecide: z.number(),
  verdict: z.enum(["merged", "rejected", "withdrawn"]),
  section: z.string().nullable(),
  text: z.string(),
  reason: z.string(),
  why: z.string(),
  confidence: z.number(),
})

export const sampleHistory = z.object({
  /** ISO date. All dates in the sample files are before it. */
  seenFrom: z.string(),
  /** Names of the people who decide, by team. */
  people: z.record(z.string(), z.array(z.string()).min(1)),
  /** Names of the machines whose access tokens write, by project. */
  machines: z.record(z.string(), z.array(z.string()).min(1)),
  /** Summaries of sessions, by project. */
  summaries: z.record(z.string(), z.array(z.string()).min(1)),
  /** Agents whose harness never loads their memory. */
  withoutDeliveries: z.array(z.object({ project: z.string(), agent: z.string() })),
  decided: z.array(decided),
})
export type SampleHistory = z.output<typeof sampleHistory>

/**
 * Stores a history of the twelve weeks before the first start for the sample teams: revisions on the dates of
 * the entries, the proposals that added them, and the sessions that loaded them. Does not change a team that
 * already has a history.
 */
export async function loadSampleHistory(
  actor: Actor,
  history: SampleHistory,
  { receipts }: z.output<typeof sampleReceipts>,
  now: Date,
): Promise<void> {
  const time = new SampleTime(now, history.seenFrom)
  for (const team of await visibleTeams(actor)) {
    if (!team.sample || (await hasSampleHistory(visibilityOf(actor, team.id), now))) continue
    const files = await grownFiles(team, history, time)
    const proposals = [...(await approvedIn(team, files, history)), ...textlessIn(team, files, history, time)]
    const workers = await workersOf(team, files, history, receipts)
    const sessions = workers.flatMap(({ project, ...worker }) =>
      pastSessions(worker, files, { summaries: ownValue(history.summaries, project) ?? [], time }),
    )
    valueOf(
      await commit(actor, { kind: "samples.load", teamId: team.id, subject: "history" }, async (tx) =>
        done(await storeSampleHistory(tx, team.id, { files: withReasons(files), proposals, sessions })),
      ),
    )
  }
}

interface SampleTeam {
  readonly id: string
  readonly name: string
}

const castOf = ({ people, machines }: SampleHistory, team: SampleTeam, project: string): SampleCast => ({
  people: ownValue(people, team.name) ?? [],
  machines: ownValue(machines, project) ?? [],
})

async function grownFiles(team: SampleTeam, history: SampleHistory, time: SampleTime): Promise<GrownFile[]> {
  const heads = await currentFilesById(
    wholeTeamUnchecked(team.id),
    await importedFiles(wholeTeamUnchecked(team.id)),
  )
  const files = await Promise.all(heads.map((head) => fileWithEntries(wholeTeamUnchecked(team.id), head)))
  return files.map((file) => pastOfFile(file, castOf(history, team, file.head.projectName), time))
}

/** Returns the files with revisions whose reasons are those of the approved proposals. */
function withReasons(files: readonly GrownFile[]): GrownFile[] {
  return files.map((grown) => {
    const reasons = new Map(
      grown.growth.flatMap((one) =>
        one.decidedBy === null ? [] : [[one.revision, reasonOf(grown.file.head.path, one)]],
      ),
    )
    const revisions = grown.revisions.map((one, place) => ({
      ...one,
      reason: reasons.get(place + 1) ?? one.reason,
    }))
    return { ...grown, revisions }
  })
}

async function approvedIn(team: SampleTeam, files: readonly GrownFile[], history: SampleHistory) {
  const agents = new Map((await taxonomyOf(wholeTeamUnchecked(team.id))).map((one) => [one.slug, one.agents]))
  return files.flatMap((grown) => {
    const { agent, category, projectName } = grown.file.head
    const authors = agent === null ? (agents.get(category ?? "") ?? []) : [agent]
    const cast = castOf(history, team, projectName)
    return approvedProposals(grown, { authors: authors.length > 0 ? authors : ["coordinator"], cast })
  })
}

function textlessIn(team: SampleTeam, files: readonly GrownFile[], history: SampleHistory, time: SampleTime) {
  return history.decided
    .filter((one) => one.team === team.name)
    .map((one) => {
      const grown = files.find(({ file: { head } }) => {
        const isMeant =
          one.agent === undefined
            ? head.category === one.category && head.agent === null
            : head.agent === one.agent
        return isMeant && head.projectName === one.project && head.format !== "run-cache"
      })
      if (!grown)
        throw new Error(`samples: ${one.project} has no memory of ${one.agent ?? one.category ?? "anyone"}`)
      return textlessProposal(grown, one, { cast: castOf(history, team, one.project), time })
    })
}

const HARNESS = "claude-code"

/**
 * Returns the active agents: each agent in the recent receipts, once for each harness, and all other agents
 * with memory. For agents with receipts, `receipts.json` contains the last days. The others work until today.
 */
async function workersOf(
  team: SampleTeam,
  files: readonly GrownFile[],
  { machines, withoutDeliveries }: SampleHistory,
  receipts: z.output<typeof sampleReceipts>["receipts"],
): Promise<(SampleWorker & { readonly project: string })[]> {
  const projects = new Map(files.map(({ file: { head } }) => [head.projectName, head.projectId]))
  const names = new Map([...projects].map(([name, id]) => [id, name]))
  const agents = (await loadingAgents(wholeTeamUnchecked(team.id))).filter(
    (one) =>
      !one.optedOut &&
      !withoutDeliveries.some(
        ({ project, agent }) => agent === one.agent && project === names.get(one.projectId),
      ),
  )
  const named = new Map(
    receipts
      .filter((one) => one.team === team.name)
      .map((one) => [`${projects.get(one.project)} ${one.agent} ${one.harness}`, one]),
  )
  return agents.flatMap(({ agent, projectId, category }): (SampleWorker & { readonly project: string })[] => {
    const project = names.get(projectId) ?? ""
    const worker = { project, projectId, agent, category: category?.slug ?? null }
    const known = [...named].filter(([key]) => key.startsWith(`${projectId} ${agent} `))
    if (known.length > 0)
      return known.map(([, { harness, by }]) => ({ ...worker, harness, by, untilToday: false }))
    const by = pick(ownValue(machines, project) ?? [""], agent)
    return [{ ...worker, harness: HARNESS, by, untilToday: true }]
  })
}

/** A sample agent that works in a harness. */
interface SampleWorker {
  readonly projectId: string
  readonly agent: string
  readonly category: string | null
  readonly harness: string
  /** Owner of the access token that the agent uses. */
  readonly by: string
  /** True if the agent works until today. If false, `receipts.json` contains its last days. */
  readonly untilToday: boolean
}

const CHARACTERS_PER_TOKEN = 4
/** Days without a change of its memory after which an agent counts as inactive. */
const AT_WORK_DAYS = 30

/**
 * Returns the sessions of an agent in a harness, one every few days. Each session loads the memory of its
 * day.
 */
function pastSessions(
  worker: SampleWorker,
  files: readonly GrownFile[],
  { summaries, time }: { readonly summaries: readonly string[]; readonly time: SampleTime },
): PastSession[] {
  const { projectId, agent, harness } = worker
  const name = `${projectOfWorker(files, projectId)} ${agent} ${harness}`
  const loaded = files.filter(({ file }) => isLoaded(file.head, worker))
  const last = worker.untilToday ? dayAfter(time.now.toISOString().slice(0, 10), -1) : time.lastDay
  const sessions: PastSession[] = []
  if (!isAtWork(loaded, time)) return sessions
  let day = dayAfter(time.firstDay, spread(name, 3))
  for (let number = 0; day <= last; number += 1) {
    const key = `${name} ${number}`
    const startedAt = time.at(day, key)
    const given = givenAt(loaded, startedAt)
    if (given.entries.length > 0)
      sessions.push({
        id: idAt(startedAt),
        projectId,
        agent,
        harness,
        session: `${harness}-${4_000 + spread(key, 90_000)}`,
        startedAt,
        closedAt: hoursAfter(startedAt, (15 + spread(key, 75)) / 60),
        summary: pick(summaries, key),
        by: machineOf(worker.by),
        ...given,
      })
    day = dayAfter(day, 2 + spread(key, 5))
  }
  return sessions
}

const projectOfWorker = (files: readonly GrownFile[], projectId: string): string =>
  files.find(({ file }) => file.head.projectId === projectId)?.file.head.projectName ?? ""

function isLoaded(head: GrownFile["file"]["head"], { projectId, agent, category }: SampleWorker): boolean {
  if (head.projectId !== projectId || head.state !== "present") return false
  if (head.agent !== null) return head.agent === agent && (head.role === "memory" || head.role === "index")
  return head.category !== null && head.category === category
}

function isAtWork(files: readonly GrownFile[], { now }: SampleTime): boolean {
  const since = hoursAfter(now, -24 * AT_WORK_DAYS)
  const own = files.filter(({ file }) => file.head.agent !== null)
  return (own.length > 0 ? own : files).some(({ growth }) => growth.some(({ at }) => at >= since))
}

function givenAt(files: readonly GrownFile[], at: Date) {
  const given = files.flatMap(({ file: { head }, revisions }) => {
    const number = revisions.filter((one) => one.at <= at).length
    const revision = revisions[number - 1]
    return revision === undefined ? [] : [{ file: head.id, path: head.path, number, revision }]
  })
  const text = given.map(({ revision }) => revision.text).join("\n")
  return {
    files: given.map(({ file, path, number }) => ({ file, path, revision: number })),
    entries: given.flatMap(({ revision }) => revision.entries),
    sha256: sha256Hex(text),
    tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  }
}
