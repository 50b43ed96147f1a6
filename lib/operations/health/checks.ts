import { formatCount } from "@/lib/memory/text/sentence"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { listProjects, fleetMembers } from "@/lib/db/agents/fleet"
import { lastProofs, loadableFiles } from "@/lib/db/agents/loads"
import { listAgentLoads } from "@/lib/memory/agents/agent-loads"
import {
  HEALTH_PARTS,
  type HealthFacts,
  type HealthPart,
  PART_LABELS,
  NEXT_STEP_OF_PART,
  healthMessage,
} from "@/lib/memory/health/health-parts"
import { type LinkedHarness, type StartOrder, startOrders } from "@/lib/memory/health/harness-and-log-checks"
import { checkOfGaps, type DailyLogs, checkOfLinks } from "./log-and-link-checks"
import { NAMED, type ReadHealth } from "./health-facts"
import { type CheckOfHealth, type SubjectOfCheck } from "./health-outputs"

const DAY_MS = 86_400_000

/**
 * Returns the checks of each part of health with its worst files and agents, then the checks of daily logs,
 * of harness links and of the start order of each known harness.
 */
export function checksOf(
  { facts, ...read }: ReadHealth,
  { orders, projects }: ReadOrders,
  { logs, links }: { readonly logs: DailyLogs; readonly links: readonly LinkedHarness[] },
): CheckOfHealth[] {
  const parts = HEALTH_PARTS.map((part) =>
    checkOfPart(part, facts, {
      ...read,
      due: logs.due,
      slugOf: (id) => projects.find((one) => one.id === id)?.slug ?? null,
    }),
  )
  const seldom = [checkOfGaps(logs), checkOfLinks(links)].filter((one) => one !== null)
  return [...parts, ...seldom, ...(orders.length === 0 ? [neverProven(facts)] : orders.map(checkOfOrder))]
}

export interface ReadOrders {
  readonly orders: readonly StartOrder[]
  readonly projects: readonly { readonly id: string; readonly slug: string }[]
}

/** Reads, for each harness, which files of the expected start order it was seen to load. */
export async function readOrders(visible: Visibility, now: Date): Promise<ReadOrders> {
  const days = [now, new Date(now.getTime() - DAY_MS)].map((one) => one.toISOString().slice(0, 10))
  const [projects, members, files, proofs] = await Promise.all([
    listProjects(visible),
    fleetMembers({ visible, categoryId: null }),
    loadableFiles(visible, { days }),
    lastProofs(visible),
  ])
  return { projects, orders: startOrders(listAgentLoads(files, members, days[0] ?? ""), proofs) }
}

type CheckContext = Omit<ReadHealth, "facts"> &
  Pick<DailyLogs, "due"> & { readonly slugOf: (projectId: string) => string | null }

function checkOfPart(part: HealthPart, facts: HealthFacts, context: CheckContext): CheckOfHealth {
  const { subjects: counts = {}, worst = [] } = context.alerts.find((one) => one.part === part) ?? {}
  const alerted = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const { count, subjects: others } = FINDERS[part]?.(facts, context) ?? { count: 0, subjects: [] }
  const subjects = distinctSubjects(part, [
    ...worst.map(({ id, ...one }): SubjectOfCheck => ({ ...one, alert: id })),
    ...others,
  ])
  const common = {
    name: part,
    label: PART_LABELS[part],
    message: healthMessage(part, facts),
    subjects,
    more: subjects.length === 0 ? 0 : Math.max(0, Math.max(alerted, count) - subjects.length),
    ...placeOf(subjects),
  }
  if (facts.files === 0)
    return {
      ...common,
      ok: false,
      severity: "error",
      wayOut: "Import memory files, or let an agent propose entries",
    }
  if (alerted === 0 && count === 0) return { ...common, ok: true, severity: null, wayOut: null }
  return { ...common, ok: false, severity: worst[0]?.severity ?? "info", wayOut: NEXT_STEP_OF_PART[part] }
}

/** Returns the first subjects, at most NAMED, each agent or file once. */
function distinctSubjects(part: HealthPart, subjects: readonly SubjectOfCheck[]): SubjectOfCheck[] {
  const isOfAgents = part === "loaded" || part === "present"
  const byKey = new Map<string, SubjectOfCheck>()
  for (const one of subjects) {
    const id = isOfAgents ? (one.agent ?? one.message) : (one.file ?? one.path ?? one.agent)
    const key = `${one.project}/${id}`
    if (!byKey.has(key)) byKey.set(key, one)
  }
  return [...byKey.values()].slice(0, NAMED)
}

interface Problems {
  readonly count: number
  /** First few subjects of the problem. */
  readonly subjects: readonly SubjectOfCheck[]
}

const NO_SUBJECT = {
  kind: null,
  alert: null,
  agent: null,
  file: null,
  path: null,
  line: null,
  severity: "info" as const,
}

/** Problems of a part of health that are not alerts. */
const FINDERS: Partial<Record<HealthPart, (facts: HealthFacts, context: CheckContext) => Problems>> = {
  present: (facts, { counted }) => ({
    count: facts.agents - facts.agentsWithMemory,
    subjects: counted.coldAgents.map(({ name, project }) => ({
      ...NO_SUBJECT,
      project,
      agent: name,
      message: "The agent has no memory of its own, and its category has no shared memory",
    })),
  }),
  loaded: undelivered,
  compaction: (_, { due }) => ({ count: due.length, subjects: due }),
  searchable: (facts, { counted }) => ({
    count: facts.entries - facts.searchable + (facts.filesWithoutMeaning ?? 0),
    subjects: counted.wordless.map(({ id, path, project, agent, entries }) => ({
      ...NO_SUBJECT,
      project,
      agent,
      file: id,
      path,
      message: `${formatCount(entries, "entry has", "entries have")} no searchable words`,
    })),
  }),
}

function undelivered(facts: HealthFacts, { counted, behind, slugOf }: CheckContext): Problems {
  if (facts.agentsCurrent + facts.agentsOld === 0) return { count: 1, subjects: [] }
  const outdated = behind.map(({ agent, projectId, harness, behind: files }) => ({
    ...NO_SUBJECT,
    agent,
    project: slugOf(projectId),
    file: files[0]?.file ?? null,
    path: files[0]?.path ?? null,
    message: `${harness ?? "An unnamed harness"} delivered the agent's memory before ${formatCount(new Set(files.map(({ file }) => file)).size, "file", "files")} changed`,
  }))
  const never = counted.neverAgents.map(({ name, project }) => ({
    ...NO_SUBJECT,
    project,
    agent: name,
    message: "The agent has memory, but no harness has reported a delivery",
  }))
  return { count: facts.agentsOld + facts.agentsNever, subjects: [...outdated, ...never] }
}

/**
 * Returns the check of the files that a harness loads at session start, such as "4 of 4 files confirmed for 2
 * agents".
 */
function checkOfOrder({ harness, agents, expected, proven, missing }: StartOrder): CheckOfHealth {
  const ok = missing.length === 0
  const name = harness === "" ? "an unnamed harness" : harness
  const subjects = missing.slice(0, NAMED).map(({ agent, project, of, files }): SubjectOfCheck => ({
    kind: null,
    severity: "info",
    alert: null,
    project,
    agent,
    file: files[0]?.id ?? null,
    path: files[0]?.path ?? null,
    line: null,
    message: `${of - files.length} of ${of} files confirmed. Not confirmed: ${files[0]?.path ?? ""}${files.length > 1 ? ` and ${formatCount(files.length - 1, "other", "others")}` : ""}`,
  }))
  return {
    name: `start-order/${harness}`,
    label: `Files loaded at session start by ${name}`,
    ok,
    severity: ok ? null : "info",
    message: `${proven.toLocaleString("en")} of ${formatCount(expected, "file", "files")} confirmed for ${formatCount(agents, "agent", "agents")}`,
    wayOut: ok
      ? null
      : "See Agents > Delivery for what each agent loads at session start. Files that the agent's hook does not report cannot be confirmed",
    subjects,
    more: Math.max(0, missing.length - subjects.length),
    ...placeOf(subjects),
  }
}

function neverProven({ files }: HealthFacts): CheckOfHealth {
  return {
    name: "start-order",
    label: "Files loaded at session start",
    ok: false,
    severity: files === 0 ? "error" : "info",
    message: "Never confirmed: no harness has reported what it loads at session start",
    wayOut: "Install hooks where agents work: quarterdeck hook install",
    subjects: [],
    more: 0,
    project: null,
    path: null,
  }
}

const placeOf = ([first]: readonly SubjectOfCheck[]) => ({
  project: first?.project ?? null,
  path: first?.path ?? null,
})
