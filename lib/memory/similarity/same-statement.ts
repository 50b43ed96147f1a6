import type { Statement } from "./statement"
import { trimEndOf } from "../text/trim-end"

/**
 * A statement without what is only layout: bullets, a date tag before it, emphasis, spacing, capitals, the full stop at its end.
 * Texts that are equal so say the same in the same words. Everything else counts, to the last sign: what is not the same to a letter
 * is never held back in its name.
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

/** Whether two statements differ in their layout at most. */
export const saysSame = (left: Statement, right: Statement): boolean =>
  left.exact === right.exact && (left.exact !== "" || left.text.trim() === right.text.trim())
