import type { ProposalSummary } from "@/components/proposal/shapes"
import { headlineOf } from "@/components/proposal/words"
import { count } from "@/components/ui/count"
import type { Report } from "./use-decisions"

export type BulkVerdict = "approve" | "reject" | "snooze"

/** What a decision on all that is selected would do. */
export interface BulkPlan {
  readonly proposals: readonly ProposalSummary[]
  readonly leftOut: Report["outcomes"]
  /** "Approve 37: 5 files. 2 flagged are left out" */
  readonly words: string
}

/** Flagged ones and those that do not apply are never approved among others: each of them has to be looked at. */
export function planBulk(chosen: readonly ProposalSummary[], verdict: BulkVerdict): BulkPlan {
  const why = (one: ProposalSummary) => (verdict === "approve" ? whyNotAmongOthers(one) : null)
  const proposals = chosen.filter((one) => why(one) === null)
  const left = chosen.filter((one) => why(one) !== null)
  const files = new Set(proposals.map((one) => `${one.project.slug}/${one.path}`)).size
  const reasons = new Map<string, number>()
  for (const one of left) reasons.set(why(one)?.short ?? "", (reasons.get(why(one)?.short ?? "") ?? 0) + 1)
  const told = [...reasons].map(([short, number]) => `${number.toLocaleString("en")} ${short}`)
  const verb = { approve: "Approve", reject: "Reject", snooze: "Snooze" }[verdict]
  return {
    proposals,
    leftOut: left.map((one) => ({ id: one.id, headline: headlineOf(one), ok: false, words: why(one)?.words ?? "" })),
    words: `${verb} ${proposals.length.toLocaleString("en")}: ${count(files, "file")}${told.length > 0 ? `. ${told.join(", ")} ${left.length === 1 ? "is" : "are"} left out` : ""}`,
  }
}

function whyNotAmongOthers(one: ProposalSummary): { short: string; words: string } | null {
  if (one.flagged) return { short: "flagged", words: "Left out: it is flagged, so it is decided by itself" }
  if (one.standing === "needs-rebase") return { short: "to be rebased", words: "Left out: it needs a rebase" }
  if (one.standing !== null && one.standing !== "applies" && one.standing !== "already") return { short: "without a place to go", words: "Left out: its entry or its file is gone" }
  if (one.approvals.mine) return { short: "approved by you already", words: "Left out: you have approved it, a second curator has to" }
  return null
}
