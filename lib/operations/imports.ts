import { isAbsolute } from "node:path"
import { z } from "zod"
import { isAllowedDirectory, listSources as sourcesOf } from "@/lib/db/sources"
import { countBroken, countFormats, countItems, findRun, listItems, listRuns, type RunSummary } from "@/lib/db/import-runs"
import { ITEM_STATUSES, RUN_STATES } from "@/lib/db/imports"
import { can } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { startImport as begin } from "./import/background"
import { takeArchive, takeDirectory } from "./import/intake"
import { openImport } from "./import/open"
import { placeItems } from "./import/place"
import { discardImport, planImport as plan } from "./import/plan"
import { receiveFiles } from "./import/receive"
import { operation } from "./operation"
import { teamOf, writableTeam } from "./team-of"

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const refusedFile = z.object({ path: z.string(), size: z.number(), status: z.enum(["left-alone", "set-aside"]), reason: z.string() })
const runInput = z.object({ team: z.string(), run: z.string() })

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
  /** Files that were offered, and those stored so far. */
  offered: z.number(),
  bytes: z.number(),
  stored: z.object({ files: z.number(), entries: z.number() }),
  /** `broken`: of the new and changed ones, those of which nothing could be understood. They are stored, and wait in the inbox. */
  files: z.object({ new: z.number(), changed: z.number(), same: z.number(), gone: z.number(), broken: z.number(), leftAlone: z.number(), setAside: z.number() }),
  entries: z.number(),
  byFormat: z.record(z.string(), z.number()),
})
export type ImportRunView = z.output<typeof importRun>

export const openImportRun = operation({
  name: "import.open",
  summary: "Offers the files of a source by path, size and hash; answers which files' bytes are wanted.",
  method: "POST",
  path: "/imports",
  right: "sync",
  input: z.object({
    team: z.string().optional(),
    project: z.string().min(1).max(200).optional(),
    source: z.object({ kind: z.enum(["upload", "client"]), name: z.string().min(1).max(1000) }),
    complete: z.boolean().default(true),
    files: z.array(z.object({ path: z.string().min(1), size: z.number().int().nonnegative(), sha256: sha256.optional(), modifiedAt: z.coerce.date().optional() })),
    refused: z.array(refusedFile).default([]),
  }),
  output: z.object({ run: z.string(), team: z.string(), wanted: z.array(z.string()) }),
  async run(actor, input) {
    const wrong = input.files.find((file) => !isInside(file.path))
    if (wrong) return refused("invalid", `${JSON.stringify(wrong.path)} is not a path inside the source: use forward slashes, no "..", and nothing before the first folder`)
    const team = await writableTeam(actor, "sync", input.team)
    if (!team.ok) return team
    const opened = await openImport(actor, { ...input, teamId: team.value.id, projectName: input.project ?? null })
    return opened.ok ? done({ ...opened.value, team: team.value.slug }) : opened
  },
})

export const sendImportFiles = operation({
  name: "import.send",
  summary: "Sends bytes of wanted files, some megabytes at a time.",
  method: "PUT",
  path: "/imports/{run}/files",
  right: "sync",
  input: runInput.extend({ files: z.array(z.object({ path: z.string(), content: z.base64() })) }),
  output: z.object({ received: z.number() }),
  async run(actor, input) {
    const team = await teamOf(actor, "sync", input.team)
    if (!team.ok) return team
    const files = input.files.map((file) => ({ path: file.path, bytes: Buffer.from(file.content, "base64") }))
    const received = await receiveFiles(actor, team.value.id, input.run, files)
    return received.ok ? done({ received: received.value }) : received
  },
})

export const planImportRun = operation({
  name: "import.plan",
  summary: "Reads what was sent and says what a run would do; writes nothing to memory.",
  method: "POST",
  path: "/imports/{run}/plan",
  right: "sync",
  input: runInput,
  output: importRun,
  async run(actor, input) {
    const team = await teamOf(actor, "sync", input.team)
    if (!team.ok) return team
    const planned = await plan(actor, team.value.id, input.run)
    return planned.ok ? view(team.value, input.run) : planned
  },
})

export const importDirectory = operation({
  name: "import.directory",
  summary: "Plans the import of a directory of the server that the owner has allowed.",
  method: "POST",
  path: "/imports/directory",
  right: "sync",
  input: z.object({ team: z.string().optional(), project: z.string().min(1).max(200).optional(), directory: z.string().min(1) }),
  output: importRun,
  async run(actor, input) {
    const team = await writableTeam(actor, "sync", input.team)
    if (!team.ok) return team
    if (!isAbsolute(input.directory)) return refused("invalid", `${input.directory} is not an absolute path of the server`)
    if (!can(actor, "own", { teamId: null }) && !(await isAllowedDirectory(input.directory))) {
      return refused("forbidden", `${input.directory} is not among the directories that the owner has allowed: ask for it, or drop the folder here`)
    }
    const taken = await takeDirectory(actor, { teamId: team.value.id, projectName: input.project ?? null, directory: input.directory })
    if (!taken.ok) return taken
    const planned = await plan(actor, team.value.id, taken.value)
    return planned.ok ? view(team.value, taken.value) : planned
  },
})

export const importArchive = operation({
  name: "import.archive",
  summary: "Plans the import of a zip; the request's body is the archive.",
  method: "POST",
  path: "/imports/archive",
  right: "sync",
  input: z.object({ team: z.string().optional(), project: z.string().min(1).max(200).optional(), name: z.string().min(1).max(300), archive: z.instanceof(Uint8Array) }),
  output: importRun,
  async run(actor, input) {
    const team = await writableTeam(actor, "sync", input.team)
    if (!team.ok) return team
    const taken = await takeArchive(actor, { teamId: team.value.id, projectName: input.project ?? null, name: input.name, archive: input.archive })
    if (!taken.ok) return taken
    const planned = await plan(actor, team.value.id, taken.value)
    return planned.ok ? view(team.value, taken.value) : planned
  },
})

export const placeImportItems = operation({
  name: "import.place",
  summary: "Changes the project, agent or category of planned files, or leaves them out.",
  method: "PATCH",
  path: "/imports/{run}/items",
  right: "sync",
  input: runInput.extend({
    paths: z.array(z.string()).min(1),
    project: z.string().min(1).max(200).optional(),
    agent: z.string().min(1).max(200).nullable().optional(),
    category: z.string().min(1).max(200).nullable().optional(),
    leaveOut: z.boolean().optional(),
  }),
  output: z.object({ placed: z.number() }),
  async run(actor, input) {
    const team = await teamOf(actor, "sync", input.team)
    if (!team.ok) return team
    const placed = await placeItems(actor, team.value.id, input)
    return placed.ok ? done({ placed: placed.value }) : placed
  },
})

export const startImportRun = operation({
  name: "import.start",
  summary: "Starts a run, planned or not; ask for it again to see its progress.",
  method: "POST",
  path: "/imports/{run}/start",
  right: "sync",
  input: runInput,
  output: importRun,
  async run(actor, input) {
    const team = await teamOf(actor, "sync", input.team)
    if (!team.ok) return team
    const started = await begin(actor, team.value.id, input.run)
    return started.ok ? view(team.value, input.run) : started
  },
})

export const cancelImportRun = operation({
  name: "import.cancel",
  summary: "Ends a run; what it has stored is kept, the rest is left.",
  method: "POST",
  path: "/imports/{run}/cancel",
  right: "sync",
  input: runInput,
  output: importRun,
  async run(actor, input) {
    const team = await teamOf(actor, "sync", input.team)
    if (!team.ok) return team
    const run = await findRun(team.value.id, input.run)
    if (!run) return refused("not-found", "there is no such import")
    const cancelled = await discardImport(actor, team.value.id, run.id, run.sourceName)
    return cancelled.ok ? view(team.value, input.run) : cancelled
  },
})

export const showImportRun = operation({
  name: "import.show",
  summary: "A run: its state, its counts and how far it is.",
  method: "GET",
  path: "/imports/{run}",
  right: "read",
  input: runInput,
  output: importRun,
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    return team.ok ? view(team.value, input.run) : team
  },
})

const diagnostic = z.object({ line: z.number(), column: z.number(), severity: z.enum(["error", "warning", "info"]), code: z.string(), message: z.string() })

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

export const listImportItems = operation({
  name: "import.items",
  summary: "The files of a run in the order of their paths, page by page.",
  method: "GET",
  path: "/imports/{run}/items",
  right: "read",
  input: runInput.extend({ status: z.enum(ITEM_STATUSES).optional(), after: z.string().optional(), limit: z.coerce.number().int().min(1).max(5000).default(500) }),
  output: z.object({ items: z.array(importItem), next: z.string().nullable() }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const rows = await listItems(team.value.id, input.run, { status: input.status, after: input.after, take: input.limit })
    const items = rows.map((row) => ({ ...row, status: row.status as ImportItemView["status"], project: row.projectName, diagnostics: z.array(diagnostic).parse(row.diagnostics) }))
    return done({ items, next: rows.length === input.limit ? (rows.at(-1)?.path ?? null) : null })
  },
})

export const listSources = operation({
  name: "source.list",
  summary: "Where a team's memory files come from, and the latest imports.",
  method: "GET",
  path: "/sources",
  right: "read",
  input: z.object({ team: z.string() }),
  output: z.object({
    sources: z.array(z.object({ id: z.string(), kind: z.string(), name: z.string(), files: z.number(), gone: z.number(), lastImportedAt: z.string().nullable() })),
    runs: z.array(importRun),
    maySync: z.boolean(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const [sources, runs] = await Promise.all([sourcesOf(team.value.id), listRuns(team.value.id, 30)])
    const views = await Promise.all(runs.map((run) => summarize(team.value, run)))
    return done({ sources, runs: views, maySync: can(actor, "sync", { teamId: team.value.id }) })
  },
})

async function view(team: { id: string; slug: string }, runId: string): Promise<Outcome<ImportRunView>> {
  const run = await findRun(team.id, runId)
  return run ? done(await summarize(team, run)) : refused("not-found", "there is no such import")
}

async function summarize(team: { id: string; slug: string }, run: RunSummary): Promise<ImportRunView> {
  const [items, broken, byFormat] = await Promise.all([countItems(team.id, run.id), countBroken(team.id, run.id), countFormats(team.id, run.id)])
  const files = (status: string) => items.find((one) => one.status === status)?.files ?? 0
  const imported = items.filter((one) => ["new", "changed", "same"].includes(one.status))
  return {
    run: run.id, team: team.slug, source: { kind: run.sourceKind, name: run.sourceName }, project: run.projectName, state: run.state, by: run.by.name, error: run.error,
    createdAt: run.createdAt.toISOString(), startedAt: run.startedAt?.toISOString() ?? null, finishedAt: run.finishedAt?.toISOString() ?? null,
    offered: run.files, bytes: run.bytes, stored: { files: run.doneFiles, entries: run.doneEntries },
    files: { new: files("new"), changed: files("changed"), same: files("same"), gone: files("gone"), broken, leftAlone: files("left-alone"), setAside: files("set-aside") },
    entries: imported.reduce((sum, one) => sum + one.entries, 0),
    byFormat,
  }
}

/** Relative, forward slashes, no step up, no NUL. */
function isInside(path: string): boolean {
  return !path.startsWith("/") && !/^[a-z]:[\\/]/i.test(path) && !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
}
