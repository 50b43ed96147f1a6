import { whyWithheld } from "../../context/withheld"
import { alertOf } from "../rule"
import { aboutEntries, currentOf, never, ofEntries, type FileRule } from "./kept"

/**
 * Entries that agents are not given, because they read like instructions and no person verified them, however they came in. The alert
 * quotes none of them: agents read alerts too.
 */
export const instructionLike: FileRule = {
  find(file) {
    if (file.state === "gone" || file.format === "instructions" || file.role === "identity") return []
    const withheld = currentOf(file).filter(
      ({ text, vouchedUntil }) => vouchedUntil === null && whyWithheld(text) === "instruction-like",
    )
    if (withheld.length === 0) return []
    const of = ofEntries(withheld.length, currentOf(file).length)
    return [
      alertOf("instruction-like", {
        message: `${of} ${withheld.length === 1 ? "reads" : "read"} like an instruction to the agent: left out of its context until a person verifies ${withheld.length === 1 ? "it" : "them"}`,
        ...aboutEntries(withheld, { withheld: withheld.length, entries: currentOf(file).length }),
      }),
    ]
  },
  turns: never,
}
