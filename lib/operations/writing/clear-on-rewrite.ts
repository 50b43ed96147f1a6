import type { Tx } from "@/lib/db/infra/commit"
import { endForgotten } from "@/lib/db/memory-files/forgotten"
import type { HeadEntry } from "@/lib/db/memory-files/current-revisions"
import { hashOfStatement } from "../infra/statement-hash"

interface LetIn {
  readonly projectId: string
  readonly before: readonly HeadEntry[]
  /** The entries of the new text with their ids. */
  readonly after: readonly { readonly id: string; readonly text: string }[]
  readonly by: { readonly name: string }
}

/**
 * Lifts the forgetting of statements that a person writes again or restores. They mean to have the statement,
 * so it is no longer forgotten anywhere in the project.
 */
export async function letIn(
  tx: Tx,
  teamId: string,
  { projectId, before, after, by }: LetIn,
  now: Date,
): Promise<void> {
  const known = new Map(before.map((entry) => [entry.id, entry.text]))
  const brought = after.filter(({ id, text }) => known.get(id) !== text)
  if (brought.length > 0)
    await endForgotten(
      tx,
      teamId,
      { projectId, statements: brought.map(({ text }) => hashOfStatement(text)) },
      { by: by.name, at: now },
    )
}
