import type { FindingKind, ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"

export const MAY_NOT = "Your role here does not allow decisions: a lead of the team decides"

export const DECIDED = "It is decided already"

/** Why it cannot be approved at this moment, for people; null where it can. */
export function whyNotNow(
  proposal: ProposalSummary,
  detail: ProposalDetail | null,
  mayCurate: boolean,
): string | null {
  if (proposal.state !== "waiting") return DECIDED
  if (detail?.mayNotDecide) return detail.mayNotDecide
  if (!mayCurate) return MAY_NOT
  if (detail === null) return "One moment: it is still being read"
  if (detail.standing === "needs-rebase")
    return detail.rebase?.merged == null
      ? "The entry reads otherwise now, and both changed the same words: edit it"
      : "The entry reads otherwise now: rebase it first, with B"
  return detail.hindrance
}

const FLAGS: Partial<Record<FindingKind, string>> = {
  "invisible-character": "has hidden characters",
  "look-alike": "has look-alike letters",
  "instruction-like": "reads like an order",
}

/** What is said at the first A of a flagged one, so that the second is meant; null: one is enough. */
export function cautionOf({ flagged, found }: Pick<ProposalSummary, "flagged" | "found">): string | null {
  return flagged
    ? `Flagged: ${found.flatMap((kind) => FLAGS[kind] ?? []).join(", ")}. Press A again to approve`
    : null
}
