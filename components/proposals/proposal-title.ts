import { shortPath } from "@/lib/memory/memory-files/paths"
import { formatCount } from "@/lib/memory/text/sentence"
import type { ProposalDetail, ProposalSummary } from "./proposal-types"

type TitledProposal = Pick<ProposalSummary, "kind" | "section" | "path"> & {
  changes?: ProposalDetail["changes"]
}

/** Returns the title of a proposal: "Add one entry to Shared Patterns". */
export function titleOf({ kind, section, path, changes }: TitledProposal): string {
  const place = section ?? shortPath(path)
  switch (kind) {
    case "add":
      return `Add one entry to ${place}`
    case "edit":
      return `Change one entry in ${place}`
    case "retire":
      return `Retire one entry in ${place}`
    case "restore":
      return `Restore one entry in ${place}`
    case "remove":
      return `Remove one entry from ${place}`
    case "move":
      return `Move one entry to ${newSection(section, changes) ?? "the top of the file"}`
    case "several":
      return `${changes ? formatCount(changes.length, "change") : "Multiple changes"} to ${shortPath(path)}`
  }
}

/** Returns the section of a proposal. For a move, this is the new section; null for the top of the file. */
function newSection(section: string | null, [change]: TitledProposal["changes"] & {} = []): string | null {
  return change?.kind === "move" ? change.section : section
}
