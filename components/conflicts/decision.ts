import type { Narrowed, SideName } from "./conflict-types"

/** What the pane of a conflict is for at the moment: reading, or one of the panels in which a resolution is put into words. */
export type ConflictMode = "read" | "merge" | "keep-both" | "snooze"

/** A decision on one conflict, as the pane or its panels give it. */
export type ConflictDecision =
  | { readonly verdict: "keep-left" | "keep-right" | "delete-both" | "not-a-conflict" | "ours" | "theirs" }
  /** `side` is what prevails from then on. */
  | { readonly verdict: "override"; readonly side: SideName }
  | { readonly verdict: "merge"; readonly text: string }
  | { readonly verdict: "keep-both"; readonly left?: Narrowed; readonly right?: Narrowed }
  /** An ISO instant; null wakes it again. */
  | { readonly verdict: "snooze"; readonly until: string | null }

/** What would be written, asked of the server before it is decided. */
export type ResolutionAsk = Exclude<ConflictDecision, { verdict: "snooze" }>
