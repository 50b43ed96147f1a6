import { formatCount } from "@/lib/memory/text/sentence"
import type { Diagnostic, FileRole, FormatId, LoadLimits, Scope } from "../../memory-files/format"
import type { EntryConfirmation } from "../../memory-files/entry-dates"
import { EVIDENCE_ENTRIES, type FoundAlert, type Rule } from "../rule"

/** The facts that file rules use. Their result depends only on these, the settings and the time. */
export interface FileFacts {
  readonly path: string
  readonly format: FormatId
  readonly role: FileRole
  readonly scope: Scope
  readonly state: "present" | "gone" | "broken"
  /** Agent that owns the file; null for shared files. */
  readonly agent: string | null
  readonly category: string | null
  /** True if the agent declares `memory: disabled`. */
  readonly optedOut: boolean
  /** True if the file was removed because the source no longer contains it. */
  readonly leftSource: boolean
  readonly text: string
  readonly lines: number
  readonly bytes: number
  /** The effective limits, stored with the file. */
  readonly limits: LoadLimits
  readonly diagnostics: readonly Diagnostic[]
  readonly sections: readonly SectionFacts[]
  /** Entries in file order. */
  readonly entries: readonly EntryFacts[]
  /** ISO day of the latest date in the file, or else of the last change in the source. */
  readonly updatedOn: string | null
  /** ISO instant of the first revision; null if it was imported. */
  readonly madeAt: string | null
  /** ISO instant of the current revision; null if it is the imported one. */
  readonly changedAt: string | null
  /** The number of sessions of its agent closed after the current revision. */
  readonly sessionsSince: number
  /**
   * The number of closed sessions of its agent or sessions in the file, whichever is more. For a run cache:
   * its runs.
   */
  readonly sessions: number
  /** Line counts of the revisions of the last weeks, oldest first. */
  readonly growth: readonly SizeAtTime[]
  /** For an index: paths of the existing files in its folder and of linked files. Else empty. */
  readonly beside: readonly string[]
  /** For the first topic file of a folder without an index: the number of topic files. Else 0. */
  readonly withoutIndex: number
  /** Instructions that sessions of the project load, by entry. */
  readonly instructions: readonly InstructionFacts[]
  /** Why the conflict check failed, such as "it took more than 30 seconds", or null. */
  readonly compareFailure: string | null
}

export interface SectionFacts {
  readonly name: string
  readonly level: number
  readonly line: number
  readonly endLine: number
}

export interface EntryFacts extends EntryConfirmation {
  readonly id: string
  readonly text: string
  readonly line: number
  readonly endLine: number
  readonly section: string | null
  readonly state: "current" | "retired"
  /** Date of the entry as an ISO day; null if it has none. */
  readonly date: string | null
  readonly type: string | null
  /** True if another agent of the project has the entry word for word. */
  readonly saidElsewhere: boolean
  /** Cited files that did not exist at the last check, such as "lib/old.ts was removed". Sorted. */
  readonly citedGone: readonly string[]
}

export interface SizeAtTime {
  /** An ISO instant. */
  readonly at: string
  readonly lines: number
  /** True for the imported revision, which does not count as growth. */
  readonly imported: boolean
}

export interface InstructionFacts {
  readonly path: string
  readonly entries: readonly { readonly line: number; readonly text: string }[]
}

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
  `${some.toLocaleString("en")} of ${formatCount(all, "entry")}`

export const onNoDay = (): readonly string[] => []

/** Harness folders. Their files apply to the parent folder. */
const OF_HARNESS = new Set([".claude", ".agents", ".cursor", ".github"])

/**
 * Returns the folder that an instruction or identity file applies to, without a trailing slash; "" for the
 * whole project.
 */
export function instructionsRoot(path: string): string {
  const folders = path.split("/").slice(0, -1)
  const harness = folders.findIndex((folder) => OF_HARNESS.has(folder))
  return (harness < 0 ? folders : folders.slice(0, harness)).join("/")
}

/** True if agents that load a memory file also load the instruction file. */
export function isBelow(memory: string, instructions: string): boolean {
  const root = instructionsRoot(instructions)
  return root === "" || memory.startsWith(`${root}/`)
}
