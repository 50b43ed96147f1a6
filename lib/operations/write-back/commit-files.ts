import { commit } from "@/lib/db/infra/commit"
import { findPerson } from "@/lib/db/teams/people"
import { noteWriteBack, type WrittenFile, type DecidedRevision } from "@/lib/db/sources/write-backs"
import type { Repository } from "@/lib/files/git"
import { branchTip, type CommitStep, makeCommit, moveBranch } from "@/lib/files/git-branch"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Parent } from "./plan-branch"
import { isWritten, type PlannedWrite } from "./pending-writes"

export type BranchStep = CommitStep | "noted"

interface CommitRequest {
  readonly teamId: string
  readonly id: string
  readonly source: string
  readonly repository: Repository
  readonly parent: Parent
  /** Branch to create or continue. */
  readonly branch: string
  readonly decisions: ReadonlyMap<string, readonly CommittedDecision[]>
  readonly now: Date
  readonly onStep: (step: BranchStep) => void
}

/**
 * Creates one commit of all files and moves the branch to it. The commit is stored in the database before the
 * branch moves. After a crash in between, the next write-back continues from the branch, or starts again if
 * the branch does not exist.
 */
export async function commitFiles(
  actor: Actor,
  committing: CommitRequest,
  planned: readonly (PlannedWrite & { readonly mode?: string })[],
  files: WrittenFile[],
): Promise<Outcome<{ branch: string; commit: string } | null>> {
  const { teamId, id, repository, parent, decisions, now, onStep } = committing
  for (const [at, { standing, reason }] of planned.entries())
    files[at] = { ...(files[at] as WrittenFile), status: statusOf(standing), reason }
  const written = planned.filter(isWritten)
  if (written.length === 0) return done(null)
  const made = await makeCommit(
    repository,
    {
      parent: parent.commit,
      author: await authorOf(actor),
      at: now,
      files: written.map(({ file, standing, after, mode = "100644" }) => ({
        path: file.place,
        mode,
        bytes: standing === "remove" ? null : Buffer.from(after),
      })),
      message: messageOf(
        written.map(({ file }) => ({ path: file.place, decisions: decisions.get(file.id) ?? [] })),
      ),
    },
    onStep,
  )
  const branch = parent.branch ?? (await freeName(repository, committing.branch))
  const noted = await commit(
    actor,
    {
      kind: "write-back.commit",
      teamId,
      subject: committing.source,
      detail: { writeBack: id, branch, commit: made },
    },
    async (tx): Promise<Outcome<null>> =>
      (await noteWriteBack(tx, teamId, id, { branch, commit: made, files }))
        ? done(null)
        : refused("conflict", "another write-back of this source took over"),
  )
  if (!noted.ok) return noted
  onStep("noted")
  await moveBranch(repository, branch, { to: made, from: parent.branch === null ? null : parent.commit })
  onStep("branch moved")
  return done({ branch, commit: made })
}

function statusOf(standing: PlannedWrite["standing"]): WrittenFile["status"] {
  if (standing === "remove") return "removed"
  if (isWritten({ standing })) return "written"
  if (standing === "same" || standing === "on-branch") return "same"
  return standing === "conflict" ? "conflict" : "left"
}

/** Returns the author of the commit: the actor's name, and the email address if the actor is a person. */
async function authorOf(actor: Actor): Promise<{ name: string; email: string }> {
  const person = actor.kind === "person" ? await findPerson(actor.id) : null
  return { name: actor.name, email: person?.email ?? "quarterdeck@localhost" }
}

async function freeName(repository: Repository, wanted: string): Promise<string> {
  let name = wanted
  for (let again = 2; (await branchTip(repository, name)) !== null; again += 1) name = `${wanted}-${again}`
  return name
}

/** A decision that is the reason for writing a file, as text for people. */
interface CommittedDecision {
  readonly revision: number
  readonly words: string
  readonly by: string
  readonly at: string
}

/** Returns the decisions behind revisions. Leaves out a decision that was undone, together with its undo. */
export function decisionsOf(revisions: readonly DecidedRevision[]): CommittedDecision[] {
  const standing: DecidedRevision[] = []
  for (const revision of revisions) {
    const undone = /^Undone: “(.+)”$/s.exec(revision.reason)?.[1]
    const taken =
      undone === undefined ? -1 : standing.findLastIndex((one) => one.reason.includes(`“${undone}`))
    if (taken < 0) standing.push(revision)
    else standing.splice(taken, 1)
  }
  return standing.flatMap(({ number, by, at, reason, forgot }) =>
    wordsOf(reason, forgot).map((words) => ({ revision: number, words, by, at: at.toISOString() })),
  )
}

function wordsOf(reason: string, forgot: readonly string[]): string[] {
  const why = reason.replace(/^Forgotten: /, "")
  if (forgot.length > 0)
    return forgot.map(
      (text) =>
        `Forgotten: “${shortened(text)}”${why === reason && !reason.startsWith("Forgotten") ? ` — ${reason}` : ` — ${why}`}`,
    )
  return [reason.replace(/, proposed by ([^,]+)$/, " (proposed by $1)")]
}

const LONGEST = 100

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

const KINDS: readonly (readonly [prefix: RegExp, word: string])[] = [
  [/^(?:Approved|Merged)\b/, "approved"],
  [/^Forgotten\b/, "forgotten"],
  [/^Migrated\b/, "migrated"],
  [/^Resolved\b/, "resolved"],
  [/^Restored\b/, "restored"],
  [/^(?:Undone|Reverted|Taken back)\b/, "undone"],
]

/** Returns the message of a commit: a subject of at most 72 characters and a list of the decisions. */
function messageOf(
  files: readonly { readonly path: string; readonly decisions: readonly CommittedDecision[] }[],
): string {
  const all = files.flatMap((file) => file.decisions.map((one) => ({ ...one, path: file.path })))
  const counts = new Map<string, number>()
  for (const { words } of all) {
    const kind = KINDS.find(([prefix]) => prefix.test(words))?.[1] ?? "edited"
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const what = [...counts].map(([kind, number]) => `${number} ${kind}`).join(", ")
  const subject = `Write back decisions${what === "" ? "" : `: ${what}`}`
  const several = files.length > 1
  const list = all.map(
    ({ words, by, path }) => `- ${oneLine(words)}${several ? ` [${oneLine(path)}]` : ""}, by ${oneLine(by)}`,
  )
  return `${subject.slice(0, 72)}\n${list.length === 0 ? "" : `\n${list.join("\n")}\n`}`
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()
