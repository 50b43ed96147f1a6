import { realpath, stat } from "node:fs/promises"
import { isAbsolute, parse } from "node:path"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { listRuns } from "@/lib/db/sources/import-runs"
import * as directories from "@/lib/db/sources/sources"
import { listSources as sourcesOf } from "@/lib/db/sources/sources"
import { projectBound } from "@/lib/db/teams/teams"
import { can, type Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused, type Refusal } from "@/lib/memory/inputs/outcome"
import { commit } from "@/lib/db/infra/commit"
import { importRun, summarizeRun } from "../import/import-outputs"
import { operation } from "../operation"
import { nextOutput, pageOf, placeInList, rowsForPage, pageInput } from "../infra/paging"
import { teamOf } from "../teams/team-and-project"
import { countPendingFiles } from "../write-back/pending-writes"

export const listSources = operation({
  name: "source.list",
  summary: "List the sources for a team's memory files, and the latest imports.",
  method: "GET",
  path: "/sources",
  right: "read",
  input: z.object({
    team: z.string(),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .optional()
      .describe("Maximum number of imports (default: 30)"),
    after: placeInList.optional().describe("`next` from the previous page, for older imports"),
  }),
  output: z.object({
    sources: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        name: z.string(),
        files: z.number(),
        gone: z.number(),
        lastImportedAt: z.string().nullable(),
        waiting: z.number(),
        onBranch: z.number(),
      }),
    ),
    runs: z.array(importRun),
    next: nextOutput,
    maySync: z.boolean(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    // A source can have files of any project, so a token that is bound to a project sees none.
    if (projectBound(actor) !== null) return done({ sources: [], runs: [], next: null, maySync: false })
    const page = { limit: input.limit ?? 30, after: input.after }
    const [sources, runs, waiting] = await Promise.all([
      sourcesOf(visibilityOf(actor, team.value.id)),
      listRuns(visibilityOf(actor, team.value.id), rowsForPage(page)),
      countPendingFiles(visibilityOf(actor, team.value.id)),
    ])
    const { rows, next } = pageOf(runs, page)
    const views = await Promise.all(rows.map((run) => summarizeRun(team.value, run)))
    return done({
      sources: sources.map((one) => ({
        ...one,
        waiting: waiting.get(one.id)?.files ?? 0,
        onBranch: waiting.get(one.id)?.onBranch ?? 0,
      })),
      runs: views,
      next,
      maySync: can(actor, "sync", { teamId: team.value.id }),
    })
  },
})

export const listAllowedDirectories = operation({
  name: "directory.list",
  summary: "List the server directories that leads can import.",
  method: "GET",
  path: "/directories",
  right: "sync",
  input: z.object({ team: z.string(), ...pageInput }),
  output: z.object({
    directories: z.array(z.string()),
    next: nextOutput,
    /** True if the actor may change the list and import any directory. */
    mayChange: z.boolean(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "sync", input.team)
    if (!team.ok) return team
    const { rows, next } = pageOf(await directories.listAllowedDirectories(), input)
    return done({ directories: rows, next, mayChange: ownsDeployment(actor) })
  },
})

export const allowDirectory = operation({
  name: "directory.allow",
  summary: "Allow leads to import a server directory and everything in it.",
  method: "POST",
  path: "/directories",
  right: "own",
  input: z.object({ path: z.string().trim().min(1).max(4000) }),
  output: z.object({ path: z.string() }),
  async run(actor, input) {
    if (!ownsDeployment(actor)) return notTheOwner()
    const real = await directoryAt(input.path)
    if (!real.ok) return real
    return commit(actor, { kind: "directory.allow", teamId: null, subject: real.value }, async (tx) =>
      done((await directories.allowDirectory(tx, real.value), { path: real.value })),
    )
  },
})

export const disallowDirectory = operation({
  name: "directory.disallow",
  summary: "Stop leads from importing a server directory. Imported memory is kept.",
  method: "DELETE",
  path: "/directories",
  right: "own",
  input: z.object({ path: z.string().min(1).max(4000) }),
  output: z.object({ path: z.string() }),
  async run(actor, input) {
    if (!ownsDeployment(actor)) return notTheOwner()
    return commit(actor, { kind: "directory.disallow", teamId: null, subject: input.path }, async (tx) =>
      (await directories.disallowDirectory(tx, input.path))
        ? done({ path: input.path })
        : refused("not-found", `${input.path} is not an allowed directory`),
    )
  },
})

/**
 * Returns the directory with resolved links, so that a later link cannot widen the permission. Refuses a
 * missing path, a file and the root directory.
 */
async function directoryAt(path: string): Promise<Outcome<string>> {
  if (!isAbsolute(path))
    return refused("invalid", `${path} is not an absolute path on the server. Use a path like /srv/agents`)
  const real = await realpath(path).catch((cause: NodeJS.ErrnoException) => cause)
  if (real instanceof Error)
    return refused(
      "invalid",
      real.code === "ENOENT"
        ? `${path} does not exist on the server`
        : `${path} cannot be read (${real.code ?? real.message})`,
    )
  if (!(await stat(real)).isDirectory()) return refused("invalid", `${path} is a file. Choose its directory`)
  if (real === parse(real).root)
    return refused(
      "invalid",
      `${path} is the server's root directory. Choose the directory with the memory files`,
    )
  return done(real)
}

function ownsDeployment(actor: Actor): boolean {
  return can(actor, "own", { teamId: null })
}

function notTheOwner(): Refusal {
  return refused(
    "forbidden",
    "only the owner of this deployment can choose which directories can be imported",
  )
}
