import type { ConflictSummary } from "@/components/conflict/shapes"
import type { ProposalSummary } from "@/components/proposal/shapes"
import { count } from "@/components/ui/count"
import { headlineIn } from "./bulk-report"
import type { Told } from "./deed"
import { type Decidable, groupsOf } from "./item"

/** "reject" says of conflicts that they are none. */
export type BulkVerdict = "approve" | "reject" | "snooze"

/** What a decision on all that is selected would do. */
export interface BulkPlan {
  readonly proposals: readonly ProposalSummary[]
  readonly conflicts: readonly ConflictSummary[]
  readonly leftOut: readonly Told[]
  /** "Approve 37: 5 files. 2 flagged are left out" */
  readonly words: string
}

/**
 * Flagged proposals and those that do not apply are never approved among others, nor is a side kept where nothing speaks for it: each
 * of them has to be looked at. A reason is given to proposals alone, so conflicts among them are left out of a rejection.
 */
export function planBulk(chosen: readonly Decidable[], verdict: BulkVerdict): BulkPlan {
  const isMixed = kindsOf(chosen).size > 1
  const why = (one: Decidable) => (one.kind === "proposal" ? (verdict === "approve" ? whyNotAmongOthers(one.proposal) : null) : whyNoConflict(one.conflict, verdict, isMixed))
  const taken = chosen.filter((one) => why(one) === null)
  const left = chosen.filter((one) => why(one) !== null)
  const [proposals, conflicts] = [taken.flatMap((one) => (one.kind === "proposal" ? [one.proposal] : [])), taken.flatMap((one) => (one.kind === "conflict" ? [one.conflict] : []))]
  const reasons = new Map<string, number>()
  for (const one of left) reasons.set(why(one)?.short ?? "", (reasons.get(why(one)?.short ?? "") ?? 0) + 1)
  const told = [...reasons].map(([short, number]) => `${number.toLocaleString("en")} ${short}`)
  return {
    proposals,
    conflicts,
    leftOut: left.map((one) => ({ id: one.id, headline: headlineIn(one), ok: false, words: why(one)?.words ?? "" })),
    words: `${consequence(taken, verdict, isMixed, kindsOf(chosen))}${told.length > 0 ? `. ${told.join(", ")} ${left.length === 1 ? "is" : "are"} left out` : ""}`,
  }
}

const kindsOf = (chosen: readonly Decidable[]) => new Set(chosen.map((one) => one.kind))

function consequence(taken: readonly Decidable[], verdict: BulkVerdict, isMixed: boolean, kinds: ReadonlySet<Decidable["kind"]>): string {
  const files = count(new Set(taken.flatMap((one) => (one.kind === "proposal" ? [one.group] : groupsOf(one)))).size, "file")
  const number = taken.length.toLocaleString("en")
  if (verdict === "snooze") return `Snooze ${number}: ${files}`
  if (verdict === "approve" && isMixed) {
    const proposals = taken.filter((one) => one.kind === "proposal").length
    return `Approve ${count(proposals, "proposal")} and keep what is suggested of ${count(taken.length - proposals, "conflict")}: ${files}`
  }
  if (verdict === "approve") return kinds.has("conflict") ? `Keep what is suggested of ${count(taken.length, "conflict")}: ${files}` : `Approve ${number}: ${files}`
  return kinds.has("conflict") && !isMixed ? `Not a conflict, ${number} of them: nothing is written, and they never come back` : `Reject ${number}: ${files}`
}

interface LeftOut {
  readonly short: string
  readonly words: string
}

function whyNotAmongOthers(one: ProposalSummary): LeftOut | null {
  if (one.flagged) return { short: "flagged", words: "Left out: it is flagged, so it is decided by itself" }
  if (one.standing === "needs-rebase") return { short: "to be rebased", words: "Left out: it needs a rebase" }
  if (one.standing !== null && one.standing !== "applies" && one.standing !== "already") return { short: "without a place to go", words: "Left out: its entry or its file is gone" }
  if (one.approvals.mine) return { short: "approved by you already", words: "Left out: you have approved it, a second curator has to" }
  return null
}

function whyNoConflict(one: ConflictSummary, verdict: BulkVerdict, isMixed: boolean): LeftOut | null {
  if (verdict === "snooze") return null
  if (verdict === "reject" && isMixed) return { short: "to be decided as conflicts", words: "Left out: a conflict is not rejected. Select conflicts alone to say that they are none" }
  if (one.kind === "file") return { short: "changed in two places", words: "Left out: the texts of a file are decided by themselves" }
  if (verdict === "approve" && one.suggested === null) return { short: "without a suggestion", words: "Left out: nothing speaks for either side, so it is decided by itself" }
  return null
}
