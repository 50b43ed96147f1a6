import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"

export const WRITER_KINDS = {
  agent: "Agents",
  session: "Sessions",
  token: "Access tokens",
  person: "People",
  run: "Imports",
} as const

export type WriterKind = keyof typeof WRITER_KINDS

export const KIND_WORD: Record<WriterKind, string> = {
  agent: "agent",
  session: "session",
  token: "access token",
  person: "person",
  run: "import",
}

export type Writer = OutputOf<"writes.list">["writers"][number]

export type LeftOver = ChangedFile["left"][number]

export type ChangedFile = OutputOf<"revert.preview">["files"][number]

export type RevertTotals = OutputOf<"revert.preview">["totals"]

export type PastEvent = OutputOf<"revert.list">["events"][number]

export type RevertLine = OutputOf<"revert.list">["reverts"][number]

export const historyPath = (team: string) => `/t/${team}/settings/history`

/** Filters of the writes, as in the address. */
export type RevertRequest = Readonly<
  Partial<
    Record<
      WriterKind | "revert" | "promotion" | "revision" | "project" | "from" | "to" | "at" | "zone",
      string
    >
  >
>

const queryOf = (asked: RevertRequest) =>
  new URLSearchParams(
    Object.entries(asked).filter((one): one is [string, string] => Boolean(one[1])),
  ).toString()

export const previewPath = (team: string, asked: RevertRequest) =>
  `${historyPath(team)}/preview?${queryOf(asked)}`

/** Returns the address of the preview that undoes one revision of a file. Null for the first revision. */
export const undoRevisionPath = (team: string, file: string, number: number): string | null =>
  number > 1 ? previewPath(team, { revision: `${file}/${number}` }) : null

export const restorePath = (team: string, asked: RevertRequest) =>
  `${historyPath(team)}/restore?${queryOf(asked)}`

/** Returns the label of the revert button: "Revert 31 writes in 20 files". */
export const revertConsequence = ({ writes, files }: RevertTotals): string =>
  `Revert ${formatCount(writes, "write")} in ${formatCount(files, "file")}`

/** Returns the label of the restore button: "Restore: remove 2 files" or "Restore 5 files: re-create 1, remove 2". */
export const restoreConsequence = ({ files, back, gone }: RevertTotals): string => {
  if (files > 0 && files === gone) return `Restore: remove ${formatCount(files, "file")}`
  if (files > 0 && files === back) return `Restore: re-create ${formatCount(files, "file")}`
  const steps = [
    back > 0 ? `re-create ${back.toLocaleString("en")}` : "",
    gone > 0 ? `remove ${gone.toLocaleString("en")}` : "",
  ]
    .filter(Boolean)
    .join(", ")
  return `Restore ${formatCount(files, "file")}${steps ? `: ${steps}` : ""}`
}
