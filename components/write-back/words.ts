import { count } from "@/components/ui/count"
import type { Tone } from "@/components/ui/tag"
import type { Preview, Standing, Status, Way } from "./shapes"

export const WAY_NAMES: Record<Way, string> = { directory: "Directory", branch: "Branch", patch: "Patch", zip: "Zip" }

export const STANDING_LOOKS: Record<Standing, { tone: Tone; words: string }> = {
  write: { tone: "good", words: "will be written" },
  make: { tone: "good", words: "will be made" },
  merge: { tone: "caution", words: "merged with what changed there" },
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
  same: { tone: "neutral", words: "said so already" },
  conflict: { tone: "danger", words: "conflict" },
  failed: { tone: "danger", words: "failed" },
  left: { tone: "caution", words: "left as it is" },
}

/** "5 lines added, 2 removed". */
export function linesWords({ added, removed }: { added: number; removed: number }): string {
  if (removed === 0) return `${count(added, "line")} added`
  return added === 0 ? `${count(removed, "line")} removed` : `${count(added, "line")} added, ${removed.toLocaleString("en")} removed`
}

/** What the button does: "Write 3 files: 5 lines added, 2 removed"; "" where it would do nothing. */
export function consequenceOf({ way, totals, branch, files }: Pick<Preview, "way" | "totals" | "branch" | "files">): string {
  const what = `${count(totals.files, "file")}, ${linesWords(totals)}`
  switch (way) {
    case "directory":
      return totals.files === 0 ? restWords(files) : `Write ${count(totals.files, "file")}: ${linesWords(totals)}`
    case "branch":
      return totals.files === 0 ? "" : `Commit to ${branch?.made === false ? "" : "a new "}branch ${branch?.name ?? ""}: ${what}`
    case "patch":
      return totals.files === 0 ? "" : `Download a patch: ${what}`
    case "zip":
      return `Download ${count(totals.files, "changed file")}`
  }
}

function restWords(files: Preview["files"]): string {
  const [same, conflicts] = [files.filter((file) => file.standing === "same").length, files.filter((file) => file.standing === "conflict" && file.conflict === null).length]
  const parts = [...(same > 0 ? [`note that ${count(same, "file agrees", "files agree")}`] : []), ...(conflicts > 0 ? [`open ${count(conflicts, "file conflict")}`] : [])]
  const words = parts.join(", ")
  return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}: nothing is written there`
}
