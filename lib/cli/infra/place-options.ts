import { CONTEXT_FORMATS } from "@/lib/memory/context/context-entry"
import type { Option } from "./command"
import { oneOf, PROJECT, TEAM, wholeNumber } from "./option-values"

/** Options to choose the project of a command. */
export const PLACE_OPTIONS = {
  project: {
    value: "P",
    about:
      "the project (default: QUARTERDECK_PROJECT, then the current folder's project, then the project named in that folder's Kaizen memory, then your only project)",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about: "the team, if the project does not identify it. Your own teams take precedence over samples",
    takes: TEAM,
  },
} as const satisfies Readonly<Record<string, Option>>

/** Options for the content of a context. */
export const CONTEXT_OPTIONS = {
  task: { value: "T", about: "the task; matching entries come first" },
  budget: {
    value: "TOKENS",
    about: "maximum number of tokens (default: 2,000)",
    takes: wholeNumber(1, 200_000),
  },
  limit: { value: "N", about: "maximum number of entries (default: 10)", takes: wholeNumber(1, 500) },
  format: {
    value: "F",
    about: "output format: markdown, text, json or lines (default: markdown)",
    takes: oneOf(CONTEXT_FORMATS),
  },
} as const satisfies Readonly<Record<string, Option>>
