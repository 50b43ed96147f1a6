import { compareParsed } from "../comparison/compare-statements"
import { matchTerms } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import { readStatement } from "../similarity/statement"
import type { SynthesisSource } from "./kinds"

interface Said {
  readonly text: string
  /** Text of a curator; null if it was not edited. */
  readonly edited: string | null
}

/**
 * Returns the text to promote: the curator's edit if there is one. For an extractive claim, the first cited
 * entry. For a claim of a model, the cited entry that it quotes. Else the claim. A sentence about sources is
 * of no use to agents.
 */
export function promotedStatement(
  { text, edited }: Said,
  source: SynthesisSource,
  cited: readonly string[],
): string {
  if (edited !== null) return edited
  const [first] = cited
  if (first === undefined) return text
  return source === "extractive" ? first : (cited.find((one) => quotes(text, one)) ?? text)
}

/**
 * Compares a cited entry with a promoted statement. "copy": the entry can be removed without loss. "more":
 * the entry has additional content. "else": the entry is not a duplicate.
 */
export function likenessOfCopy(statement: string, entry: string): "copy" | "more" | "else" {
  const [promoted, own] = [readStatement(statement), readStatement(entry)]
  const { kind } = compareParsed(promoted, own)
  if (kind === "same") return "copy"
  if (kind !== "duplicate") return "else"
  const { shared, right } = matchTerms(promoted, own, weightOf)
  return right / (shared + right) > MOST_OWN ? "more" : "copy"
}

/**
 * Maximum share of an entry's content that the promoted statement may lack. In real memories, “and full
 * jitter” after a sentence is 0.26 of the entry.
 */
const MOST_OWN = 0.25

/** Number of characters that identify a quotation, because quotations may be truncated. */
const TELLING = 40

/** True if a text quotes the beginning of a statement. */
function quotes(text: string, statement: string): boolean {
  const beginning = plain(statement).slice(0, TELLING)
  return (
    beginning !== "" &&
    [...plain(text).matchAll(/[“"«„]/g)].some(({ index }) => plain(text).startsWith(beginning, index + 1))
  )
}

const plain = (words: string): string => words.replaceAll(/\s+/g, " ").trim()
