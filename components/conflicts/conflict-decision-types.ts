import type { NarrowedScope, SideName } from "./conflict-types"

/** The open panel of a conflict, or "read". */
export type ConflictMode = "read" | "merge" | "keep-both" | "snooze"

export type ConflictDecision =
  | { readonly verdict: "keep-left" | "keep-right" | "delete-both" | "not-a-conflict" | "ours" | "theirs" }
  /** `side`: the side that prevails. */
  | { readonly verdict: "override"; readonly side: SideName }
  | { readonly verdict: "merge"; readonly text: string }
  | { readonly verdict: "keep-both"; readonly left?: NarrowedScope; readonly right?: NarrowedScope }
  /** `until`: an ISO instant; null ends the snooze. */
  | { readonly verdict: "snooze"; readonly until: string | null }

/** A decision to preview. */
export type ResolutionRequest = Exclude<ConflictDecision, { verdict: "snooze" }>
