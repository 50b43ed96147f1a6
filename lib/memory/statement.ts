import { signsOf } from "./negation"
import { isEmptyWord } from "./software-speech"
import { readWords, type Word } from "./statement-words"

/** A word that says something, with whether the statement asserts it (1), denies it (-1) or leaves that open (0). */
export interface Term extends Word {
  readonly sign: 1 | 0 | -1
  /** Index into the words of the statement. */
  readonly place: number
}

/** A statement as it is compared: made once, compared often. */
export interface Statement {
  readonly text: string
  /** Its words in lower case and their order: equal for statements that differ in layout alone. */
  readonly exact: string
  readonly words: readonly Word[]
  readonly terms: readonly Term[]
}

export function readStatement(text: string): Statement {
  const words = readWords(text)
  const signs = signsOf(words)
  const all = words.map((word, place): Term => ({ ...word, place, sign: signs[place] ?? 1 }))
  const terms = all.filter((term) => term.kind !== "word" || (!isEmptyWord(term.stem) && !(term.sign === 0 && OPERATORS.has(term.stem))))
  return { text, exact: words.map(({ shown }) => shown).join(" "), words, terms: terms.length > 0 ? terms : all }
}

/** Words that only turn a statement round; signs tell it. */
const OPERATORS = new Set("not never no none neither nor noth avoid without except unless instead ahead nicht kein keine nie niemals pas jamais nunca ohne sans sin forbid forbidden prohibit ban disallow discourag taboo verboten allow permit".split(" "))
