import { realpath, stat } from "node:fs/promises"
import { isAbsolute, parse } from "node:path"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import * as directories from "@/lib/db/sources/sources"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused, type Refusal } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf } from "../teams/team-of"

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
