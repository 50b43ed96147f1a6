import { alertOf } from "../rule"
import { never, type FileRule } from "./kept"

/** Its source has it no more. What a person took back went as it was meant to. */
export const gone: FileRule = {
  find: ({ state, leftSource, entries }) =>
    state === "gone" && leftSource
      ? [
          alertOf("gone", {
            message: "Its source no longer has it; its text and history are kept here",
            evidence: { figures: { entries: entries.length } },
          }),
        ]
      : [],
  turns: never,
}
