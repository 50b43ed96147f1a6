import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type CompactableFile,
  compactableFiles,
  type LastCompaction,
  lastCompactions,
} from "@/lib/db/compactions"
import { readPolicies } from "@/lib/db/policies"
import { formatCount } from "@/lib/memory/text/sentence"
import { dayOf, daysAfter } from "@/lib/memory/alerts/day"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory, type PolicySettings } from "@/lib/memory/policies/policy"
import { operation } from "../operation"
import { teamOf } from "../teams/team-and-project"
import { PAGE, pageOfHistory, projectsSeen } from "./history"
import { maxLinesOf } from "./compaction-proposals"
import { type CompactableView, type CompactionKind, compactable, compactionPage } from "./compaction-outputs"
import { type Workspace, workspacesAmong } from "./target"

export const listDueCompactions = operation({
  name: "compaction.due",
  summary:
    "List memory that can be compacted, with what is due and since when: daily logs, files over their budget, and run caches over their limit.",
  method: "GET",
  path: "/compaction",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: z.object({ memories: z.array(compactable), history: compactionPage }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const projects = await projectsSeen(actor, team.value.id, input.project)
    if (!projects.ok) return projects
    const ids = projects.value.map(({ id }) => id)
    const [files, last, policies, history] = await Promise.all([
      compactableFiles(visibilityOf(actor, team.value.id), ids),
      lastCompactions(visibilityOf(actor, team.value.id), ids),
      readPolicies(visibilityOf(actor, team.value.id)),
      pageOfHistory(visibilityOf(actor, team.value.id), {
        projectIds: ids,
        file: undefined,
        before: null,
        limit: PAGE,
      }),
    ])
    const today = dayOf(new Date())
    const memories = [...groupBy(files, ({ projectId }) => projectId).values()].flatMap((own) =>
      memoriesOf(own, { last, policies, today }),
    )
    return done({
      memories: memories.toSorted(
        (a, b) =>
          dueOf(b) - dueOf(a) ||
          (a.project < b.project ? -1 : Number(a.project > b.project)) ||
          (a.path < b.path ? -1 : 1),
      ),
      history,
    })
  },
})

/**
 * Returns the memories whose daily logs are due to be compacted, with the reason in words. `files`: by
 * project.
 */
export async function dueLogs(
  visible: Visibility,
  {
    projectIds,
    files,
    policies,
    today,
  }: {
    readonly projectIds: readonly string[]
    readonly files: readonly (readonly CompactableFile[])[]
    readonly policies: readonly PlacedPolicy[]
    readonly today: string
  },
): Promise<{ project: string; agent: string | null; path: string; why: string }[]> {
  const last = await lastCompactions(visible, projectIds)
  return files
    .flatMap((own) => memoriesOf(own, { last, policies, today }))
    .flatMap(({ project, agent, path, kinds }) =>
      kinds.flatMap(({ kind, due, why }) => (kind === "logs" && due ? [{ project, agent, path, why }] : [])),
    )
}

const dueOf = ({ kinds }: CompactableView): number => kinds.filter(({ due }) => due).length

interface DueContext {
  readonly last: readonly LastCompaction[]
  readonly policies: readonly PlacedPolicy[]
  readonly today: string
}

type Kind = CompactableView["kinds"][number]

/**
 * Returns the memories of one project that can be compacted: those with daily logs, run caches, and files
 * over their limit.
 */
function memoriesOf(files: readonly CompactableFile[], context: DueContext): CompactableView[] {
  const workspaces = new Map(
    workspacesAmong(files)
      .filter(({ logs }) => logs.length > 0)
      .map((one) => [one.path, one]),
  )
  const long = files.filter(({ role }) => role !== "log" && role !== "runs")
  const paths = new Set([
    ...workspaces.keys(),
    ...long.filter(isLong).map(({ path }) => path),
    ...files.filter(({ role }) => role === "runs").map(({ path }) => path),
  ])
  return [...paths].flatMap((path) => {
    const workspace = workspaces.get(path) ?? null
    const file = files.find((one) => one.path === path) ?? null
    return memoryAt(path, { file, workspace }, context)
  })
}

function memoryAt(
  path: string,
  { file, workspace }: { file: CompactableFile | null; workspace: Workspace | null },
  { policies, last, today }: DueContext,
): CompactableView[] {
  const any = file ?? workspace?.logs[0]?.file
  if (any === undefined) return []
  const settings = policyOfMemory(policies, { ...any, projectSlug: any.project })
  const own = last.filter((one) => one.projectId === any.projectId && one.path === path)
  const lastLogs = own.find(({ kind }) => kind === "logs") ?? null
  const logs = workspace === null ? [] : [logsOf(workspace, { settings, last: lastLogs, today })]
  return [
    {
      file: file?.id ?? null,
      path,
      project: any.project,
      agent: any.agent,
      cadence: settings.compactionDays,
      kinds: [...logs, ...(file === null ? [] : kindsOfFile(file))],
      last: newestOf(own),
    },
  ]
}

const kindsOfFile = (file: CompactableFile): Kind[] => [
  ...(isLong(file) ? [trimOf(file)] : []),
  ...(file.role === "runs" ? [runsOf(file)] : []),
]

function newestOf(compactions: readonly LastCompaction[]): CompactableView["last"] {
  const [newest] = compactions.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return newest === undefined
    ? null
    : { at: newest.at.toISOString(), by: newest.by, kind: newest.kind as CompactionKind }
}

/**
 * Returns the state of the daily logs. As in the alert "compaction-overdue", compaction is due if the oldest
 * log with entries since the last compaction is older than the cadence.
 */
function logsOf(
  { logs, memory }: Workspace,
  {
    settings: { compactionDays },
    last,
    today,
  }: { readonly settings: PolicySettings; readonly last: LastCompaction | null; readonly today: string },
): Kind {
  const since = last?.upTo ?? null
  const done =
    [since, memory?.changedOn ?? null]
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  const filled = logs.filter(({ file, day }) => file.entries > 0 && day <= today)
  const fresh = filled.filter(({ day }) => since === null || day > since)
  const [first] = filled.filter(({ day }) => done === null || day > done)
  return {
    kind: "logs",
    due: first !== undefined && compactionDays !== null && daysAfter(today, first.day) > compactionDays,
    since,
    figures: { logs: filled.length, fresh: fresh.length },
    why:
      fresh[0] === undefined
        ? allRead(filled.length)
        : unreadSince(fresh, { since, changedOn: memory?.changedOn ?? null, compactionDays }),
  }
}

const allRead = (logs: number): string =>
  logs === 1 ? "The daily log has been read" : `All ${formatCount(logs, "daily log")} have been read`

interface UnreadLogs {
  readonly since: string | null
  /** ISO day of the last change of the memory file. Null without a memory file. */
  readonly changedOn: string | null
  readonly compactionDays: number | null
}

function unreadSince(logs: Workspace["logs"], { since, changedOn, compactionDays }: UnreadLogs): string {
  const first = logs[0]?.day ?? ""
  const state = since === null ? ", none read yet" : ", not yet compacted"
  const cadence =
    compactionDays === null
      ? "the policy does not require compaction"
      : `due every ${formatCount(compactionDays, "day")}`
  const from =
    compactionDays !== null && changedOn !== null && first <= changedOn
      ? `, counted from the first log after the memory file changed on ${changedOn}`
      : ""
  return `${formatCount(logs.length, "daily log")} since ${first}${state}; ${cadence}${from}`
}

function isLong(file: CompactableFile): boolean {
  const allowed = maxLinesOf(file)
  return allowed !== null && file.lines > allowed
}

function trimOf(file: CompactableFile): Kind {
  const budget = maxLinesOf(file) ?? file.lines
  const over = file.lines - budget
  return {
    kind: "trim",
    due: true,
    since: null,
    figures: { lines: file.lines, budget, over },
    why: `${formatCount(file.lines, "line")}, ${over.toLocaleString("en")} over ${file.limits.budget === budget ? "the budget of" : "the limit of"} ${budget.toLocaleString("en")}`,
  }
}

function runsOf({ sessions, limits: { runs } }: CompactableFile): Kind {
  const over = runs === null ? 0 : sessions - runs
  return {
    kind: "runs",
    due: over > 0,
    since: null,
    figures: { runs: sessions, ...(runs === null ? {} : { kept: runs }) },
    why:
      over > 0
        ? `${formatCount(sessions, "run")}, limit ${runs?.toLocaleString("en") ?? ""}: ${over === 1 ? "the oldest is" : `the oldest ${over.toLocaleString("en")} are`} never loaded`
        : `${formatCount(sessions, "run")}, all loaded`,
  }
}
