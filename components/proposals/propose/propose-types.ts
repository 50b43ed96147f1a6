import type { OutputOf } from "@/lib/http/contract"

/** A proposal to start: a new entry, or a change to the entry at a line. */
export type Intent =
  | { kind: "add"; section: string | null }
  | { kind: "edit" | "retire" | "restore" | "remove" | "move"; line: number; position: number }

/** The file that a proposal is for. */
export interface ProposalTarget {
  team: string
  project: string
  file: string
  path: string
  /** Section names in file order. Empty if the file has no sections. */
  sections: readonly string[]
  /** True if entries have a type and a confidence. */
  typed: boolean
  /** The revision on the page, if the person may write to the file without a proposal. Otherwise null. */
  revision: number | null
}

/** The current entry that a proposal is about. */
export type CurrentEntry = Omit<OutputOf<"file.entry">, "revision">

/** Returns the address of the page that undoes a revision of the file. Null if there is none. */
export type UndoPath = (revision: number) => string | null
