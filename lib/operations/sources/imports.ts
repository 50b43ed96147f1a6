import { visibilityOf } from "@/lib/memory/teams/visibility"
import { isAbsolute } from "node:path"
import { z } from "zod"
import { findRun, listItems } from "@/lib/db/sources/import-runs"
import { ITEM_STATUSES } from "@/lib/db/sources/running-imports"
import { isAllowedDirectory } from "@/lib/db/sources/sources"
import { projectBound, type VisibleTeam } from "@/lib/db/teams/teams"
import { bufferSource } from "@/lib/files/archive/archive-source"
import { Spool } from "@/lib/files/archive/encrypted-upload"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { FORMAT_IDS } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { startImport as begin } from "../import/background"
import { takeArchive, takeDirectory } from "../import/read-source"
import { MISSING_ID } from "../import/source-facts"
import { openImport, receiveFiles } from "../import/collect"
import { placeItems, takeItems } from "../import/file-assignments"
import { discardImport, planImport as plan } from "../import/plan/plan"
import { previewImport } from "../import/plan/preview"
import {
  requestedRules,
  expectedFinding,
  importEstimate,
  importItem,
  type ImportItemView,
  importRun,
  itemView,
  teamIds,
  viewImportRun,
} from "../import/import-outputs"
import { importIntoOtherTeams, otherTeamIds } from "../import/team-ids-in-paths"
import { estimatePreview, estimateRun } from "../import-estimate/estimator"
import { operation } from "../operation"
import { cursorOf, nextOutput, readCursor } from "../infra/paging"
import { projectOf, inTeam, writableTeam } from "../teams/team-and-project"
import { rulesOfOffer, teamIdInput } from "./team-id-choices"
import { syncPlace, type SyncPlace } from "../sync/synced-folder"

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be the SHA-256 of the bytes in hexadecimal")
const refusedFile = z.object({
  path: z.string(),
  size: z.number(),
  status: z.enum(["left-alone", "set-aside"]),
  reason: z.string(),
})
const runInput = z.object({ team: z.string(), run: z.string() })

const fileContents = z.array(z.object({ path: z.string(), content: z.base64() }))

const offerInput = z.object({
  team: z.string().optional(),
  project: z.string().min(1).max(200).optional(),
  source: z.object({ kind: z.enum(["upload", "client"]), name: z.string().min(1).max(1000) }),
  complete: z.boolean().default(true),
  sync: z
    .boolean()
    .optional()
    .describe(
      "True for a synced source: files that were never exchanged with it are merged or open a conflict, but are never replaced",
    ),
  takenAs: requestedRules.optional(),
  teamIds: teamIdInput.optional(),
  files: z.array(
    z.object({
      path: z.string().min(1),
      size: z.number().int().nonnegative(),
      sha256: sha256.optional(),
      modifiedAt: z.coerce.date().optional(),
    }),
  ),
  refused: z.array(refusedFile).default([]),
})

export const openImportRun = operation({
  name: "import.open",
  summary:
    "Submit a source's file list (path, size and hash). Returns the files whose contents need to be uploaded.",
  method: "POST",
  path: "/imports",
  right: "sync",
  unguarded: ["files", "refused"], // A secret in a name is masked, and the import continues.
  input: offerInput,
  output: z.object({ run: z.string(), team: z.string(), wanted: z.array(z.string()) }),
  async run(actor, input) {
    const wrong = wrongPath(input)
    if (wrong !== null) return wrong
    const place = await importPlace(actor, input)
    if (!place.ok) return place
    const { team, bound } = place.value
    const rules = await rulesOfOffer(actor, { asked: input.teamIds, own: team }, input)
    if (!rules.ok) return rules
    const opened = await openImport(actor, {
      ...input,
      takenAs: rules.value,
      teamId: team.id,
      projectName: bound?.name ?? input.project ?? null,
      sync: projectBound(actor) !== null || input.sync === true,
    })
    return opened.ok ? done({ ...opened.value, team: team.slug }) : opened
  },
})

/**
 * Returns the project of an import, and whether the import is a sync. An actor that is bound to a project
 * always syncs.
 */
const importScope = (
  bound: SyncPlace["bound"],
  input: { readonly project?: string | undefined; readonly sync?: boolean | undefined },
) => ({ projectName: bound?.name ?? input.project ?? null, sync: bound !== null || input.sync === true })

/** Returns the team to import into, and the project if the actor is bound to one. */
async function importPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<{ team: VisibleTeam; bound: SyncPlace["bound"] }>> {
  const place = projectBound(actor) === null ? null : await syncPlace(actor, named)
  if (place?.ok === false) return place
  if (place?.value.team) return done({ team: place.value.team, bound: place.value.bound })
  const team = await writableTeam(actor, "sync", named.team)
  return team.ok ? done({ team: team.value, bound: place?.value.bound ?? null }) : team
}

export const previewImportRun = operation({
  name: "import.preview",
  summary:
    "Preview an import without writing anything: every file, and which contents are needed. If you send contents, only those files are previewed. If you send contents in several parts, include every MEMORY.md in each part.",
  method: "POST",
  path: "/imports/preview",
  right: "sync",
  unguarded: ["files", "refused", "contents"],
  input: offerInput.extend({ contents: fileContents.default([]) }),
  output: z.object({
    team: z.string().nullable().describe("Null if an import would create the team"),
    items: z.array(importItem),
    wanted: z.array(z.string()),
    teamIds,
    expected: z.array(expectedFinding).describe("The Inbox items that the returned files would create"),
    isPartial: z.boolean().describe("True if not all entries were compared with each other"),
  }),
  async run(actor, input) {
    const wrong = wrongPath(input)
    if (wrong !== null) return wrong
    const place = await syncPlace(actor, input)
    if (!place.ok) return place
    const { team, bound } = place.value
    const own = team ?? { id: MISSING_ID, slug: MISSING_ID, name: input.team ?? "Main" }
    const teamId = own.id
    const rules = await rulesOfOffer(actor, { asked: input.teamIds, own }, input)
    if (!rules.ok) return rules
    const preview = await previewImport(
      { ...input, takenAs: rules.value, teamId, ...importScope(bound, input) },
      bytesOf(input.contents),
    )
    if (!preview.ok) return preview
    const { items, wanted, present, planned } = preview.value
    const source = input.source.name
    const { expected, isPartial } = await estimatePreview({ teamId, source, items, present, planned })
    return done({
      items,
      wanted,
      team: team?.slug ?? null,
      teamIds: otherTeamIds(items, own, preview.value),
      expected: [...expected],
      isPartial,
    })
  },
})

export const sendImportFiles = operation({
  name: "import.send",
  summary: "Upload the requested file contents, a few megabytes at a time.",
  method: "PUT",
  path: "/imports/{run}/files",
  right: "sync",
  unguarded: ["files"],
  input: runInput.extend({ files: fileContents }),
  output: z.object({ received: z.number() }),
  run: (actor, input) =>
    inRun(actor, input, async (team) => {
      const received = await receiveFiles(actor, team.id, input.run, bytesOf(input.files))
      return received.ok ? done({ received: received.value }) : received
    }),
})

export const planImportRun = operation({
  name: "import.plan",
  summary: "Parse the uploaded files and return the plan, without writing to memory.",
  method: "POST",
  path: "/imports/{run}/plan",
  right: "sync",
  input: runInput,
  output: importRun,
  run: (actor, input) =>
    inRun(actor, input, async (team) => {
      const planned = await plan(actor, team.id, input.run)
      return planned.ok ? viewImportRun(team, input.run) : planned
    }),
})

export const estimateImportRun = operation({
  name: "import.estimate",
  summary: "Estimate how many Inbox items a planned run would create, by kind, without writing anything.",
  method: "GET",
  path: "/imports/{run}/estimate",
  right: "read",
  input: runInput,
  output: importEstimate,
  run: (actor, input) =>
    visibleRun(actor, input, async (team) => {
      const run = await findRun(visibilityOf(actor, team.id), input.run)
      if (run?.state !== "planned")
        return refused(
          "conflict",
          run
            ? `only a planned import can be estimated. The state of this import is "${run.state}"`
            : "this import is no longer available",
        )
      const { kinds, ...estimate } = await estimateRun(visibilityOf(actor, team.id), run)
      return done({ ...estimate, kinds: [...kinds] })
    }),
})

export const importDirectory = operation({
  name: "import.directory",
  summary: "Plan an import from a server directory that the owner has allowed.",
  method: "POST",
  path: "/imports/directory",
  right: "sync",
  input: z.object({
    team: z.string().optional(),
    project: z.string().min(1).max(200).optional(),
    directory: z.string().min(1),
  }),
  output: importRun,
  async run(actor, input) {
    const team = await writableTeam(actor, "sync", input.team)
    if (!team.ok) return team
    if (!isAbsolute(input.directory))
      return refused("invalid", `${input.directory} is not an absolute path on the server`)
    if (!can(actor, "own", { teamId: null }) && !(await isAllowedDirectory(input.directory))) {
      return refused(
        "forbidden",
        `${input.directory} is not an allowed directory. Ask the owner to allow it, or upload the folder here`,
      )
    }
    const taken = await takeDirectory(actor, {
      teamId: team.value.id,
      projectName: input.project ?? null,
      directory: input.directory,
    })
    if (!taken.ok) return taken
    const planned = await plan(actor, team.value.id, taken.value)
    return planned.ok ? viewImportRun(team.value, taken.value) : planned
  },
})

export const importArchive = operation({
  name: "import.archive",
  summary: "Plan an import from a zip, tar or tar.gz archive. The request body is the archive.",
  method: "POST",
  path: "/imports/archive",
  right: "sync",
  input: z.object({
    team: z.string().optional(),
    project: z.string().min(1).max(200).optional(),
    name: z.string().min(1).max(300),
    archive: z.union([z.instanceof(Uint8Array), z.custom<Spool>((value) => value instanceof Spool)]),
  }),
  output: importRun,
  async run(actor, input) {
    const team = await writableTeam(actor, "sync", input.team)
    if (!team.ok) return team
    const taken = await takeArchive(actor, {
      teamId: team.value.id,
      projectName: input.project ?? null,
      name: input.name,
      archive: input.archive instanceof Spool ? input.archive : bufferSource(input.archive),
    })
    if (!taken.ok) return taken
    const planned = await plan(actor, team.value.id, taken.value)
    return planned.ok ? viewImportRun(team.value, taken.value) : planned
  },
})

export const placeImportItems = operation({
  name: "import.place",
  summary: "Change the project, agent or category of planned files, or exclude them.",
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
  run: (actor, input) =>
    inTeam(actor, "sync", input.team, async (team) => {
      const placed = await placeItems(actor, team.id, input)
      return placed.ok ? done({ placed: placed.value }) : placed
    }),
})

export const takeImportItems = operation({
  name: "import.take",
  summary:
    "Import ignored files from a planned run as memory in a given format. The source remembers this choice. Files whose contents are unknown are imported next time.",
  method: "POST",
  path: "/imports/{run}/take",
  right: "sync",
  unguarded: ["files"],
  input: runInput.extend({
    paths: z.array(z.string().min(1).max(1_500)).min(1).max(1_000),
    format: z.enum(FORMAT_IDS),
    files: fileContents.default([]).describe("Contents of these files, if the client has them"),
  }),
  output: z.object({ taken: z.number(), waiting: z.array(z.string()) }),
  run: (actor, input) =>
    inTeam(actor, "sync", input.team, (team) =>
      takeItems(actor, team.id, { ...input, files: bytesOf(input.files) }),
    ),
})

export const startImportRun = operation({
  name: "import.start",
  summary: "Start a run, whether planned or not. Repeat the call to get its progress.",
  method: "POST",
  path: "/imports/{run}/start",
  right: "sync",
  input: runInput,
  output: importRun,
  run: (actor, input) =>
    inRun(actor, input, async (team) => {
      const handedOver = await importIntoOtherTeams(actor, team.id, input.run)
      if (!handedOver.ok) return handedOver
      const started = await begin(actor, team.id, input.run)
      return started.ok ? viewImportRun(team, input.run) : started
    }),
})

export const cancelImportRun = operation({
  name: "import.cancel",
  summary: "Cancel a run. Stored files are kept.",
  method: "POST",
  path: "/imports/{run}/cancel",
  right: "sync",
  input: runInput,
  output: importRun,
  run: (actor, input) =>
    inRun(actor, input, async (team) => {
      const run = await findRun(visibilityOf(actor, team.id), input.run)
      if (!run) return refused("not-found", "import not found")
      const cancelled = await discardImport(actor, team.id, run.id, run.sourceName)
      return cancelled.ok ? viewImportRun(team, input.run) : cancelled
    }),
})

export const showImportRun = operation({
  name: "import.show",
  summary: "Show a run: state, counts and progress.",
  method: "GET",
  path: "/imports/{run}",
  right: "read",
  input: runInput,
  output: importRun,
  run: (actor, input) => visibleRun(actor, input, (team) => viewImportRun(team, input.run)),
})

export const listImportItems = operation({
  name: "import.items",
  summary: "List the files in a run by path, page by page.",
  method: "GET",
  path: "/imports/{run}/items",
  right: "read",
  input: runInput.extend({
    status: z.enum(ITEM_STATUSES).optional(),
    after: z.string().max(8_000).optional(),
    limit: z.coerce.number().int().min(1).max(5000).default(500),
  }),
  output: z.object({ items: z.array(importItem), next: nextOutput }),
  run: (actor, input) =>
    visibleRun(actor, input, async (team) => {
      const after = readCursor(input.after, z.tuple([z.string()]))
      if (!after.ok) return after
      const rows = await listItems(visibilityOf(actor, team.id), input.run, {
        status: input.status,
        after: after.value?.[0],
        take: input.limit,
      })
      const last = rows.length === input.limit ? rows.at(-1) : undefined
      const items = rows.map((row) =>
        itemView({
          ...row,
          status: row.status as ImportItemView["status"],
          diagnostics: row.diagnostics as ImportItemView["diagnostics"],
        }),
      )
      return done({ items, next: last ? cursorOf(last.path) : null })
    }),
})

/**
 * Calls `work` if the actor may continue the run: a run that the actor opened, or any run for a lead of the
 * team. A token that is bound to a project may continue only runs of that project. Refuses otherwise.
 */
async function inRun<T>(
  actor: Actor,
  { team: reference, run }: z.output<typeof runInput>,
  work: (team: VisibleTeam) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const bound = projectBound(actor) === null ? null : await syncPlace(actor, { team: reference })
  if (bound?.ok === false) return bound
  return inTeam(actor, bound === null ? "sync" : "read", reference, async (team) => {
    const found = await findRun(visibilityOf(actor, team.id), run)
    if (
      bound !== null &&
      (found === null || found.projectName !== bound.value.bound?.name || bound.value.team?.id !== team.id)
    )
      return refused("not-found", "import not found")
    const own = found === null || (found.by.kind === actor.kind && found.by.id === actor.id)
    return own || can(actor, "curate", { teamId: team.id })
      ? work(team)
      : refused(
          "forbidden",
          `${found.by.name} started this import. Ask them or a lead of the team to continue it`,
        )
  })
}

/**
 * Calls `work` if the actor may see the run. A token that is bound to a project cannot see a run with files
 * of any project. Refuses otherwise.
 */
function visibleRun<T>(
  actor: Actor,
  { team: reference, run }: z.output<typeof runInput>,
  work: (team: VisibleTeam) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTeam(actor, "read", reference, async (team) => {
    const [found, bound] = [
      await findRun(visibilityOf(actor, team.id), run),
      projectBound(actor) === null ? null : await projectOf(actor, team.id, undefined),
    ]
    const visible =
      bound === null || (bound.ok && bound.value !== null && found?.projectName === bound.value.name)
    return found && visible ? work(team) : refused("not-found", "import not found")
  })
}

const bytesOf = (files: z.output<typeof fileContents>) =>
  files.map(({ path, content }) => ({ path, bytes: Buffer.from(content, "base64") }))

/** Returns a refusal for an offer with a path outside its source, or null. */
function wrongPath({ files }: { readonly files: readonly { readonly path: string }[] }) {
  const wrong = files.find((file) => !isInside(file.path))
  return wrong === undefined
    ? null
    : refused(
        "invalid",
        `${JSON.stringify(wrong.path)} is not a path inside the source. Use forward slashes, no ".." and no leading slash`,
      )
}

/** True if a path is relative, has forward slashes, and has no empty, "." or ".." part and no NUL. */
function isInside(path: string): boolean {
  return (
    !path.startsWith("/") &&
    !/^[a-z]:[\\/]/i.test(path) &&
    !path.includes("\0") &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  )
}
