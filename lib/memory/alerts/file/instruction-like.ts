import { findWithheldKind } from "../../context/withheld"
import { findPoisoning } from "../../poisoning/find"
import { alertOf } from "../rule"
import { aboutEntries, currentOf, onNoDay, ofEntries, type FileRule } from "./file-rule"

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
        message: `${of} ${withheld.length === 1 ? `${single} like an instruction to the agent and is` : `${several} like instructions to the agent and are`} left out of its context until a person verifies ${withheld.length === 1 ? "it" : "them"}`,
        ...aboutEntries(withheld, { withheld: withheld.length, entries: currentOf(file).length }),
      }),
    ]
  },
  turns: onNoDay,
}
