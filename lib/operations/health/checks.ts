import { listProjects } from "@/lib/db/agents/fleet"
import { lastProofs, loadableFiles } from "@/lib/db/agents/loads"
import { fleetMembers } from "@/lib/db/agents/list"
import { reachOf } from "@/lib/memory/agents/reach"
import { HEALTH_PARTS, type HealthFacts, type HealthPart } from "@/lib/memory/health/facts"
import type { LinkedHarness } from "@/lib/memory/health/harness-links"
import { type StartOrder, startOrders } from "@/lib/memory/health/start-order"
import { amount, PART_LABELS, WAYS_OUT, healthMessage } from "@/lib/memory/health/check-labels"
import { checkOfGaps, type DailyLogs } from "./daily-logs"
import { checkOfLinks } from "./harness-links"
import { NAMED, type ReadHealth } from "./read-facts"
import type { CheckOfHealth, SubjectOfCheck } from "./health-outputs"

const DAY_MS = 86_400_000

/** What is looked at one by one: each part of health with the places that are worst, then each harness that was ever seen. */
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

/** What each harness was seen to read of what its agents read at the start. */
export async function readOrders(teamId: string, projectId: string | null, now: Date): Promise<ReadOrders> {
  const days = [now, new Date(now.getTime() - DAY_MS)].map((one) => one.toISOString().slice(0, 10))
  const [projects, members, files, proofs] = await Promise.all([
    listProjects(teamId),
    fleetMembers(teamId, { projectId, categoryId: null }),
    loadableFiles(teamId, { projectId, days }),
    lastProofs(teamId, projectId),
  ])
  return { projects, orders: startOrders(reachOf(files, members, days[0] ?? ""), proofs) }
}

type Beside = Omit<ReadHealth, "facts"> &
  Pick<DailyLogs, "due"> & { readonly slugOf: (projectId: string) => string | null }

function checkOfPart(part: HealthPart, facts: HealthFacts, beside: Beside): CheckOfHealth {
  const of = beside.alerts.find((one) => one.part === part)
  const alerted = Object.values(of?.subjects ?? {}).reduce((sum, one) => sum + one, 0)
  const [more, others] = lacks(part, facts, beside)
  const subjects = [
    ...(of?.worst ?? []).map(({ id, ...one }): SubjectOfCheck => ({ ...one, alert: id })),
    ...others,
  ]
  const known = new Set<string>()
  const distinct = subjects
    .filter((one) => {
      const key = `${one.project}/${part === "loaded" || part === "present" ? (one.agent ?? one.message) : (one.file ?? one.path ?? one.agent)}`
      const first = !known.has(key)
      known.add(key)
      return first
    })
    .slice(0, NAMED)
  const ok = facts.files > 0 && alerted === 0 && more === 0
  return {
    name: part,
    label: PART_LABELS[part],
    ok,
    severity: ok ? null : facts.files === 0 ? "error" : (of?.worst[0]?.severity ?? "info"),
    message: healthMessage(part, facts),
    wayOut: ok ? null : facts.files === 0 ? "Import memory files, or let an agent propose" : WAYS_OUT[part],
    subjects: distinct,
    more: distinct.length === 0 ? 0 : Math.max(0, Math.max(alerted, more) - distinct.length),
    ...placeOf(distinct),
  }
}

/** What is not as it should be in a part beside its alerts: how much, and the first few. */
function lacks(
  part: HealthPart,
  facts: HealthFacts,
  { counted, behind, due, slugOf }: Beside,
): [number, SubjectOfCheck[]] {
  const nothing = {
    kind: null,
    alert: null,
    agent: null,
    file: null,
    path: null,
    line: null,
    severity: "info" as const,
  }
  switch (part) {
    case "present":
      return [
        facts.agents - facts.agentsWithMemory,
        counted.coldAgents.map(({ name, project }) => ({
          ...nothing,
          project,
          agent: name,
          message: "No memory of its own or shared by its category",
        })),
      ]
    case "loaded": {
      if (facts.agentsCurrent + facts.agentsOld === 0) return [1, []]
      const old = behind.map(({ agent, projectId, harness, behind: files }) => ({
        ...nothing,
        agent,
        project: slugOf(projectId),
        file: files[0]?.file ?? null,
        path: files[0]?.path ?? null,
        message: `${harness ?? "A harness without a name"} delivered its memory before ${amount(new Set(files.map(({ file }) => file)).size, "file", "files")} changed`,
      }))
      return [
        facts.agentsOld + facts.agentsNever,
        [
          ...old,
          ...counted.neverAgents.map(({ name, project }) => ({
            ...nothing,
            project,
            agent: name,
            message: "It has memory, but no harness has reported a delivery",
          })),
        ],
      ]
    }
    case "compaction":
      return [due.length, [...due]]
    case "searchable":
      return [
        facts.entries - facts.searchable + (facts.filesWithoutMeaning ?? 0),
        counted.wordless.map(({ id, path, project, agent, entries }) => ({
          ...nothing,
          project,
          agent,
          file: id,
          path,
          message: `${amount(entries, "entry has", "entries have")} no searchable word`,
        })),
      ]
    default:
      return [0, []]
  }
}

/** "claude-code: read 4 of 4 in its start order". */
function checkOfOrder({ harness, agents, expected, proven, missing }: StartOrder): CheckOfHealth {
  const ok = missing.length === 0
  const name = harness === "" ? "a harness without a name" : harness
  const subjects = missing.slice(0, NAMED).map(({ agent, project, of, files }): SubjectOfCheck => ({
    kind: null,
    severity: "info",
    alert: null,
    project,
    agent,
    file: files[0]?.id ?? null,
    path: files[0]?.path ?? null,
    line: null,
    message: `${of - files.length} of ${of} confirmed: no delivery of ${files[0]?.path ?? ""}${files.length > 1 ? ` and ${amount(files.length - 1, "other", "others")}` : ""}`,
  }))
  return {
    name: `start-order/${harness}`,
    label: `Start order of ${name}`,
    ok,
    severity: ok ? null : "info",
    message: `${name}: read ${proven.toLocaleString("en")} of ${expected.toLocaleString("en")} in ${agents === 1 ? "its start order" : `the start orders of ${agents.toLocaleString("en")} agents`}`,
    wayOut: ok
      ? null
      : "Agents > Delivery shows what each agent loads at start. Files that its hook does not report cannot be confirmed",
    subjects,
    more: Math.max(0, missing.length - subjects.length),
    ...placeOf(subjects),
  }
}

function neverProven({ files }: HealthFacts): CheckOfHealth {
  return {
    name: "start-order",
    label: "Start order",
    ok: false,
    severity: files === 0 ? "error" : "info",
    message: "Never confirmed: no harness has reported what it loads at start",
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
