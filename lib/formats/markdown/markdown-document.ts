import type { Diagnostic, Audience, ParsedEntry, ParsedSection } from "../../memory/memory-files/format"
import type { Block } from "./blocks"
import type { EntryShape } from "./entry-shape"
import type { Frontmatter } from "./frontmatter"
import type { Lines } from "./lines"

/** Rules for reading a kind of Markdown file. */
export interface Reading {
  /** True if entries are links to other files, in a list, in lines or in the rows of a table. */
  readonly index?: boolean
  /** True for files without entries. */
  readonly noEntries?: boolean
  /** Date of a daily log, which is the date of all its entries. */
  readonly day?: string | null
  /** Ignored date in the name of a daily log: not in the calendar, or out of range. */
  readonly badDay?: string | null
  /** True for front matter that is not strict YAML. */
  readonly looseFrontmatter?: boolean
  /** True for sections of session records. */
  isLog?(section: string): boolean
  /** True for sections that can have entries. Without it, all can. */
  holdsEntries?(section: string): boolean
  audienceOf?(section: string): Audience | null
  /**
   * Returns when the paragraphs below a heading describe the section: always, only before items, or never.
   */
  describes?(section: Pick<ParsedSection, "name" | "level">): "always" | "before items" | "never"
  /** Returns the type of a file's entries from its front matter, or null. */
  typeOf?(frontmatter: Frontmatter | null): string | null
}

export interface MarkdownDocument {
  readonly text: string
  readonly lines: Lines
  readonly frontmatter: Frontmatter | null
  readonly blocks: readonly Block[]
  readonly sections: readonly MarkdownSection[]
  readonly entries: readonly MarkdownEntry[]
  readonly diagnostics: readonly Diagnostic[]
}

export interface MarkdownSection extends ParsedSection {
  /** Lines of the heading itself. */
  readonly heading: { readonly line: number; readonly endLine: number }
  readonly isLog: boolean
}

export interface MarkdownEntry extends ParsedEntry {
  readonly shape: EntryShape
  readonly list: number
  readonly tight: boolean
  /**
   * Offsets of the first line of the entry's text, and of its retirement mark. Null for a code block or
   * table, which has neither.
   */
  readonly statement: {
    readonly start: number
    readonly end: number
    readonly strike: number | null
    readonly lineEnd: number
  } | null
  /** True if the first line is a comment that marks the entry as stale. */
  readonly commented: boolean
  readonly oddDate: { readonly tag: string; readonly code: "date-invalid" | "date-not-iso" } | null
}
