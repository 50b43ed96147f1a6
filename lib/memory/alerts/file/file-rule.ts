import { EVIDENCE_ENTRIES, type FoundAlert } from "../found-alert"
import type { Rule } from "../rule"
import type { EntryFacts, FileFacts } from "./facts"

export type FileRule = Rule<FileFacts>

/** True for lasting memory of agents: not logs, instructions, removed files or session memory. */
export const isLastingMemory = ({
  state,
  role,
  format,
  scope,
  optedOut,
}: Pick<FileFacts, "state" | "role" | "format" | "scope" | "optedOut">): boolean =>
  state !== "gone" &&
  !optedOut &&
  scope !== "session" &&
  format !== "instructions" &&
  (role === "memory" || role === "index" || role === "topic" || role === "shared")

export const currentOf = ({ entries }: FileFacts): EntryFacts[] =>
  entries.filter((entry) => entry.state === "current")

/** Returns the place and evidence of an alert about entries. The first entry is the place. */
export function aboutEntries(
  entries: readonly EntryFacts[],
  figures: Readonly<Record<string, number>>,
): Pick<FoundAlert, "line" | "evidence"> {
  return {
    line: entries[0]?.line ?? null,
    evidence: { figures, entries: entries.slice(0, EVIDENCE_ENTRIES).map((entry) => entry.id) },
  }
}

/** Returns a text such as "3 of 40 entries". */
export const ofEntries = (some: number, all: number): string =>
  `${some.toLocaleString("en")} of ${all.toLocaleString("en")} ${all === 1 ? "entry" : "entries"}`

export const onNoDay = (): readonly string[] => []
