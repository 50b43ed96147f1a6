/** What somebody wants to propose of a memory file: something new, or something about the entry in a line. */
export type Intent =
  | { kind: "add"; section: string | null }
  | { kind: "edit" | "retire" | "restore" | "remove" | "move"; line: number; position: number }

/** Where proposals about a file go, for a page that shows it. */
export interface ProposingTo {
  team: string
  project: string
  file: string
  path: string
  /** Names of the sections, in the order of the file. Empty: the file has none to choose from. */
  sections: readonly string[]
  /** Entries carry a type and a confidence. */
  typed: boolean
}

/** The entry that a proposal is about, as the server has it now. */
export interface EntryNow {
  id: string
  text: string
  section: string | null
  state: "current" | "retired"
  line: number
}

export interface Proposed {
  id: string
  state: string
  supporters: number
  findings: readonly { kind: string; severity: string; message: string }[]
}
