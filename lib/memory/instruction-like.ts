import type { InstructionKind } from "./instructions/kind"
import { listRuleMatches } from "./instructions/match"

/** Words that steer whoever reads them. Lines and columns (UTF-16 units) count from 1; `words` are exactly those of the text. */
export interface Instruction {
  readonly kind: InstructionKind
  readonly line: number
  readonly column: number
  readonly words: string
}

/**
 * Finds what speaks to the agent rather than of the project: orders against its user, out of its machine, for its keys. Conventions
 * ("Always use named exports", "Run the tests before pushing") are what memory is for and are not found. Read as it is drawn: look-alikes,
 * invisible characters, spaced letters, digits for letters and encodings hide nothing.
 */
export function findInstructions(text: string): Instruction[] {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (match) => match.index + match[0].length)]
  return listRuleMatches(text).map(({ kind, start, end }) => {
    const line = starts.findLastIndex((one) => one <= start)
    return { kind, line: line + 1, column: start - (starts[line] ?? 0) + 1, words: text.slice(start, end) }
  })
}
