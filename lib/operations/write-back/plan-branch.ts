import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findRevision } from "@/lib/db/memory-files/files"
import { listWriteBacks, type SourceRow, type WriteBackRow } from "@/lib/db/sources/write-backs"
import type { Repository } from "@/lib/files/git"
import {
  blockedPaths,
  branchesInUse,
  branchTip,
  type CommittedFile,
  filesAt,
  headOf,
  listIgnored,
  isAncestor,
} from "@/lib/files/git-branch"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { FolderNames, findWriteTarget } from "@/lib/files/write-file"
import { decode } from "@/lib/formats/decode"
import { mergeFile } from "@/lib/memory/merge/merge-file"
import { readingOf } from "../writing/revise-head"
import { type PendingWrite, leaveUnchanged, type PlannedWrite, removal } from "./pending-writes"
import { sha256Hex } from "@/lib/files/sha256"

/** The commit that a new commit is based on. */
export interface Parent {
  readonly commit: string
  /** Branch of an earlier write-back that is continued. Null if a new branch starts at HEAD. */
  readonly branch: string | null
  /** Earlier write-backs to branches, newest first. */
  readonly earlier: readonly WriteBackRow[]
}

const EARLIER = 50

/**
 * Returns the commit to build on: the tip of the last written branch that is not merged and not checked out,
 * or else HEAD. Null if there is no commit yet. `afresh`: always use HEAD.
 */
export async function parentFor(
  teamId: string,
  source: SourceRow,
  repository: Repository,
  { afresh }: { afresh: boolean },
): Promise<Parent | null> {
  const head = await headOf(repository)
  if (head === null) return null
  const earlier = (
    await listWriteBacks(wholeTeamUnchecked(teamId), source.id, { take: EARLIER, way: "branch" })
  ).filter((one) => one.commit !== null)
  const [last] = earlier
  if (afresh || !last?.branch || !last.commit) return { commit: head, branch: null, earlier }
  const tip = await branchTip(repository, last.branch)
  const goesOn =
    tip !== null &&
    (await isAncestor(repository, last.commit, tip)) &&
    !(await isAncestor(repository, tip, head)) &&
    !(await branchesInUse(repository)).has(last.branch)
  return goesOn ? { commit: tip, branch: last.branch, earlier } : { commit: head, branch: null, earlier }
}

interface Place {
  readonly teamId: string
  readonly source: SourceRow
  readonly repository: Repository
  /** Folder of the source. */
  readonly root: string
  readonly parent: Parent
}

/** A file compared with the parent commit. `mode`: git mode of the file to write. */
export interface PlannedInGit extends PlannedWrite {
  readonly mode: string
}

/**
 * Plans the change of each file in a commit on the parent. Files that git does not track are added only if
 * they were created here.
 */
export async function planBranch(
  { teamId, source, repository, root, parent }: Place,
  waiting: readonly PendingWrite[],
): Promise<PlannedInGit[]> {
  const committed = await filesAt(
    repository,
    parent.commit,
    waiting.map((file) => file.place),
  )
  const strangers = waiting
    .filter((file) => file.madeHere && !committed.has(file.place))
    .map((file) => file.place)
  const blocked = await blockedPaths(repository, parent.commit, strangers)
  const ignored = await listIgnored(
    repository,
    root,
    strangers.filter((place) => !blocked.has(place)),
  )
  const kept = await besideGit(
    root,
    parent,
    waiting.filter((file) => file.goes && !committed.has(file.place)),
  )
  const inParent = new Map<string, boolean>()
  const known = async (commit: string) =>
    inParent.get(commit) ??
    (inParent.set(commit, await isAncestor(repository, commit, parent.commit)),
    inParent.get(commit) as boolean)
  const planned: PlannedInGit[] = []
  for (const file of waiting) {
    const found = committed.get(file.place)
    const agreed = await agreedInGit(teamId, file, parent, known)
    const wrongName = nameProblem(file.place)
    const usual = found
      ? await planAgainst(teamId, { source, file, found, agreed })
      : withoutFile(file, { ignored, blocked, kept })
    const one = wrongName === null ? usual : leaveUnchanged(file, "problem", wrongName)
    const standing = one.standing === "same" && parent.branch !== null ? ("on-branch" as const) : one.standing
    planned.push({
      ...one,
      standing,
      mode: found?.mode ?? "100644",
      ...(standing === "on-branch"
        ? {
            reason: file.goes
              ? `removed on ${parent.branch}, which is not merged yet`
              : `identical on ${parent.branch}, which is not merged yet`,
          }
        : {}),
    })
  }
  return planned
}

/**
 * Returns the ids of files that are still in the folder and that no earlier write-back removed. `files`:
 * files to remove that git does not track.
 */
async function besideGit(
  root: string,
  { earlier }: Parent,
  files: readonly PendingWrite[],
): Promise<Set<string>> {
  const removed = new Set(
    earlier.flatMap((one) =>
      one.files.flatMap(({ fileId, status }) => (status === "removed" ? [fileId] : [])),
    ),
  )
  const names = new FolderNames()
  const found = await Promise.all(
    files
      .filter(({ id }) => !removed.has(id))
      .map(async (file) =>
        (await findWriteTarget(root, file.place, names)).kind === "nothing" ? [] : [file.id],
      ),
  )
  return new Set(found.flat())
}

function withoutFile(
  file: PendingWrite,
  {
    ignored,
    blocked,
    kept,
  }: { ignored: ReadonlySet<string>; blocked: ReadonlyMap<string, string>; kept: ReadonlySet<string> },
): PlannedWrite {
  if (file.goes)
    return kept.has(file.id)
      ? leaveUnchanged(
          file,
          "problem",
          "git does not track this file. Write to the directory, or remove the file there yourself",
        )
      : leaveUnchanged(file, "same", "the file is not in the last commit")
  if (!file.madeHere)
    return leaveUnchanged(
      file,
      "problem",
      "git does not track this file. Write to the directory, or add it to git yourself",
    )
  if (blocked.has(file.place))
    return leaveUnchanged(
      file,
      "problem",
      `the repository has something else at ${blocked.get(file.place)} (a submodule, a link, a file or a folder). Write to the directory instead of a branch, or add the file yourself`,
    )
  if (ignored.has(file.place))
    return leaveUnchanged(
      file,
      "problem",
      "git ignores this path. Write to the directory, or add it to git yourself",
    )
  return { file, standing: "make", reason: null, before: null, after: file.text, seen: null }
}

/**
 * Returns the merge base of a file in git: the text that the newest earlier write-back in the history of the
 * parent wrote, or else the stored merge base.
 */
async function agreedInGit(
  teamId: string,
  file: PendingWrite,
  parent: Parent,
  isKnown: (commit: string) => Promise<boolean>,
): Promise<string | null> {
  for (const { commit, files } of parent.earlier) {
    const written = files.find((one) => one.fileId === file.id && one.status === "written")
    if (!written || commit === null || !(await isKnown(commit))) continue
    const revision = await findRevision(wholeTeamUnchecked(teamId), file.id, written.revision)
    if (revision) return revision.text
  }
  return file.agreed
}

interface Against {
  readonly source: SourceRow
  readonly file: PendingWrite
  readonly found: CommittedFile
  readonly agreed: string | null
}

async function planAgainst(teamId: string, { source, file, found, agreed }: Against): Promise<PlannedWrite> {
  if (found.mode === "120000")
    return leaveUnchanged(
      file,
      "problem",
      "this file is a symbolic link in git. Write to the link's target instead",
    )
  const decoded = decode(found.bytes)
  if (!decoded.ok || decoded.text.startsWith("version https://git-lfs"))
    return leaveUnchanged(
      file,
      "problem",
      "git stores this file in a different form (LFS or binary). Write to the directory instead",
    )
  const before = decoded.text
  const [ours, base, inStore] = [file.text, agreed, file.agreed].map((text) =>
    text === null ? null : asGitKeepsIt(text, before),
  ) as [string, string | null, string | null]
  if (file.goes)
    return removal(file, {
      source: `the last commit of ${source.name}`,
      before,
      agreed: [ours, base, inStore].includes(before),
    })
  if (ours === before) return leaveUnchanged(file, "same", null, before)
  // An import after an earlier write-back is newer than the text of that write-back.
  if (base === before || inStore === before)
    return { file, standing: "write", reason: null, before, after: ours, seen: sha256Hex(found.bytes) }
  const reading = await readingOf(wholeTeamUnchecked(teamId), {
    format: file.format,
    path: file.path,
    sourceId: source.id,
    sourceKind: source.kind,
    sourceName: source.name,
  })
  const merged = base === null ? null : mergeFile(reading, { base, ours, theirs: before })
  if (merged === null)
    return leaveUnchanged(
      file,
      "conflict",
      "the last commit and Quarterdeck changed the same part of the file. Check out that commit in the directory, then import the directory again",
      before,
    )
  if (merged === before) return leaveUnchanged(file, "same", null, before)
  return {
    file,
    standing: "merge",
    reason: "the last commit is newer than the import, so both versions are merged",
    before,
    after: merged,
    seen: sha256Hex(found.bytes),
  }
}

/**
 * Returns a text with the line breaks of the text in git. If git is configured that way, a working tree with
 * CRLF is stored with LF.
 */
function asGitKeepsIt(text: string, kept: string): string {
  return text.includes("\r\n") && !kept.includes("\r\n") && kept.includes("\n")
    ? text.replaceAll("\r\n", "\n")
    : text
}

/**
 * Returns a branch name such as "quarterdeck/2026-11-22-3f9a1c". The same preview gives the same name on the
 * same day.
 */
export const branchName = (shown: string, now: Date): string =>
  `quarterdeck/${now.toISOString().slice(0, 10)}-${shown.slice(0, 6)}`
