import type { Diagnostic } from "../../memory-files/diagnostic"
import { hidesText, listInvisible, meaningOf } from "../../characters/hidden-characters"
import { EVIDENCE_ENTRIES } from "../found-alert"
import { alertOf } from "../rule"
import { onNoDay, type FileRule } from "./file-rule"

/**
 * Hidden characters in any file that models read, including instructions and identities. Hidden words and
 * reversed text are errors; a stray joiner between letters is a notice.
 */
export const invisibleCharacters: FileRule = {
  find({ state, text }) {
    const found = state === "gone" ? [] : listInvisible(text).filter((one) => !isHarmless(one))
    const worst = found.find(hidesText) ?? found[0]
    if (worst === undefined) return []
    const lines = found.length - 1
    const more =
      lines === 0 ? "" : ` (and ${lines.toLocaleString("en")} more ${lines === 1 ? "line" : "lines"})`
    const message = `Line ${worst.line}, column ${worst.column} contains hidden characters: ${meaningOf(worst)}${more}`
    return [
      alertOf("invisible-characters", {
        severity: hidesText(worst) ? "error" : "info",
        message,
        line: worst.line,
        column: worst.column,
        evidence: {
          figures: { lines: found.length },
          places: found
            .slice(0, EVIDENCE_ENTRIES)
            .map(({ line, column, code, message: words }) => ({ line, column, code, message: words })),
        },
      }),
    ]
  },
  turns: onNoDay,
}

/** True for unusual spaces and private-use icons, which hide nothing. */
const isHarmless = (one: Diagnostic): boolean =>
  meaningOf(one)
    .split("; ")
    .every((meaning) => /\bspace\b|private use/i.test(meaning) && !/zero/i.test(meaning))
