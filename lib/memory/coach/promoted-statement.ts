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
 * Returns the text to promote: a statement for agents, never a sentence about its sources. A curator's text always; for a claim about
 * statements (“5 agents agree: …”), the text of the best cited entry, else the quoted one, else the claim.
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

/** Compares a cited entry with a promoted statement: a `copy` can be removed without loss; an entry that says `more` would lose something. */
export function likenessOfCopy(statement: string, entry: string): "copy" | "more" | "else" {
  const [promoted, own] = [readStatement(statement), readStatement(entry)]
  const { kind } = compareParsed(promoted, own)
  if (kind === "same") return "copy"
  if (kind !== "duplicate") return "else"
  const { shared, right } = matchTerms(promoted, own, weightOf)
  return right / (shared + right) > MOST_OWN ? "more" : "copy"
}

/** The share of what an entry says that may be in its own words: found on real memories, where “and full jitter” behind a sentence is 0.26 of it. */
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
