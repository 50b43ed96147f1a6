import type { Statement } from "./statement"
import { trimEndOf } from "../text/trim-end"

/**
 * Returns a statement without its layout: bullets, a date tag before it, emphasis, spacing, capitals, the full stop at its end. Texts with
 * equal results have identical words. All other characters count, so a statement with any other difference is never held back as a copy.
 */
export function plainStatement(text: string): string {
  const bare = text
    .replaceAll(/^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/^\s*[[(]\d{4}-\d{2}-\d{2}[\])]:?\s+/, "")
    .replaceAll(/~~|\*\*|`/g, "")
  const plain = trimEndOf(spaced(bare), /[.;,\s]/).toLowerCase()
  return plain === "" ? spaced(text) : plain
}

const spaced = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/g, " ")

/** True if two statements differ only in layout. */
export const isSameStatement = (left: Statement, right: Statement): boolean =>
  left.exact === right.exact && (left.exact !== "" || left.text.trim() === right.text.trim())
