// Separate from `proposed-change.ts`, so that pages do not load the schemas.

/** Maximum number of characters of an entry. */
export const LONGEST_STATEMENT = 10_000

export const PROPOSAL_KINDS = ["add", "edit", "retire", "restore", "remove", "move", "several"] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

type AskedChange =
  | { readonly kind: "add" | "edit"; readonly text: string }
  | { readonly kind: Exclude<ProposalKind, "add" | "edit"> }

/** Returns the new texts of a proposal, for checks and comparison. */
export function statementsOf(changes: readonly AskedChange[]): string[] {
  return changes.flatMap((change) => (change.kind === "add" || change.kind === "edit" ? [change.text] : []))
}
