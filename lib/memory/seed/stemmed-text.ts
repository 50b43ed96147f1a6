import { readStatement } from "../similarity/statement"

/** A text prepared for phrase search. */
export interface StemmedText {
  readonly text: string
  /** Stems in order, separated and enclosed by blanks. */
  readonly stems: string
  /** Words in the text by stem, for display. */
  readonly shown: ReadonlyMap<string, string>
}

export function stemText(text: string): StemmedText {
  const { words } = readStatement(text)
  return {
    text,
    stems: ` ${words.map(({ stem }) => stem).join(" ")} `,
    shown: new Map(words.map(({ stem, shown }) => [stem, shown])),
  }
}

/** Returns the stems of a phrase, for `containsPhrase`. */
export const stemsOf = (phrase: string): string => stemText(phrase).stems.trim()

export const containsPhrase = ({ stems }: StemmedText, phrase: string): boolean =>
  stems.includes(` ${phrase} `)

/** Returns a phrase with its words as the text writes them. */
export const shownPhrase = ({ shown }: StemmedText, phrase: string): string =>
  phrase
    .split(" ")
    .map((stem) => shown.get(stem) ?? stem)
    .join(" ")
