import type { Audience, MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"

/** A memory file as a migration reads it. */
export interface Memory {
  /** Where it is stored, and the path that its format knows it by. */
  readonly path: string
  readonly readAs: string
  readonly format: MemoryFormat
  readonly text: string
  /** Of its entries, in the order of the text; empty for a file that is not stored yet. */
  readonly ids: readonly string[]
}

export interface Problem {
  readonly path: string
  readonly message: string
}

export interface Left {
  readonly path: string
  readonly why: string
}

/** Where an entry stood, and what became of it. */
export interface Accounted {
  readonly text: string
  readonly state: "current" | "retired"
  readonly from: { readonly path: string; readonly line: number; readonly id: string | null }
  /** `at`: its index among the entries of the text that stands there then. */
  readonly to: {
    readonly path: string
    readonly line: number
    readonly section: string | null
    readonly at: number
  }
  readonly how: "moved" | "same" | "merged"
  readonly why: string
}

/** An entry as it has to be read where it comes to stand. */
export type Said = Pick<ParsedEntry, "text" | "state" | "retiredBecause" | "date">

export const saysTheSame = (one: Said, other: Said): boolean =>
  one.text === other.text &&
  one.state === other.state &&
  one.date === other.date &&
  (one.retiredBecause ?? "") === (other.retiredBecause ?? "")

export const readMemory = ({ format, text, readAs }: Memory): ParsedFile => format.parse(text, readAs)

/** Whom an entry speaks to, by its section. */
export const audienceIn = ({ sections }: ParsedFile, { section }: Pick<ParsedEntry, "section">): Audience =>
  (section === null ? undefined : sections[section]?.audience) ?? { kind: "everyone" }

export const audienceWords = (audience: Audience): string =>
  audience.kind === "role" ? `role:${audience.role}` : audience.kind

/** The first words of a statement, for people. */
export function gist(text: string): string {
  const words = text.replaceAll(/\s+/g, " ").trim()
  return `“${words.length > 60 ? `${words.slice(0, 60)}…` : words}”`
}

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
