import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import type { Audience, ParsedEntry, ParsedSection } from "../../memory/memory-files/format"
import type { Block } from "./blocks"
import type { EntryShape } from "./entry-shape"
import type { Frontmatter } from "./frontmatter"
import type { Lines } from "./lines"

/** How a kind of markdown file is read. */
export interface Reading {
  /** Entries are links to other files, in a list, in lines or in the rows of a table. */
  readonly index?: boolean
  /** No part of this file is an entry. */
  readonly noEntries?: boolean
  /** A daily log: its date is the date of all its entries. */
  readonly day?: string | null
  /** The date in the name of a daily log that is ignored: none of the calendar, or out of range. */
  readonly badDay?: string | null
  /** Frontmatter that was never meant to be strict YAML. */
  readonly looseFrontmatter?: boolean
  /** Sections whose lines are session records, with everything below their heading. */
  isLog?(section: string): boolean
  /** The only sections that hold entries; what stands outside them is no memory. */
  holdsEntries?(section: string): boolean
  audienceOf?(section: string): Audience | null
  /** Whether the paragraphs below a heading say what its section is for: whatever follows, or only where items follow. */
  describes?(section: Pick<ParsedSection, "name" | "level">): "always" | "before items" | "never"
  /** The type that a file's frontmatter gives its entries. */
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
  /** Offsets of the statement's first line, and of its strike; null for a block that has no such line. */
  readonly statement: {
    readonly start: number
    readonly end: number
    readonly strike: number | null
    readonly lineEnd: number
  } | null
  /** Its first line is a comment that calls what follows stale. */
  readonly commented: boolean
  readonly oddDate: { readonly tag: string; readonly code: "date-invalid" | "date-not-iso" } | null
}
