import type { FindingKind, ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import { ALREADY_DECIDED, NO_PERMISSION } from "../../actions/cannot-decide-reasons"

/** Returns why the proposal cannot be approved now, or null if it can. */
export function whyNotNow(
  proposal: ProposalSummary,
  detail: ProposalDetail | null,
  mayCurate: boolean,
): string | null {
  if (proposal.state !== "waiting") return ALREADY_DECIDED
  if (detail?.mayNotDecide) return detail.mayNotDecide
  if (!mayCurate) return NO_PERMISSION
  if (detail === null) return "The proposal is still loading"
  if (detail.standing === "needs-rebase")
    return detail.rebase?.merged == null
      ? "The same part of the entry has changed. Edit the proposal"
      : "The entry has changed. Press B to rebase first"
  return detail.hindrance
}

const FLAGS: Partial<Record<FindingKind, string>> = {
  "invisible-character": "has hidden characters",
  "look-alike": "has lookalike letters",
  "instruction-like": "reads like an instruction",
}

/** Returns the warning shown on the first A for a flagged proposal; null if one press is enough. */
export function cautionOf({ flagged, found }: Pick<ProposalSummary, "flagged" | "found">): string | null {
  return flagged
    ? `Flagged: ${found.flatMap((kind) => FLAGS[kind] ?? []).join(", ")}. Press A again to approve`
    : null
}
