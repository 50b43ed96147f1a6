import type { DecidedRevision } from "@/lib/db/sources/write-backs"

/** A decision that is the reason for writing a file, as text for people. */
export interface CommittedDecision {
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
export function messageOf(
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
