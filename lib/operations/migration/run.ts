import { sha256Hex } from "@/lib/files/sha256"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { lockMemory, lockPlaces } from "@/lib/db/sources/running-imports"
import { markFilesRemoved } from "@/lib/db/memory-files/store-files"
import {
  addMigration,
  addMigrationWrites,
  transferEntryData,
  type KeptEntry,
  type NewMigrationWrite,
} from "@/lib/db/layout-migrations"
import type { Actor } from "@/lib/memory/teams/actor"
import { type MigratedEntry, migratedEntryOf } from "@/lib/memory/migration/category-to-agents"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { storeRevisions, type FileChange } from "../reverts/store-revisions"
import { type LockedFile, storedFormat } from "../writing/revise-head"
import type { CategoryPlan, MigratedFile } from "./category-plan"
import { type MigrationPlan, type MigrationRequest, planMigration } from "./plan"
import { migrationRequest, countMigration, migratedEntryView, filesOf } from "./migrations"
import { wanted } from "./migration-outputs"

export const runMigration = operation({
  name: "migration.run",
  summary:
    "Migrate categories to another layout as previewed. Either all files change, in one step that can be undone, or none do.",
  method: "POST",
  path: "/migrations",
  right: "curate",
  version: { base: "shown" },
  input: z.object({
    ...wanted,
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send the hash from the preview"),
    reason: z.string().trim().max(500).default("Migrated"),
  }),
  output: z.object({ migration: z.string(), files: z.number(), entries: z.number() }),
  async run(actor, { shown, reason, ...input }) {
    const request = await migrationRequest(actor, input)
    if (!request.ok) return request
    const now = new Date()
    const plan = await planMigration(actor, request.value, now)
    if (!plan.ok) return plan
    const stops = whyNotRun(plan.value, shown)
    return stops ?? carryOut(actor, request.value, { seen: plan.value, shown, reason, now })
  },
})

const STALE = refused(
  "stale",
  "a file has changed since the preview, so nothing was written. Preview again before migrating",
)

function whyNotRun({ problems, shown: is }: MigrationPlan, shown: string) {
  const [first] = problems
  if (first)
    return refused(
      "conflict",
      `${first.path}: ${first.message}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ""}`,
      { problems: problems.slice(0, 100).map((one) => ({ ...one })) },
    )
  return is === shown ? null : STALE
}

/**
 * Maximum number of paths locked one by one. A transaction has a limited number of locks, so larger
 * migrations lock all memory of the team.
 */
const MOST_PLACES = 1000

interface MigrationRun {
  /** Plan that was made before the files were locked. */
  readonly seen: MigrationPlan
  readonly shown: string
  readonly reason: string
  readonly now: Date
}

interface MigrationResult {
  readonly migration: string
  readonly files: number
  readonly entries: number
}

function carryOut(
  actor: Actor,
  request: MigrationRequest,
  { seen, shown, reason, now }: MigrationRun,
): Promise<Outcome<MigrationResult>> {
  const { project, to } = request
  const { id: teamId } = request.team
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: MigrationResult) => ({
      kind: "migration.run",
      teamId,
      subject: project.slug,
      detail: {
        migration: value.migration,
        from: seen.from,
        to,
        categories: seen.categories.length,
        files: value.files,
      },
    }),
    async (tx) => {
      const places = filesOf(seen).map(({ path }) => `${project.name}/${path}`)
      if (places.length > MOST_PLACES) await lockMemory(tx, teamId)
      else await lockPlaces(tx, teamId, places)
      const plan = await planMigration(actor, request, now, tx)
      if (!plan.ok) return plan
      const stops = whyNotRun(plan.value, shown)
      if (stops) return stops
      const sums = countMigration(plan.value)
      const migration = await addMigration(tx, teamId, {
        projectId: project.id,
        from: plan.value.from,
        to,
        categories: plan.value.categories.map(({ category }) => category.slug),
        counts: sums,
        reason,
        by,
      })
      for (const category of plan.value.categories) {
        const stored = await storeCategory(tx, teamId, {
          plan: category,
          project,
          migration,
          by,
          reason,
          now,
        })
        if (!stored.ok) return stored
      }
      return done({ migration, files: sums.files, entries: sums.entries })
    },
  )
}

interface CategoryWriting {
  readonly plan: CategoryPlan
  readonly project: MigrationRequest["project"]
  readonly migration: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly now: Date
}

async function storeCategory(
  tx: Tx,
  teamId: string,
  { plan, project, migration, by, reason, now }: CategoryWriting,
): Promise<Outcome<null>> {
  const writing = plan.files.filter(({ becomes }) => becomes !== "same")
  const goes = writing.filter(({ becomes }) => becomes === "removed")
  const stays = writing.filter(({ becomes }) => becomes !== "removed")
  const agents = new Map(plan.category.agents.map(({ name, id }) => [name, id]))
  const files = stays.map((file): PlannedWrite => ({
    planned: file,
    standing: file.standing ?? newStanding(file, plan, project, agents),
    next: file.next === null ? null : { text: file.next.text, ids: file.next.ids.map((id) => id ?? newId()) },
    present: file.becomes === "made" && file.standing !== null ? true : null,
  }))
  const [where, from] = [placesOf(stays), placesOf(goes)]
  const stored = await storeRevisions(tx, teamId, files, {
    reason: `Migrated from ${from}: ${reason}`.slice(0, 500),
    by,
    turn: `Migrated from ${from}`,
    now,
  })
  if (!stored.ok) return stored
  await markFilesRemoved(
    tx,
    teamId,
    goes.flatMap(({ standing }) => (standing ? [standing.head.id] : [])),
    { reason: `Migrated to ${where}`, runId: null },
  )
  const became = becameBy(files, plan)
  const keptEntries = ({ entries }: MigratedFile) =>
    entries.map((entry): KeptEntry => ({
      ...migratedEntryView(entry),
      id: entry.from.id,
      became: became(entry),
    }))
  const written = files.map(({ planned, standing, present }): NewMigrationWrite => ({
    fileId: standing.head.id,
    revision: stored.value.get(standing.head.id) ?? null,
    present,
    entries: keptEntries(planned),
  }))
  const removed = goes.flatMap((file): NewMigrationWrite[] =>
    file.standing
      ? [{ fileId: file.standing.head.id, revision: null, present: false, entries: keptEntries(file) }]
      : [],
  )
  await addMigrationWrites(tx, teamId, migration, [...written, ...removed])
  await transferEntryData(tx, teamId, project.id, renamedEntries(plan, became))
  return done(null)
}

type PlannedWrite = FileChange & { readonly planned: MigratedFile }

/** Returns the entries whose id changes with the migration. */
function renamedEntries(
  { entries }: CategoryPlan,
  became: ReturnType<typeof becameBy>,
): { from: string; to: string }[] {
  return entries.flatMap((entry) => {
    const to = became(entry)
    return entry.from.id !== null && to !== null && to.id !== entry.from.id
      ? [{ from: entry.from.id, to: to.id }]
      : []
  })
}

const placesOf = (files: readonly MigratedFile[]): string =>
  files.length === 1 ? (files[0]?.path ?? "") : `${files.length} agent files`

/** Returns a function that finds the new id and place of an entry, or null if the entry is in no file now. */
function becameBy(
  files: readonly PlannedWrite[],
  { files: all }: CategoryPlan,
): (entry: MigratedFile["entries"][number]) => MigratedEntry | null {
  const known = new Map(
    files.map(({ planned, standing, next }) => [
      planned.path,
      {
        reading: standing.reading,
        text: next?.text ?? standing.head.text,
        ids: next?.ids ?? standing.entries.map(({ id }) => id),
      },
    ]),
  )
  for (const { path, standing, becomes } of all)
    if (becomes === "same" && standing)
      known.set(path, {
        reading: standing.reading,
        text: standing.head.text,
        ids: standing.entries.map(({ id }) => id),
      })
  const read = new Map(
    [...known].map(([path, { reading, text }]) => [path, reading.format.parse(text, reading.path)]),
  )
  return ({ to }) => {
    const [parsed, id] = [read.get(to.path), known.get(to.path)?.ids[to.at]]
    return parsed && typeof id === "string" ? { id, ...migratedEntryOf(parsed, to.at) } : null
  }
}

/** Hash of the empty text: the merge base of a file that was never exchanged with a source. */
const NOTHING = sha256Hex("")

/** Returns the state of a new file before its first revision. */
function newStanding(
  { path, format, agent }: MigratedFile,
  { category }: CategoryPlan,
  project: MigrationRequest["project"],
  agents: ReadonlyMap<string, string>,
): LockedFile {
  const ofCategory = agent === null
  return {
    head: {
      id: newId(),
      projectId: project.id,
      projectName: project.name,
      projectSlug: project.slug,
      agentId: agent === null ? null : (agents.get(agent) ?? null),
      agent,
      optedOut: false,
      categoryId: ofCategory ? category.id : null,
      category: ofCategory ? category.slug : null,
      agentCategory: ofCategory ? null : category.slug,
      sourceId: null,
      sourceKind: null,
      sourceName: null,
      path,
      format,
      role: format === "claude-agent-memory" ? "index" : "memory",
      scope: "project",
      subject: null,
      state: "present",
      revision: 0,
      text: "",
      sha256: NOTHING,
      base: NOTHING,
      lines: 0,
      cut: null,
      limits: { budget: null, lines: null, bytes: null, characters: null, runs: null },
    },
    entries: [],
    reading: { format: storedFormat(format), path },
  }
}
