import { readStatement } from "./statement"
import { COMPARED_CHARACTERS } from "./statement-words"

/** Returns the words of a statement without their layout, equal for all copies. Words beyond the compared length count as written. */
export function statementKey(text: string): string {
  const words = readStatement(text).exact
  const beyond = text
    .trim()
    .slice(words === "" ? 0 : COMPARED_CHARACTERS)
    .replaceAll(/\s+/g, " ")
  return beyond === "" ? words : `${words} ${beyond}`
}

/** Returns a key for two statements, whatever their order and layout. A "not a conflict" decision is stored under this key. */
export function pairKey(left: string, right: string): string {
  return [statementKey(left), statementKey(right)].toSorted().join("\n")
}
