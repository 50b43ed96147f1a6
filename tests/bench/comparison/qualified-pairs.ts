import { randomFrom } from "./boost"
import type { Pair } from "./pair"

/** Fraction of pairs that get a qualified copy. */
const SHARE = { contradiction: 0.45, duplicate: 0.3 }

/**
 * Phrases before or after a statement that make it past, planned, a question, about another place or an
 * exception.
 */
const PAST = [
  "Until last year ",
  "Back in 2022 ",
  "Before the reorganisation ",
  "In the first version ",
  "Originally ",
  "Up to release 3 ",
]
const PLAN = [
  "Plan for next year: ",
  "Proposal, not decided yet: ",
  "We would like this by summer: ",
  "Roadmap: ",
  "Under consideration: ",
  "Idea for the next quarter: ",
]
const QUESTION = [
  "Open question: ",
  "Still undecided: ",
  "To be discussed: ",
  "Should it be so that ",
  "Asked by sales: ",
]
const ELSEWHERE = [
  "On the demo tenant ",
  "For the pilot in Norway: ",
  "During a declared incident ",
  "In the archive job ",
  "While the freeze lasts, ",
  "For guests: ",
  "In the training rooms ",
  "As the only exception, in the partner portal ",
]
const EXCEPT = [
  ", except for the partner accounts",
  ", unless the lead agreed to something else",
  ", apart from the archive",
  "; trainees are exempt",
  ", with the pilot as an exception",
]

/**
 * Copies of pairs in which one statement was qualified. A statement about the past, a plan, a question or
 * another place neither contradicts nor duplicates one about the present. Each copy is in the group of its
 * original.
 */
export function qualifiedPairs(pairs: readonly Pair[]): Pair[] {
  const random = randomFrom(13)
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const before = (from: readonly string[], text: string) => {
    const start = any(from)
    return `${start}${start.endsWith(": ") ? text : lowered(text)}${start.startsWith("Should") ? "?" : ""}`
  }
  return pairs.flatMap((pair) => {
    if ((pair.label !== "contradiction" && pair.label !== "duplicate") || !isEnglish(pair)) return []
    if (random() >= SHARE[pair.label]) return []
    const [a, b] = random() < 0.5 ? [pair.a, pair.b] : [pair.b, pair.a]
    const kinds =
      pair.label === "duplicate" ? [PLAN, QUESTION, EXCEPT] : [PAST, PLAN, QUESTION, ELSEWHERE, ELSEWHERE]
    const kind = any(kinds)
    const other = kind === EXCEPT ? `${b.replace(/[.!]$/, "")}${any(EXCEPT)}` : before(kind, b)
    return [
      { a, b: other, label: "related", group: pair.group, kind: "qualified", weight: pair.weight * 0.6 },
    ]
  })
}

const isEnglish = ({ a, b }: Pair): boolean =>
  [a, b].every((text) => /^[A-Z][a-z' ]/.test(text) && /\b(?:the|a|is|are|to|of|in|on|and|for)\b/.test(text))

const STARTS =
  /^(?:The|A|An|All|Every|Each|We|Our|Use|Never|Always|Do|Don|Keep|No|Only|If|When|It|There|Any|In|On|At|For|Put|Ask|Run|Send|Write|Store|Call)\b/

const lowered = (text: string): string =>
  STARTS.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
