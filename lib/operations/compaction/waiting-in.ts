import { indexStatements, isSame, nearIn } from "@/lib/memory/compaction/alike"
import { readStatement } from "@/lib/memory/similarity/statement"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** Statements for which a proposal waits. */
export interface WaitingStatements {
  /** Ids of the proposals, by the keys of the statements that they rest on. */
  readonly byKey: ReadonlyMap<string, string>
  /** What waiting proposals would add to the memory. */
  readonly additions: readonly { readonly id: string; readonly text: string }[]
}

export const keyOfStatement = (text: string): string => hexOf(hashOfStatement(text))

/** Returns how to find the id of the proposal of a statement, or of one like it, that waits; null: none does. */
export function waitingIn({
  byKey,
  additions,
}: WaitingStatements): (statement: string, cited: readonly string[]) => string | null {
  const index = indexStatements(additions, ({ text }) => text)
  return (statement, cited) =>
    [statement, ...cited].flatMap((text) => byKey.get(keyOfStatement(text)) ?? [])[0] ??
    nearIn(readStatement(statement), index).find(({ likeness }) => isSame(likeness))?.item.id ??
    null
}
