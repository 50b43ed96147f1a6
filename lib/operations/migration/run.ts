import { createHash } from "node:crypto"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { lockMemory, lockPlaces } from "@/lib/db/sources/imports"
import { markGone } from "@/lib/db/memory-files/list"
import {
  addMigration,
  addMigrationWrites,
  carryAlong,
  type KeptEntry,
  type NewMigrationWrite,
} from "@/lib/db/migration/migrations"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { type MigratedEntry, becameOf } from "@/lib/memory/migration/spread"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { storeAll, type ToBe } from "../reverts/store"
import { type Standing, storedFormat } from "../writing/revise"
import type { CategoryPlan, PlannedFile } from "./category-plan"
import { type MigrationPlan, type MigrationWanted, planMigration } from "./plan"
import { wantedOf } from "./preview"
import { countsOf, entryView, filesOf } from "./tell"
import { wanted } from "./migration-outputs"

export const runMigration = operation({
  name: "migration.run",
  summary:
    "Migrate categories to another layout as previewed: all files in one change that can be undone, or none.",
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
    const found = await wantedOf(actor, input)
    if (!found.ok) return found
    const now = new Date()
    const { team, wanted: what } = found.value
    const plan = await planMigration(actor, team, what, now)
    if (!plan.ok) return plan
    const stops = whyNotRun(plan.value, shown)
    return stops ?? carryOut(actor, team, { what, seen: plan.value, shown, reason, now })
  },
})

const STALE = refused("stale", "a file changed since the preview: look at it again. Nothing was written")

function whyNotRun({ problems, shown: is }: MigrationPlan, shown: string) {
  const [first] = problems
  if (first)
    return refused(
      "conflict",
      `${first.path}: ${first.message}${problems.length > 1 ? `; and ${problems.length - 1} more` : ""}`,
      { problems: problems.slice(0, 100).map((one) => ({ ...one })) },
    )
  return is === shown ? null : STALE
}

/** The locks of one transaction have a bound. */
const MOST_PLACES = 1000

interface ToCarryOut {
  readonly what: MigrationWanted
  /** As it was planned before its files were held. */
  readonly seen: MigrationPlan
  readonly shown: string
  readonly reason: string
  readonly now: Date
}

interface Carried {
  readonly migration: string
  readonly files: number
  readonly entries: number
}

function carryOut(
  actor: Actor,
  team: VisibleTeam,
  { what, seen, shown, reason, now }: ToCarryOut,
): Promise<Outcome<Carried>> {
  const { id: teamId } = team
  const { project, to } = what
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: Carried) => ({
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
      const plan = await planMigration(actor, team, what, now, tx)
      if (!plan.ok) return plan
      const stops = whyNotRun(plan.value, shown)
      if (stops) return stops
      const sums = countsOf(plan.value)
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

interface ToStore {
  readonly plan: CategoryPlan
  readonly project: MigrationWanted["project"]
  readonly migration: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly now: Date
}

async function storeCategory(
  tx: Tx,
  teamId: string,
  { plan, project, migration, by, reason, now }: ToStore,
): Promise<Outcome<null>> {
  const writing = plan.files.filter(({ becomes }) => becomes !== "same")
  const goes = writing.filter(({ becomes }) => becomes === "removed")
  const stays = writing.filter(({ becomes }) => becomes !== "removed")
  const agents = new Map(plan.category.agents.map(({ name, id }) => [name, id]))
  const files = stays.map((file): ToBe & { readonly planned: PlannedFile } => ({
    planned: file,
    standing: file.standing ?? newStanding(file, plan, project, agents),
    next: file.next === null ? null : { text: file.next.text, ids: file.next.ids.map((id) => id ?? newId()) },
    present: file.becomes === "made" && file.standing !== null ? true : null,
  }))
  const [where, from] = [placesOf(stays), placesOf(goes)]
  const stored = await storeAll(
    tx,
    teamId,
    files,
    { reason: `Migrated from ${from}: ${reason}`.slice(0, 500), by, turn: `Migrated from ${from}` },
    now,
  )
  if (!stored.ok) return stored
  await markGone(
    tx,
    teamId,
    goes.flatMap(({ standing }) => (standing ? [standing.head.id] : [])),
    { reason: `Migrated to ${where}`, runId: null },
  )
  const became = becameBy(files, plan)
  const write = (
    file: PlannedFile,
    id: string,
    revision: number | null,
    present: boolean | null,
  ): NewMigrationWrite => ({
    fileId: id,
    revision,
    present,
    entries: file.entries.map((entry): KeptEntry => ({
      ...entryView(entry),
      id: entry.from.id,
      became: became(entry),
    })),
  })
  await addMigrationWrites(tx, teamId, migration, [
    ...files.map(({ planned, standing, present }) =>
      write(planned, standing.head.id, stored.value.get(standing.head.id) ?? null, present),
    ),
    ...goes.flatMap((file) => (file.standing ? [write(file, file.standing.head.id, null, false)] : [])),
  ])
  await carryAlong(
    tx,
    teamId,
    project.id,
    plan.entries.flatMap((entry) => {
      const to = became(entry)
      return entry.from.id !== null && to !== null && to.id !== entry.from.id
        ? [{ from: entry.from.id, to: to.id }]
        : []
    }),
  )
  return done(null)
}

const placesOf = (files: readonly PlannedFile[]): string =>
  files.length === 1 ? (files[0]?.path ?? "") : `${files.length} files of its agents`

/** What each entry is where it stands since. */
function becameBy(
  files: readonly (ToBe & { readonly planned: PlannedFile })[],
  { files: all }: CategoryPlan,
): (entry: PlannedFile["entries"][number]) => MigratedEntry | null {
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
    return parsed && typeof id === "string" ? { id, ...becameOf(parsed, to.at) } : null
  }
}

/** Of no bytes: such a file was never exchanged with a source. */
const NOTHING = createHash("sha256").update("").digest("hex")

/** A file that is not there yet, as its first revision is written on. */
function newStanding(
  { path, format, agent }: PlannedFile,
  { category }: CategoryPlan,
  project: MigrationWanted["project"],
  agents: ReadonlyMap<string, string>,
): Standing {
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
