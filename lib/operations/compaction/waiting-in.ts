import { indexStatements, isSame, findRelated } from "@/lib/memory/compaction/statement-index"
import { readStatement } from "@/lib/memory/similarity/statement"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** Statements with a waiting proposal. */
export interface WaitingStatements {
  /** Ids of the proposals, by the keys of their statements. */
  readonly byKey: ReadonlyMap<string, string>
  /** Additions of waiting proposals. */
  readonly additions: readonly { readonly id: string; readonly text: string }[]
}

export const keyOfStatement = (text: string): string => hexOf(hashOfStatement(text))

/**
 * Returns a function that finds the waiting proposal of a statement, or of a similar one. Null if there is
 * none.
 */
export function waitingIn({
  byKey,
  additions,
}: WaitingStatements): (statement: string, cited: readonly string[]) => string | null {
  const index = indexStatements(additions, ({ text }) => text)
  return (statement, cited) =>
    [statement, ...cited].flatMap((text) => byKey.get(keyOfStatement(text)) ?? [])[0] ??
    findRelated(readStatement(statement), index).find(({ likeness }) => isSame(likeness))?.item.id ??
    null
}
