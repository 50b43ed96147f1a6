import { count } from "@/components/data/count"
import type { Tone } from "@/components/ui/tag"
import type { Preview, Standing, Status, Way } from "./write-back-types"

export const WAY_NAMES: Record<Way, string> = {
  directory: "Directory",
  branch: "Branch",
  patch: "Patch",
  zip: "Zip",
}

export const STANDING_LOOKS: Record<Standing, { tone: Tone; words: string }> = {
  write: { tone: "good", words: "will be written" },
  make: { tone: "good", words: "will be made" },
  merge: { tone: "caution", words: "merged with what changed there" },
  remove: { tone: "caution", words: "will be removed" },
  same: { tone: "neutral", words: "says so there already" },
  conflict: { tone: "danger", words: "conflict" },
  gone: { tone: "caution", words: "gone there" },
  "read-only": { tone: "caution", words: "read-only" },
  problem: { tone: "caution", words: "cannot be written" },
  "on-branch": { tone: "neutral", words: "on a branch" },
}

export const STATUS_LOOKS: Record<Status, { tone: Tone; words: string }> = {
  waiting: { tone: "neutral", words: "not yet" },
  written: { tone: "good", words: "written" },
  removed: { tone: "good", words: "removed" },
  same: { tone: "neutral", words: "said so already" },
  conflict: { tone: "danger", words: "conflict" },
  failed: { tone: "danger", words: "failed" },
  left: { tone: "caution", words: "left as it is" },
}

/** "5 lines added, 2 removed". */
export function linesWords({ added, removed }: { added: number; removed: number }): string {
  if (removed === 0) return `${count(added, "line")} added`
  return added === 0
    ? `${count(removed, "line")} removed`
    : `${count(added, "line")} added, ${removed.toLocaleString("en")} removed`
}

/** "removes 42 files" is told from what is written: "13 files, removes 42". */
function filesWords({ files, filesRemoved }: Preview["totals"]): string {
  const written = files - filesRemoved
  if (filesRemoved === 0) return count(written, "file")
  return written === 0
    ? `removes ${count(filesRemoved, "file")}`
    : `${count(written, "file")}, removes ${filesRemoved.toLocaleString("en")}`
}

/** What becomes of the files that a migration took away here. */
export function removalWords({
  way,
  totals: { filesRemoved },
  files,
}: Pick<Preview, "way" | "totals" | "files">): string {
  const stay = files.filter(
    (file) =>
      file.goes && file.standing !== "remove" && file.standing !== "same" && file.standing !== "on-branch",
  ).length
  const there =
    way === "zip"
      ? `A zip removes nothing: take ${count(filesRemoved, "file")} away there yourself, named below`
      : `This removes ${count(filesRemoved, "file")} there that a migration took away here`
  const parts = [
    ...(filesRemoved > 0 ? [there] : []),
    ...(stay > 0
      ? [
          `${count(stay, "file")} that a migration took away here ${stay === 1 ? "stays" : "stay"} there; each says why`,
        ]
      : []),
  ]
  return parts.length === 0 ? "What a migration took away here is gone there, too." : `${parts.join(". ")}.`
}

/** What the button does: "Write 3 files: 5 lines added, 2 removed"; "" where it would do nothing. */
export function consequenceOf({
  way,
  totals,
  branch,
  files,
}: Pick<Preview, "way" | "totals" | "branch" | "files">): string {
  const what = `${filesWords(totals)}, ${linesWords(totals)}`
  switch (way) {
    case "directory":
      return totals.files === 0 ? restWords(files) : `${writeWords(totals)}: ${linesWords(totals)}`
    case "branch":
      return totals.files === 0
        ? ""
        : `Commit to ${branch?.made === false ? "" : "a new "}branch ${branch?.name ?? ""}: ${what}`
    case "patch":
      return totals.files === 0 ? "" : `Download a patch: ${what}`
    case "zip":
      return totals.files > 0 && totals.files === totals.filesRemoved
        ? ""
        : `Download ${count(totals.files - totals.filesRemoved, "changed file")}${totals.filesRemoved === 0 ? "" : `; ${count(totals.filesRemoved, "file")} to remove by hand`}`
  }
}

function writeWords({ files, filesRemoved }: Preview["totals"]): string {
  const written = files - filesRemoved
  if (written === 0) return `Remove ${count(filesRemoved, "file")}`
  return `Write ${count(written, "file")}${filesRemoved === 0 ? "" : `, remove ${filesRemoved.toLocaleString("en")}`}`
}

function restWords(files: Preview["files"]): string {
  const [same, conflicts] = [
    files.filter((file) => file.standing === "same").length,
    files.filter((file) => file.standing === "conflict" && !file.goes && file.conflict === null).length,
  ]
  const parts = [
    ...(same > 0 ? [`note that ${count(same, "file agrees", "files agree")}`] : []),
    ...(conflicts > 0 ? [`open ${count(conflicts, "file conflict")}`] : []),
  ]
  const words = parts.join(", ")
  return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}: nothing is written there`
}
