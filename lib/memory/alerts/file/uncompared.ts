import { alertOf } from "../rule"
import { type FileRule, isKept, never } from "./kept"

/** Its entries could not be compared with others: conflicts of them are unknown. */
export const uncompared: FileRule = {
  find: (facts) =>
    facts.compareFailure === null || !isKept(facts)
      ? []
      : [alertOf("unchecked", { message: `Could not be checked for conflicts: ${facts.compareFailure}` })],
  turns: never,
}
