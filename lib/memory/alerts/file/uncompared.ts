import { alertOf } from "../rule"
import { type FileRule, isKept, never } from "./file-rule"

/** A file whose entries could not be checked for conflicts. */
export const uncompared: FileRule = {
  find: (facts) =>
    facts.compareFailure === null || !isKept(facts)
      ? []
      : [alertOf("unchecked", { message: `Could not be checked for conflicts: ${facts.compareFailure}` })],
  turns: never,
}
