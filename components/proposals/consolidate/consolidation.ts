import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import { formatCount } from "@/lib/memory/text/sentence"
import type { ProposalDetail, ProposalSummary } from "../proposal-types"

/** The undecided proposals of a category, as the API returns them. */
export type Consolidation = OutputOf<"category.consolidate">

export type ConsolidatedFile = OutputOf<"category.consolidate">["files"][number]

export type Member = ProposalSummary & { fullText: string }

export type ConsolidatedResult = Pick<ProposalDetail, "diff" | "budget"> & {
  refused: { id: string; why: string }[]
}

/** Duplicate proposals and the one whose wording is used. The first one is the key of the group. */
export interface ProposalGroup {
  readonly key: string
  readonly members: readonly Member[]
  readonly lead: Member
  readonly chosen: boolean
}

export interface GroupChoice {
  /** Keys of groups that the person included or excluded against the default. */
  readonly turned: ReadonlySet<string>
  /** Id of the proposal whose wording replaces the suggested one, by group key. */
  readonly leads: Readonly<Record<string, string>>
}

export const AS_IT_CAME: GroupChoice = { turned: new Set(), leads: {} }

export function consolidationGroups(file: ConsolidatedFile, { turned, leads }: GroupChoice): ProposalGroup[] {
  return file.groups.map(({ lead, folded, chosen }) => {
    const members = [lead, ...folded]
    return {
      key: lead.id,
      members,
      lead: members.find((one) => one.id === ownValue(leads, lead.id)) ?? lead,
      chosen: chosen !== turned.has(lead.id),
    }
  })
}

/**
 * Returns the selected groups for the request: the proposal whose wording is used, and the duplicates that
 * are merged into it.
 */
export function toApprove(groups: readonly ProposalGroup[]) {
  return groups
    .filter((group) => group.chosen)
    .map(({ members, lead }) => ({
      proposal: lead.id,
      shown: lead.shown,
      fold: members.filter((one) => one.id !== lead.id).map(({ id, shown }) => ({ proposal: id, shown })),
    }))
}

/** Returns the label of the approve button: "Approve 7 entries in one revision and merge 3 duplicates". */
export function approveWords(files: readonly (readonly ProposalGroup[])[]): string {
  const chosen = files
    .map((groups) => groups.filter((group) => group.chosen))
    .filter((groups) => groups.length > 0)
  const all = chosen.flat()
  if (all.length === 0) return "Select entries to approve"
  const folded = all.reduce((sum, group) => sum + group.members.length - 1, 0)
  return `Approve ${formatCount(all.length, "entry")} in ${chosen.length === 1 ? "one revision" : formatCount(chosen.length, "revision")}${folded > 0 ? ` and merge ${formatCount(folded, "duplicate")}` : ""}`
}

export function consolidationPath(team: string, category: string, project: string | null = null): string {
  return `/t/${team}/inbox/category/${encodeURIComponent(category)}${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}
