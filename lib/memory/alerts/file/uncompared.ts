import { alertOf } from "../rule"
import { type FileRule, isLastingMemory, onNoDay } from "./file-rule"

/** A file whose entries could not be checked for conflicts. */
export const uncomparedEntries: FileRule = {
  find: (facts) =>
    facts.compareFailure === null || !isLastingMemory(facts)
      ? []
      : [alertOf("unchecked", { message: `Could not be checked for conflicts: ${facts.compareFailure}` })],
  turns: onNoDay,
}
