import { readStatement } from "../similarity/statement"

/** A text as wordings are looked for in it. */
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

/** The stems of a wording, as `containsPhrase` takes them. */
export const stemsOf = (phrase: string): string => stemText(phrase).stems.trim()

export const containsPhrase = ({ stems }: StemmedText, phrase: string): boolean =>
  stems.includes(` ${phrase} `)

/** Returns a phrase as the text writes it. */
export const shownPhrase = ({ shown }: StemmedText, phrase: string): string =>
  phrase
    .split(" ")
    .map((stem) => shown.get(stem) ?? stem)
    .join(" ")
