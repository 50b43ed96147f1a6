import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  countBroken,
  countFormats,
  countItems,
  findRun,
  newItemsOf,
  runPaths,
  type RunSummary,
} from "@/lib/db/sources/import-runs"
import { ITEM_STATUSES, RUN_STATES } from "@/lib/db/sources/running-imports"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { ALERT_KINDS, ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { FORMAT_IDS, NOT_MEMORY } from "@/lib/memory/memory-files/format"
import { diagnostic } from "../memory-files/memory-outputs"
import { otherTeamIds } from "./team-ids-in-paths"

/** Other team ids in paths (`memory/teams/<id>`), with their new files. */
export const teamIds = z.array(z.object({ id: z.string(), paths: z.array(z.string()) }))

export const importRun = z.object({
  run: z.string(),
  team: z.string(),
  source: z.object({ kind: z.string(), name: z.string() }),
  project: z.string().nullable(),
  state: z.enum(RUN_STATES),
  by: z.string(),
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Number of files that the source offered. */
  offered: z.number(),
  bytes: z.number(),
  stored: z.object({ files: z.number(), entries: z.number() }),
  /**
   * Numbers of files by status. `broken`: new and changed files that cannot be parsed. They are stored and
   * have an alert.
   */
  files: z.object({
    new: z.number(),
    changed: z.number(),
    same: z.number(),
    gone: z.number(),
    broken: z.number(),
    leftAlone: z.number(),
    setAside: z.number(),
  }),
  entries: z.number(),
  byFormat: z.record(z.string(), z.number()),
  /**
   * True if the file list was deleted. Lists are kept for 30 days, and longer for the newest run of a source.
   * The counts stay.
   */
  pruned: z.boolean(),
  teamIds: teamIds.describe(
    "Other team IDs in the paths of new files (memory/teams/ID). Only for a planned run. A person decides whether to import these files into the team's memory",
  ),
})
export type ImportRunView = z.output<typeof importRun>

export const importItem = z.object({
  path: z.string(),
  status: z.enum(ITEM_STATUSES),
  written: z.boolean(),
  size: z.number(),
  format: z.string().nullable(),
  project: z.string().nullable(),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  scope: z.string().nullable(),
  entries: z.number(),
  reason: z.string().nullable(),
  diagnostics: z.array(diagnostic),
})
export type ImportItemView = z.output<typeof importItem>

export const importEstimate = z.object({
  /** Number of inbox items. Findings with the same cause count once, and all notices count as one. */
  items: z.number(),
  /** True if not all entries were compared, so that there may be more conflicts. */
  isPartial: z.boolean(),
  /** Findings and inbox items by kind, most severe first. */
  kinds: z.array(z.object({ kind: z.string(), found: z.number(), items: z.number() })),
})

/** Schema of a finding that an import would cause. Equal findings have equal keys in all answers. */
export const expectedFinding = z.object({
  key: z.string(),
  kind: z.enum([...ALERT_KINDS, "duplicate-entry", "contradiction", "file-conflict"]),
  severity: z.enum(ALERT_SEVERITIES),
  cause: z.string().describe("Findings with the same cause count as one Inbox item"),
})

/** Returns a file of a run for a response. */
export const itemView = (row: Omit<ImportItemView, "project"> & { readonly projectName: string | null }) =>
  importItem.parse({ ...row, project: row.projectName })

interface RunTeam {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/** Returns the current state of a run. Refuses if it does not exist. */
export async function viewImportRun(team: RunTeam, runId: string): Promise<Outcome<ImportRunView>> {
  const run = await findRun(wholeTeamUnchecked(team.id), runId)
  return run ? done(await summarizeRun(team, run)) : refused("not-found", "import not found")
}

export async function summarizeRun(team: RunTeam, run: RunSummary): Promise<ImportRunView> {
  const { items, broken, formats: byFormat } = run.pruned ?? (await cameTo(team.id, run.id))
  const files = (status: string) =>
    sum(
      items.filter((one) => one.status === status),
      "files",
    )
  const stored = items.filter((one) => one.written)
  const imported = items.filter((one) => ["new", "changed", "same"].includes(one.status))
  return {
    run: run.id,
    team: team.slug,
    source: { kind: run.sourceKind, name: run.sourceName },
    project: run.projectName,
    state: run.state,
    by: run.by.name,
    error: run.error,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    offered: run.files,
    bytes: run.bytes,
    stored: { files: sum(stored, "files"), entries: sum(stored, "entries") },
    files: {
      new: files("new"),
      changed: files("changed"),
      same: files("same"),
      gone: files("gone"),
      broken,
      leftAlone: files("left-alone"),
      setAside: files("set-aside"),
    },
    entries: sum(imported, "entries"),
    byFormat,
    pruned: run.pruned !== null,
    teamIds: run.state === "planned" ? await otherTeamIdsOf(team, run) : [],
  }
}

async function otherTeamIdsOf(team: RunTeam, run: RunSummary): Promise<z.output<typeof teamIds>> {
  const items = await newItemsOf(wholeTeamUnchecked(team.id), run.id, {
    format: "memory-protocol",
    scope: "team",
  })
  if (items.length === 0) return []
  const paths = (await runPaths(wholeTeamUnchecked(team.id), run.id)).map((one) => one.path)
  const holder = prefixOfMemoryFolder({ kind: run.sourceKind, name: run.sourceName }, paths)
  return otherTeamIds(items, team, { takenAs: run.takenAs, holder })
}

async function cameTo(teamId: string, runId: string): Promise<NonNullable<RunSummary["pruned"]>> {
  const [items, broken, formats] = await Promise.all([
    countItems(wholeTeamUnchecked(teamId), runId),
    countBroken(wholeTeamUnchecked(teamId), runId),
    countFormats(wholeTeamUnchecked(teamId), runId),
  ])
  return { items, broken, formats }
}

function sum(items: readonly { files: number; entries: number }[], what: "files" | "entries"): number {
  return items.reduce((total, one) => total + one[what], 0)
}

/** Schema of the formats that a person assigned to files of a source. */
export const formatRules = z.array(
  z.object({
    pattern: z.string().min(1).max(1_500).describe("A path, a folder, or a pattern with *, ** and ?"),
    format: z
      .enum([...FORMAT_IDS, NOT_MEMORY])
      .describe(`${NOT_MEMORY}: the file is not memory and is skipped`),
  }),
)

/** Schema of the format rules in one request. */
export const requestedRules = formatRules
  .max(100)
  .describe(
    "How to treat files from the source, regardless of their path and text. The source remembers this choice",
  )
