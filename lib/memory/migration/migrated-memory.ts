import type { Audience, MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"

/** A memory file of a migration. */
export interface Memory {
  readonly path: string
  /** Path that the format parses it by. */
  readonly readAs: string
  readonly format: MemoryFormat
  readonly text: string
  /** Ids of its entries, in the order of the text; empty for a file that is not stored yet. */
  readonly ids: readonly string[]
}

/** Reason why a migration cannot be done. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** Content that is not migrated. */
export interface NotMigrated {
  readonly path: string
  readonly why: string
}

/** Position of an entry before and after the migration. */
export interface MigratedStatement {
  readonly text: string
  readonly state: "current" | "retired"
  readonly from: { readonly path: string; readonly line: number; readonly id: string | null }
  /** `at`: index among the entries of the new text. */
  readonly to: {
    readonly path: string
    readonly line: number
    readonly section: string | null
    readonly at: number
  }
  readonly how: "moved" | "same" | "merged"
  readonly why: string
}

/** The content of an entry that a migration must not change. */
export type EntryContent = Pick<ParsedEntry, "text" | "state" | "retiredBecause" | "date">

export const hasSameContent = (one: EntryContent, other: EntryContent): boolean =>
  one.text === other.text &&
  one.state === other.state &&
  one.date === other.date &&
  (one.retiredBecause ?? "") === (other.retiredBecause ?? "")

export const readMemory = ({ format, text, readAs }: Memory): ParsedFile => format.parse(text, readAs)

/** Returns the readers of an entry, by its section. */
export const audienceIn = ({ sections }: ParsedFile, { section }: Pick<ParsedEntry, "section">): Audience =>
  (section === null ? undefined : sections[section]?.audience) ?? { kind: "everyone" }

/** Returns the first 60 characters of a text in quotes, for display. */
export function quoteBeginning(text: string): string {
  const words = text.replaceAll(/\s+/g, " ").trim()
  return `“${words.length > 60 ? `${words.slice(0, 60)}…` : words}”`
}
