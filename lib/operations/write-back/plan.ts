import { visibilityOf } from "@/lib/memory/teams/visibility"
import { realpath } from "node:fs/promises"
import { hostname } from "node:os"
import type { SourceRow, WriteWay } from "@/lib/db/sources/write-backs"
import { type Repository, GitMissing, GitRefused, repositoryAt } from "@/lib/files/git"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { joinNames } from "@/lib/memory/text/sentence"
import { isAllowedDirectory } from "@/lib/db/sources/sources"
import { planDirectory } from "./plan-directory"
import { type Parent, parentFor, planBranch, type PlannedInGit } from "./plan-branch"
import {
  type PendingWrite,
  waitingFor,
  leaveUnchanged,
  type PlannedWrite,
  removal,
  withoutClashes,
} from "./pending-writes"
import { sha256Hex, sha256OfJson } from "@/lib/files/sha256"

/** A way to write back. `why`: the reason if it is not available, or null. */
export interface Way {
  readonly way: WriteWay
  readonly why: string | null
}

/** The planned effect of a write-back by one way. */
export interface WriteBackPlan {
  readonly source: SourceRow
  readonly way: WriteWay
  readonly ways: readonly Way[]
  readonly files: readonly (PlannedWrite & { readonly mode?: string })[]
  /** Hash of everything that the plan depends on. */
  readonly shown: string
  readonly root: string | null
  readonly git: { readonly repository: Repository; readonly parent: Parent } | null
}

/**
 * Plans the write-back of all pending files of a source, by the requested way or the first available one.
 * Does not read the target if the way is not available.
 */
export async function planWriteBack(
  actor: Actor,
  teamId: string,
  source: SourceRow,
  asked?: WriteWay,
): Promise<WriteBackPlan> {
  const [waiting, reach] = await Promise.all([
    waitingFor(visibilityOf(actor, teamId), source),
    writeBackReach(actor, source),
  ])
  const git = await inGit(teamId, { source, waiting, reach, afresh: asked === "patch" || asked === "zip" })
  const ways: Way[] = [
    { way: "branch", why: "why" in git ? git.why : null },
    { way: "directory", why: "why" in reach.directory ? reach.directory.why : null },
    { way: "patch", why: null },
    { way: "zip", why: null },
  ]
  const way = asked ?? ways.find((one) => one.why === null)?.way ?? "patch"
  const root = "root" in reach.directory ? reach.directory.root : null
  const closed = ways.some((one) => one.way === way && one.why !== null)
  const files = closed ? [] : withoutClashes(await planBy(way, { teamId, source, waiting, root, git }))
  const parent = way === "branch" && "parent" in git ? git.parent.commit : null
  return {
    source,
    way,
    ways,
    files,
    shown: shownOf(way, parent, files),
    root,
    git: "parent" in git ? git : null,
  }
}

/**
 * Returns the planned files at these paths, or all without paths. Refuses if the plan has no file at one of
 * the paths.
 */
export function chooseFiles(
  { source, files }: WriteBackPlan,
  paths: readonly string[] | undefined,
): Outcome<WriteBackPlan["files"]> {
  if (paths === undefined) return done(files)
  const unknown = paths.filter((path) => !files.some(({ file }) => file.place === path))
  return unknown.length > 0
    ? refused(
        "invalid",
        `paths: no changes to write to ${source.name} in ${joinNames(unknown)}. Preview again`,
      )
    : done(files.filter(({ file }) => paths.includes(file.place)))
}

type InGit =
  | { readonly repository: Repository; readonly parent: Parent; readonly files: readonly PlannedInGit[] }
  | { readonly why: string }

/**
 * Returns the plan with git, or the reason why git cannot be used. `afresh`: compares with HEAD and ignores
 * branches that are not merged.
 */
async function inGit(
  teamId: string,
  {
    source,
    waiting,
    reach,
    afresh,
  }: { source: SourceRow; waiting: readonly PendingWrite[]; reach: WriteBackReach; afresh: boolean },
): Promise<InGit> {
  if ("why" in reach.branch) return reach.branch
  const { repository, root } = reach.branch
  const parent = await parentFor(teamId, source, repository, { afresh })
  if (parent === null)
    return { why: "the git repository has no commits yet. Make a commit, or write to the directory" }
  const files = await planBranch({ teamId, source, repository, root, parent }, waiting)
  const [known, standing] = [
    files.filter(({ file }) => !file.madeHere),
    files.filter((one) => one.standing !== "problem"),
  ]
  // Files that were created here do not show whether git tracks the others.
  const kept = waiting.length === 0 || standing.some(({ file }) => known.length === 0 || !file.madeHere)
  return kept
    ? { repository, parent, files }
    : { why: "git tracks none of these files. Write to the directory, or add them to git yourself" }
}

interface Looked {
  readonly teamId: string
  readonly source: SourceRow
  readonly waiting: readonly PendingWrite[]
  readonly root: string | null
  readonly git: InGit
}

/**
 * Plans by one way. A patch is made for git if git can be used. A download is made for the directory if it
 * can be read.
 */
async function planBy(
  way: WriteWay,
  { teamId, source, waiting, root, git }: Looked,
): Promise<readonly (PlannedWrite & { mode?: string })[]> {
  const inDirectory = () =>
    root === null ? null : planDirectory({ teamId, source, root, download: way !== "directory" }, waiting)
  const inCommit = "files" in git ? git.files : null
  switch (way) {
    case "branch":
      return inCommit ?? []
    case "directory":
      return (await inDirectory()) ?? []
    case "patch":
      return inCommit ?? (await inDirectory()) ?? waiting.map((file) => asAgreed(file, way))
    case "zip":
      return ((await inDirectory()) ?? inCommit ?? waiting.map((file) => asAgreed(file, way))).map((one) =>
        one.standing === "remove"
          ? { ...one, reason: "a zip file cannot remove files. Remove this file in the source yourself" }
          : one,
      )
  }
}

/** Plans a file whose source cannot be read. Assumes that the source has the merge base. */
function asAgreed(file: PendingWrite, way: "patch" | "zip"): PlannedWrite {
  if (file.goes)
    return file.agreed === null
      ? leaveUnchanged(
          file,
          "problem",
          "the file's text in the source is unknown. Remove this file in the source yourself",
        )
      : removal(file, { source: "", before: file.agreed, agreed: true })
  if (file.madeHere)
    return { file, standing: "make", reason: null, before: null, after: file.text, seen: null }
  if (file.agreed === null && way === "patch")
    return leaveUnchanged(
      file,
      "problem",
      "the file's text in the source is unknown. Download the files instead",
    )
  return { file, standing: "write", reason: null, before: file.agreed, after: file.text, seen: file.base }
}

function shownOf(way: WriteWay, parent: string | null, files: readonly PlannedWrite[]): string {
  const seen = files.map(({ file, standing, seen: target, after }) => [
    file.id,
    file.place,
    standing,
    file.sha256,
    file.base,
    target,
    sha256Hex(after),
  ])
  return sha256OfJson([way, parent, seen])
}

/** The directory and the git repository of a source, each with the reason if it cannot be used. */
interface WriteBackReach {
  readonly directory: { readonly root: string } | { readonly why: string }
  readonly branch: { readonly root: string; readonly repository: Repository } | { readonly why: string }
}

async function writeBackReach(actor: Actor, source: SourceRow): Promise<WriteBackReach> {
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
    ? { why: "a bare repository has no working tree to write to. Commit to one of its branches" }
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
    ? `${name} is on another computer, so Quarterdeck cannot write to it. Download a patch or the files`
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
