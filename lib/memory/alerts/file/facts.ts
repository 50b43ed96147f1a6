import type { Diagnostic } from "../../memory-files/diagnostic"
import type { FileRole, FormatId, LoadLimits } from "../../memory-files/format"
import type { Scope } from "../../memory-files/scope"

/** All that the rules of a file look at. Nothing else may change what they find, but the settings and the time. */
export interface FileFacts {
  readonly path: string
  readonly format: FormatId
  readonly role: FileRole
  readonly scope: Scope
  readonly state: "present" | "gone" | "broken"
  /** Null: not one agent's own. */
  readonly agent: string | null
  readonly category: string | null
  /** The agent declares `memory: disabled`. */
  readonly optedOut: boolean
  /** Where it is gone: as its source has it no more, not as a person took it back. */
  readonly leftSource: boolean
  readonly text: string
  readonly lines: number
  readonly bytes: number
  /** As the policy of its place has them: what is stored with it. */
  readonly limits: LoadLimits
  readonly diagnostics: readonly Diagnostic[]
  readonly sections: readonly SectionFacts[]
  /** In the order of the text. */
  readonly entries: readonly EntryFacts[]
  /** The latest date that it states, else when it was last changed where it came from: an ISO day. */
  readonly updatedOn: string | null
  /** When its first revision was written here, an ISO instant; null where it came with an import. */
  readonly madeAt: string | null
  /** When its head was written, an ISO instant; null where that is the one that it came with. */
  readonly changedAt: string | null
  /** Of its agent, closed after its head was written. */
  readonly sessionsSince: number
  /** That its agent has closed here, or that the file tells of, whichever is more; of a run cache its runs. */
  readonly sessions: number
  /** The lines of its revisions, oldest first, those of the last weeks; none of a file that was not changed lately. */
  readonly growth: readonly Grown[]
  /** Of an index: paths of the files that are there in its folder, itself among them, and of those that it links to. Else none. */
  readonly beside: readonly string[]
  /** Of the first topic file of a folder that has no index: how many topic files there are. Else 0. */
  readonly withoutIndex: number
  /** What is read by every session of its project, above it: statement by statement. */
  readonly instructions: readonly InstructionFacts[]
  /** Why looking for conflicts failed for it: "it took more than 30 seconds". Null where it did not. */
  readonly compareFailure: string | null
}

export interface SectionFacts {
  readonly name: string
  readonly level: number
  readonly line: number
  readonly endLine: number
}

export interface EntryFacts {
  readonly id: string
  readonly text: string
  readonly line: number
  readonly endLine: number
  readonly section: string | null
  readonly state: "current" | "retired"
  /** An ISO day. */
  readonly date: string | null
  readonly type: string | null
  /** Another agent of its project says the same, word for word. */
  readonly saidElsewhere: boolean
  /** The day on which the newest vouch for it runs out, where that was for the words it has; else null. */
  readonly vouchedUntil: string | null
  /** What it cites of the code base and was not there when that was last looked for: "lib/old.ts is gone". Sorted. */
  readonly citedGone: readonly string[]
}

export interface Grown {
  /** An ISO instant. */
  readonly at: string
  readonly lines: number
  /** It is what the file came with: no growth. */
  readonly imported: boolean
}

export interface InstructionFacts {
  readonly path: string
  readonly entries: readonly { readonly line: number; readonly text: string }[]
}
