import { CONTEXT_FORMATS } from "@/lib/memory/candidate"
import type { Option } from "./command"
import { oneOf, PROJECT, TEAM, wholeNumber } from "./taken"

/** The project that a command is about. */
export const PLACE_OPTIONS = {
  project: {
    value: "P",
    about:
      "the project; else QUARTERDECK_PROJECT, else that of the imported folder you are in, else what Kaizen memory there names; may be left out where there is only one",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about:
      "the team; may be left out where the project's name says it: your own team goes before the samples",
    takes: TEAM,
  },
} as const satisfies Readonly<Record<string, Option>>

/** What an agent is to be told of it. */
export const CONTEXT_OPTIONS = {
  task: { value: "T", about: "what it is about to do: what speaks of it comes first" },
  budget: {
    value: "TOKENS",
    about: "at most so many tokens; 2,000 unless given",
    takes: wholeNumber(1, 200_000),
  },
  limit: { value: "N", about: "at most so many entries; 10 unless given", takes: wholeNumber(1, 500) },
  format: {
    value: "F",
    about: "markdown, text, json or lines; markdown unless given",
    takes: oneOf(CONTEXT_FORMATS),
  },
} as const satisfies Readonly<Record<string, Option>>
