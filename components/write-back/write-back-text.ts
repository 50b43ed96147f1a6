import type { OutputOf } from "@/lib/http/contract"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import type { Tone } from "@/components/ui/tag"
import { sum } from "@/lib/memory/text/aggregates"

export type WriteBackMethod = WriteBackPreview["way"]
type WriteBackStanding = PreviewFile["standing"]
export type WrittenFileStatus = WriteBack["files"][number]["status"]

export type WriteBackHunk = NonNullable<PreviewFile["hunks"]>[number]

/** A file in a preview. */
export type PreviewFile = WriteBackPreview["files"][number]

/** The effect of a write-back, as `previewWriteBack` returns it. */
export type WriteBackPreview = OutputOf<"write-back.preview">

/** A write-back, as `showWriteBack` returns it. */
export type WriteBack = OutputOf<"write-back.show">

export const WAY_NAMES: Record<WriteBackMethod, string> = {
  directory: "Directory",
  branch: "Branch",
  patch: "Patch",
  zip: "ZIP",
}

export const STANDING_LOOKS: Record<WriteBackStanding, { tone: Tone; words: string }> = {
  write: { tone: "good", words: "will be written" },
  make: { tone: "good", words: "will be created" },
  merge: { tone: "caution", words: "will be merged with source changes" },
  remove: { tone: "caution", words: "will be removed" },
  same: { tone: "neutral", words: "already up to date" },
  conflict: { tone: "danger", words: "conflict" },
  gone: { tone: "caution", words: "removed from the source" },
  "read-only": { tone: "caution", words: "read-only" },
  problem: { tone: "caution", words: "cannot be written" },
  "on-branch": { tone: "neutral", words: "on a branch" },
}

export const STATUS_LOOKS: Record<WrittenFileStatus, { tone: Tone; words: string }> = {
  waiting: { tone: "neutral", words: "pending" },
  written: { tone: "good", words: "written" },
  removed: { tone: "good", words: "removed" },
  same: { tone: "neutral", words: "already up to date" },
  conflict: { tone: "danger", words: "conflict" },
  failed: { tone: "danger", words: "failed" },
  left: { tone: "caution", words: "skipped" },
}

const WRITTEN: ReadonlySet<WriteBackStanding> = new Set(["write", "make", "merge", "remove"])

/** True if this method writes the file, so that the file can be left out. A ZIP archive cannot remove files. */
export const canLeaveOut = (way: WriteBackMethod, { standing }: Pick<PreviewFile, "standing">): boolean =>
  WRITTEN.has(standing) && (way !== "zip" || standing !== "remove")

/** True if Quarterdeck itself writes the files. False for downloads. */
export const isDirect = (way: WriteBackMethod): boolean => way === "directory" || way === "branch"

/** Returns a preview of only these files of a preview. */
export function previewOfFiles<Preview extends Pick<WriteBackPreview, "files" | "totals">>(
  preview: Preview,
  files: Preview["files"],
): Preview {
  if (files.length === preview.files.length) return preview
  const written = files.filter(({ standing }) => WRITTEN.has(standing))
  return {
    ...preview,
    files,
    totals: {
      files: written.length,
      filesRemoved: written.filter(({ standing }) => standing === "remove").length,
      added: sum(written.map((file) => file.added)),
      removed: sum(written.map((file) => file.removed)),
    },
  }
}

/** Returns the number of changed lines: "5 lines added, 2 removed". */
export function linesWords({ added, removed }: { added: number; removed: number }): string {
  if (removed === 0) return `${formatCount(added, "line")} added`
  return added === 0
    ? `${formatCount(removed, "line")} removed`
    : `${formatCount(added, "line")} added, ${removed.toLocaleString("en")} removed`
}

/** Returns the counts: "removes 42 files", "13 files, removes 42". */
function filesWords({ files, filesRemoved }: WriteBackPreview["totals"]): string {
  const written = files - filesRemoved
  if (filesRemoved === 0) return formatCount(written, "file")
  return written === 0
    ? `${formatCount(filesRemoved, "file")} removed`
    : `${formatCount(written, "file")} changed, ${filesRemoved.toLocaleString("en")} removed`
}

/** Returns what happens to files that a migration removed. */
export function removalWords({
  way,
  totals: { filesRemoved },
  files,
}: Pick<WriteBackPreview, "way" | "totals" | "files">): string {
  const stay = files.filter(
    (file) =>
      file.goes && file.standing !== "remove" && file.standing !== "same" && file.standing !== "on-branch",
  ).length
  const there =
    way === "zip"
      ? `A ZIP archive cannot remove files. Remove ${filesRemoved === 1 ? "this file" : `these ${formatCount(filesRemoved, "file")}`} yourself`
      : `Deletes ${formatCount(filesRemoved, "file")} that a migration removed from Quarterdeck`
  const parts = [
    ...(filesRemoved > 0 ? [there] : []),
    ...(stay > 0
      ? [
          `${formatCount(stay, "file")} that a migration removed from Quarterdeck ${stay === 1 ? "stays" : "stay"} in the source for the reason shown below`,
        ]
      : []),
  ]
  return parts.length === 0
    ? "Files that a migration removed from Quarterdeck are also deleted from the source."
    : `${parts.join(". ")}.`
}

/** Returns the button label: "Write 3 files: 5 lines added, 2 removed"; "" if there is nothing to do. */
export function writeBackConsequence({
  way,
  totals,
  branch,
  files,
}: Pick<WriteBackPreview, "way" | "totals" | "branch" | "files">): string {
  const what = `${filesWords(totals)}, ${linesWords(totals)}`
  if (totals.files === 0) return way === "directory" ? restWords(files) : ""
  if (way === "zip") return zipWords(totals)
  switch (way) {
    case "directory":
      return `${writeWords(totals)}: ${linesWords(totals)}`
    case "branch":
      return `Commit to ${branch?.made === false ? "" : "new "}branch ${branch?.name ?? ""}: ${what}`
    case "patch":
      return `Download patch: ${what}`
  }
}

/**
 * Returns the label of a zip download: "Download 3 changed files; 2 files to remove by hand". Empty if there
 * are only files to remove.
 */
function zipWords({ files, filesRemoved }: WriteBackPreview["totals"]): string {
  if (files > 0 && files === filesRemoved) return ""
  const removals = filesRemoved === 0 ? "" : `; ${formatCount(filesRemoved, "file")} to remove by hand`
  return `Download ${formatCount(files - filesRemoved, "changed file")}${removals}`
}

function writeWords({ files, filesRemoved }: WriteBackPreview["totals"]): string {
  const written = files - filesRemoved
  if (written === 0) return `Remove ${formatCount(filesRemoved, "file")}`
  return `Write ${formatCount(written, "file")}${filesRemoved === 0 ? "" : `, remove ${filesRemoved.toLocaleString("en")}`}`
}

function restWords(files: WriteBackPreview["files"]): string {
  const [same, conflicts] = [
    files.filter((file) => file.standing === "same").length,
    files.filter((file) => file.standing === "conflict" && !file.goes && file.conflict === null).length,
  ]
  const parts = [
    ...(same > 0 ? [`mark ${formatCount(same, "file")} as up to date`] : []),
    ...(conflicts > 0 ? [`open ${formatCount(conflicts, "file conflict")}`] : []),
  ]
  const words = parts.join(", ")
  return words === "" ? "" : `${capitalize(words)}. No files are written`
}
