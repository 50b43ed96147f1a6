import { findWithheldKind } from "../../context/withheld"
import { findPoisoning } from "../../poisoning/find"
import { alertOf, EVIDENCE_ENTRIES } from "../rule"
import type { Diagnostic } from "../../memory-files/format"
import { hidesText, listInvisible, meaningOf } from "../../characters/hidden-characters"
import { aboutEntries, currentOf, onNoDay, ofEntries, type FileRule, isLastingMemory } from "./file-rule"

/**
 * Unverified entries that read like instructions, which are not sent to agents. An alert is an error if an
 * entry is clearly an instruction, else a warning, because in real memory most unclear entries are honest.
 * The alert quotes no entry, because agents can read alerts.
 */
export const instructionLike: FileRule = {
  find(file) {
    if (file.state === "gone" || file.format === "instructions" || file.role === "identity") return []
    const withheld = currentOf(file).filter(
      ({ text, vouchedUntil }) => vouchedUntil === null && findWithheldKind(text) === "instruction-like",
    )
    if (withheld.length === 0) return []
    const isClear = withheld.some(({ text }) => findPoisoning(text).some((one) => one.isClear))
    const of = ofEntries(withheld.length, currentOf(file).length)
    const [single, several] = isClear ? ["reads", "read"] : ["may read", "may read"]
    return [
      alertOf("instruction-like", {
        severity: isClear ? "error" : "warning",
        message: `${of} ${withheld.length === 1 ? `${single} like an instruction to the agent and is` : `${several} like instructions to the agent and are`} left out of context until a person verifies ${withheld.length === 1 ? "it" : "them"}`,
        ...aboutEntries(withheld, { withheld: withheld.length, entries: currentOf(file).length }),
      }),
    ]
  },
  turns: onNoDay,
}

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

/**
 * Entries whose verification expired. Entries that were never verified raise no alert, because most entries
 * are not.
 */
export const unverifiedEntries: FileRule = {
  find(file, _settings, today) {
    if (!isLastingMemory(file)) return []
    const ended = currentOf(file).filter(({ vouchedUntil }) => vouchedUntil !== null && vouchedUntil <= today)
    if (ended.length === 0) return []
    const first = ended.flatMap(({ vouchedUntil }) => vouchedUntil ?? []).toSorted()[0] ?? ""
    const message = `Verification expired for ${ofEntries(ended.length, currentOf(file).length)} ${ended.length === 1 ? `on ${first}` : `(the first on ${first})`}`
    return [
      alertOf("unverified-entries", {
        message,
        ...aboutEntries(ended, { ended: ended.length, entries: currentOf(file).length }),
      }),
    ]
  },
  turns: (file) => currentOf(file).flatMap(({ vouchedUntil }) => vouchedUntil ?? []),
}
