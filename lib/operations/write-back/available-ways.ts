import { realpath } from "node:fs/promises"
import { hostname } from "node:os"
import { isAllowedDirectory } from "@/lib/db/sources/sources"
import type { SourceRow } from "@/lib/db/sources/write-backs"
import { GitMissing, GitRefused, type Repository, repositoryAt } from "@/lib/files/git"
import { type Actor, can } from "@/lib/memory/teams/actor"

/** The directory and the git repository of a source, each with the reason if it cannot be used. */
export interface WriteBackReach {
  readonly directory: { readonly root: string } | { readonly why: string }
  readonly branch: { readonly root: string; readonly repository: Repository } | { readonly why: string }
}

export async function writeBackReach(actor: Actor, source: SourceRow): Promise<WriteBackReach> {
  const place = directoryOf(source)
  if (place === null) return { directory: { why: whyFar(source) }, branch: { why: whyFar(source) } }
  const root = await rootOf(actor, place)
  if ("why" in root) return { directory: root, branch: root }
  const repository = await repositoryAt(root.root).catch((cause: unknown) => {
    if (cause instanceof GitMissing || cause instanceof GitRefused) return cause
    throw cause
  })
  if (repository === null) return { directory: root, branch: { why: `${place} is not in a git repository` } }
  if (repository instanceof Error) return { directory: root, branch: { why: repository.message } }
  const directory = repository.bare
    ? { why: "a bare repository has no files to write. Commit to one of its branches" }
    : root
  if (!(await mayReach(actor, repository.commonDir)))
    return {
      directory,
      branch: {
        why: `the repository ${repository.commonDir} is not in an allowed directory. Ask the owner to allow it, or download a patch`,
      },
    }
  return { directory, branch: { ...root, repository } }
}

/**
 * Returns the directory of a source if it is on this machine, else null. The command line reports the machine
 * on which it ran.
 */
function directoryOf({ kind, name }: SourceRow): string | null {
  if (kind === "directory") return name
  const here = `${hostname()}:`
  return kind === "client" && name.startsWith(here) ? name.slice(here.length) : null
}

function whyFar({ kind, name }: SourceRow): string {
  return kind === "client"
    ? `${name} is on the computer that it was imported from. Download a patch or the files`
    : `${name} was uploaded here. Download a patch or the files`
}

async function rootOf(actor: Actor, name: string): Promise<{ root: string } | { why: string }> {
  if (!(await mayReach(actor, name))) {
    const there = await realpath(name).catch(() => null)
    return {
      why:
        there === null
          ? `${name} does not exist. Mount it again, or download a patch`
          : `${name} is not an allowed directory. Ask the owner to allow it, or download a patch`,
    }
  }
  const root = await realpath(name).catch((cause: NodeJS.ErrnoException) => cause)
  if (root instanceof Error)
    return {
      why:
        root.code === "ENOENT"
          ? `${name} does not exist. Mount it again, or download a patch`
          : `${name} cannot be reached (${root.code ?? root.message})`,
    }
  return root === name
    ? { root }
    : { why: `${name} is now a symbolic link to ${root}. Import the memory from there` }
}

async function mayReach(actor: Actor, directory: string): Promise<boolean> {
  return can(actor, "own", { teamId: null }) || isAllowedDirectory(directory)
}
