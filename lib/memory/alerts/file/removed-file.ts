import { alertOf } from "../rule"
import { onNoDay, type FileRule } from "./file-rule"

/** A file that its source no longer contains. Files removed by a person do not count. */
export const removedFromSource: FileRule = {
  find: ({ state, leftSource, entries }) =>
    state === "gone" && leftSource
      ? [
          alertOf("gone", {
            message: "Removed from the source. Its text and history are kept",
            evidence: { figures: { entries: entries.length } },
          }),
        ]
      : [],
  turns: onNoDay,
}
