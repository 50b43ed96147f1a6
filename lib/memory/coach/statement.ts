import { compareRead } from "../judgement/likeness"
import { matchTerms } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import { readStatement } from "../similarity/statement"
import type { SynthesisSource } from "./kinds"

interface Said {
  readonly text: string
  /** A curator's words; null: nobody changed it. */
  readonly edited: string | null
}

/**
 * What is promoted of a claim: a statement for the agents that load it, never a sentence about who says it. A curator's own words always;
 * of a claim that speaks about statements (“5 agents agree: …”) the words of the most telling entry that it cites and that stands, else of
 * the one that it quotes, else its own.
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
 * What a cited entry is to a statement that is promoted: a `copy`, of which nothing is lost when it goes; one that says `more`, some of which
 * would be; or something `else`.
 */
export function likenessOfCopy(statement: string, entry: string): "copy" | "more" | "else" {
  const [promoted, own] = [readStatement(statement), readStatement(entry)]
  const { kind } = compareRead(promoted, own)
  if (kind === "same") return "copy"
  if (kind !== "duplicate") return "else"
  const { shared, right } = matchTerms(promoted, own, weightOf)
  return right / (shared + right) > MOST_OWN ? "more" : "copy"
}

/** The share of what an entry says that may be in its own words: found on real memories, where “and full jitter” behind a sentence is 0.26 of it. */
const MOST_OWN = 0.25

/** As much of a statement as shows that it is quoted: a quotation may be cut short. */
const TELLING = 40

/** Whether a text has a statement in quotation marks, from its beginning. */
function quotes(text: string, statement: string): boolean {
  const beginning = plain(statement).slice(0, TELLING)
  return (
    beginning !== "" &&
    [...plain(text).matchAll(/[“"«„]/g)].some(({ index }) => plain(text).startsWith(beginning, index + 1))
  )
}

const plain = (words: string): string => words.replaceAll(/\s+/g, " ").trim()
