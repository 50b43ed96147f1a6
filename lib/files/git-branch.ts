import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isAlive } from "./lock.mjs"
import { git, GitRefused, type Repository } from "./git"
import { mapConcurrently } from "./map-concurrently"

/** A file in a commit. */
export interface CommittedFile {
  /** Mode in git's notation: "100644". */
  readonly mode: string
  readonly bytes: Uint8Array
}

/** Returns the current commit of the working tree; null if there is none yet. */
export const headOf = (repository: Repository): Promise<string | null> => commitAt(repository, "HEAD")

/** Returns the commit of a branch; null if the branch does not exist. */
export const branchTip = (repository: Repository, branch: string): Promise<string | null> =>
  commitAt(repository, `refs/heads/${branch}`)

async function commitAt(repository: Repository, name: string): Promise<string | null> {
  const said = await orNull(
    git(repository, ["rev-parse", "--quiet", "--verify", "--end-of-options", `${name}^{commit}`]),
  )
  return said?.toString().trim() || null
}

/** True if a commit is an ancestor of another, or the same. */
export async function isAncestor(repository: Repository, commit: string, other: string): Promise<boolean> {
  return (await orNull(git(repository, ["merge-base", "--is-ancestor", commit, other]))) !== null
}

/** Returns the short name of the branch that is checked out in the working tree; null if none is. */
export async function currentBranch(repository: Repository): Promise<string | null> {
  return (
    (await orNull(git(repository, ["symbolic-ref", "--quiet", "--short", "HEAD"])))?.toString().trim() || null
  )
}

/** Returns the branches that are checked out in any working tree. Callers must not move these. */
export async function branchesInUse(repository: Repository): Promise<Set<string>> {
  const said = await git(repository, ["worktree", "list", "--porcelain"])
  return new Set(
    said
      .toString()
      .split("\n")
      .flatMap((line) =>
        line.startsWith("branch refs/heads/") ? [line.slice("branch refs/heads/".length)] : [],
      ),
  )
}

const PATHS_AT_ONCE = 500

/** Returns the content of a commit at some paths below the repository's folder. Missing paths are left out. */
export async function filesAt(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, CommittedFile>> {
  const found: { path: string; mode: string; id: string }[] = []
  for (let from = 0; from < paths.length; from += PATHS_AT_ONCE) {
    const some = paths.slice(from, from + PATHS_AT_ONCE).map((path) => repository.prefix + path)
    const said = await git(repository, ["ls-tree", "-z", "--full-tree", commit, "--", ...some])
    for (const line of said.toString().split("\0")) {
      const [, mode, kind, id, path] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      if (kind === "blob" && mode && id && path)
        found.push({ path: path.slice(repository.prefix.length), mode, id })
    }
  }
  const bytes = await readBlobs(
    repository,
    found.map((one) => one.id),
  )
  return new Map(
    found.map(({ path, mode, id }) => [path, { mode, bytes: bytes.get(id) ?? new Uint8Array() }]),
  )
}

/**
 * Returns the paths at which a file would replace another file or a folder: a parent folder is a file, or the
 * path is a folder. The value is that file or folder, as a path in the repository.
 */
export async function blockedPaths(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const blocked = new Map<string, string>()
  for (const path of paths) {
    const parts = (repository.prefix + path).split("/")
    const [whole, above] = [
      parts.join("/"),
      parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join("/")),
    ]
    const said = await git(repository, ["ls-tree", "-z", "--full-tree", commit, "--", ...above, whole])
    for (const line of said.toString().split("\0")) {
      const [, kind, found = ""] = /^\d+ (\w+) [0-9a-f]+\t(.*)$/s.exec(line) ?? []
      if ((above.includes(found) && kind !== "tree") || (found === whole && kind === "tree"))
        blocked.set(path, found)
    }
  }
  return blocked
}

/** Returns the content of blobs by id. Missing blobs are left out. */
export async function readBlobs(
  repository: Repository,
  ids: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const texts = new Map<string, Uint8Array>()
  if (ids.length === 0) return texts
  const said = await git(repository, ["cat-file", "--batch"], { input: ids.map((id) => `${id}\n`).join("") })
  for (let at = 0; at < said.length;) {
    const end = said.indexOf(10, at)
    const [id = "", kind, size = "0"] = said.subarray(at, end).toString().split(" ")
    if (kind === "missing") {
      at = end + 1
      continue
    }
    texts.set(id, said.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return texts
}

/**
 * Returns the paths that the repository's ignore rules exclude. Empty for a bare repository, which does not
 * have these rules.
 */
export async function listIgnored(
  repository: Repository,
  folder: string,
  paths: readonly string[],
): Promise<Set<string>> {
  if (repository.bare || paths.length === 0) return new Set()
  // check-ignore does not support literal pathspecs. `./` keeps it from reading a leading colon as magic.
  const said = await orNull(
    git(null, ["-C", folder, "check-ignore", "-z", "--no-index", "--stdin"], {
      input: paths.map((path) => `./${path}\0`).join(""),
      literal: false,
    }),
  )
  return new Set(
    said
      ?.toString()
      .split("\0")
      .map((path) => path.replace(/^\.\//, "")) ?? [],
  )
}

export interface NewCommit {
  readonly parent: string
  /** Files by path below the repository's folder. `bytes` is null for a removed file. */
  readonly files: readonly {
    readonly path: string
    readonly mode: string
    readonly bytes: Uint8Array | null
  }[]
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  readonly at: Date
}

/** Steps of creating a commit and moving its branch, in order. */
export type CommitStep = "blobs kept" | "tree made" | "commit made" | "branch moved"

/**
 * Creates a commit that changes these files of its parent, and returns its id. Only objects are written, with
 * a temporary index: no branch moves, and the working tree and its index are not used.
 */
export async function makeCommit(
  repository: Repository,
  { parent, files, message, author, at }: NewCommit,
  onStep: (step: CommitStep) => void = () => undefined,
): Promise<string> {
  await clearLeftIndexes()
  const folder = await mkdtemp(join(tmpdir(), `${INDEX}${process.pid}-`))
  try {
    const env = { GIT_INDEX_FILE: join(folder, "index") }
    const ids = await mapConcurrently(files, 4, async ({ bytes }) =>
      bytes === null
        ? null
        : (await git(repository, ["hash-object", "-w", "--stdin", "--no-filters"], { input: bytes }))
            .toString()
            .trim(),
    )
    onStep("blobs kept")
    await git(repository, ["read-tree", parent], { env })
    const gone = `0 ${"0".repeat(parent.length)}`
    const lines = files
      .map(
        ({ path, mode }, place) =>
          `${ids[place] ? `${mode} ${ids[place]}` : gone}\t${repository.prefix}${path}\0`,
      )
      .join("")
    await git(repository, ["update-index", "-z", "--index-info"], { env, input: lines })
    const tree = (await git(repository, ["write-tree"], { env })).toString().trim()
    onStep("tree made")
    const when = `${Math.floor(at.getTime() / 1000)} +0000`
    const who = {
      GIT_AUTHOR_NAME: nameOf(author.name),
      GIT_AUTHOR_EMAIL: nameOf(author.email),
      GIT_AUTHOR_DATE: when,
      ...COMMITTER,
      GIT_COMMITTER_DATE: when,
    }
    const commit = (
      await git(repository, ["commit-tree", tree, "-p", parent, "-F", "-"], { env: who, input: message })
    )
      .toString()
      .trim()
    onStep("commit made")
    return commit
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const INDEX = "quarterdeck-index-"

/** Deletes temporary indexes of processes that have ended. */
async function clearLeftIndexes(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(name.slice(INDEX.length).split("-")[0])
    if (name.startsWith(INDEX) && Number.isInteger(pid) && !isAlive(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Creates a branch (`from`: null), or moves it from an expected commit. Throws a GitRefused if the branch has
 * moved.
 */
export async function moveBranch(
  repository: Repository,
  branch: string,
  { to, from }: { to: string; from: string | null },
): Promise<void> {
  const line =
    from === null ? `create refs/heads/${branch} ${to}\n` : `update refs/heads/${branch} ${to} ${from}\n`
  await git(repository, ["update-ref", "-m", "Quarterdeck: write back", "--stdin"], {
    input: line,
    env: COMMITTER,
  })
}

const COMMITTER = { GIT_COMMITTER_NAME: "Quarterdeck", GIT_COMMITTER_EMAIL: "quarterdeck@localhost" }

/** Returns a name without the characters that git does not allow in names; "unknown" if nothing is left. */
const nameOf = (text: string): string => text.replaceAll(/[<>\p{Cc}]/gu, " ").trim() || "unknown"

/** Returns the output; null if git fails. Other errors are rethrown. */
async function orNull(asked: Promise<Buffer>): Promise<Buffer | null> {
  return asked.catch((cause: unknown) => {
    if (cause instanceof GitRefused) return null
    throw cause
  })
}
