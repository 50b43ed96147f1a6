// What pages know of changes without the means to check them, which weigh more than all the rest of a page.

/** The longest statement: what is longer is a document, not an entry. */
export const LONGEST_STATEMENT = 10_000

export const PROPOSAL_KINDS = ["add", "edit", "retire", "restore", "remove", "move", "several"] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

type AskedChange =
  | { readonly kind: "add" | "edit"; readonly text: string }
  | { readonly kind: Exclude<ProposalKind, "add" | "edit"> }

/** The texts that a proposal would bring: what is guarded and compared. */
export function statementsOf(changes: readonly AskedChange[]): string[] {
  return changes.flatMap((change) => (change.kind === "add" || change.kind === "edit" ? [change.text] : []))
}
