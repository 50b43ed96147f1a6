import { ownValue } from "@/lib/memory/text/own-value"
import { count } from "@/components/data/count"
import type { ProposalDetail, ProposalSummary } from "../proposal-types"

/** The waiting proposals of a category, as the operation answers. */
export interface Consolidation {
  category: { slug: string; name: string }
  files: ConsolidatedFile[]
  /** How many wait beyond those shown. */
  beyond: number
}

export interface ConsolidatedFile {
  path: string
  project: { slug: string; name: string }
  /** 0: approving makes the file. */
  revision: number
  groups: { lead: Member; folded: Member[]; chosen: boolean }[]
  left: { proposal: Member; why: string }[]
  result: ConsolidatedResult
}

export type Member = ProposalSummary & { fullText: string }

export type ConsolidatedResult = Pick<ProposalDetail, "diff" | "budget"> & {
  refused: { id: string; why: string }[]
}

/** Several that say the same, and which of them leads. The first one names the group, whoever leads. */
export interface Group {
  readonly key: string
  readonly members: readonly Member[]
  readonly lead: Member
  readonly chosen: boolean
}

export interface Choice {
  /** Keys of groups that a person took in or left out, against what they came as. */
  readonly turned: ReadonlySet<string>
  /** By group: the id of the one that leads in place of the best worded one. */
  readonly leads: Readonly<Record<string, string>>
}

export const AS_IT_CAME: Choice = { turned: new Set(), leads: {} }

export function groupsOf(file: ConsolidatedFile, { turned, leads }: Choice): Group[] {
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

/** What the page sends. */
export function toApprove(groups: readonly Group[]) {
  return groups
    .filter((group) => group.chosen)
    .map(({ members, lead }) => ({
      proposal: lead.id,
      shown: lead.shown,
      fold: members.filter((one) => one.id !== lead.id).map(({ id, shown }) => ({ proposal: id, shown })),
    }))
}

/** "Approve 7 as one revision, fold 3" */
export function approveWords(files: readonly (readonly Group[])[]): string {
  const chosen = files
    .map((groups) => groups.filter((group) => group.chosen))
    .filter((groups) => groups.length > 0)
  const all = chosen.flat()
  if (all.length === 0) return "Choose what to approve"
  const folded = all.reduce((sum, group) => sum + group.members.length - 1, 0)
  return `Approve ${all.length.toLocaleString("en")} as ${chosen.length === 1 ? "one revision" : count(chosen.length, "revision")}${folded > 0 ? `, fold ${folded.toLocaleString("en")}` : ""}`
}

export function consolidationPath(team: string, category: string, project: string | null = null): string {
  return `/t/${team}/inbox/category/${encodeURIComponent(category)}${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}
