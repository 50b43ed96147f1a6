import { type Claim, readClaim } from "./claim"
import { matchTerms } from "./matching"
import { isCount, isDurable } from "./judgement/durable"
import { judge } from "./judgement/judge"
import type { Reason } from "./judgement/reason"
import { saysSame } from "./same-statement"
import { isEmptyWord, weightOf } from "./software-speech"

/** A statement with what its entry says of it. */
export interface DatedStatement {
  readonly text: string
  /** The date that the entry carries, YYYY-MM-DD, or null. */
  readonly date: string | null
  /** The heading that it stands under, and the file: what a short statement leaves to them. Unknown where left out. */
  readonly section?: string | null
  readonly file?: string | null
}

/** Two statements that should not both stand. */
export interface StatementConflict {
  /** `duplicate`: both say the same. `contradiction`: of one subject, and both can hardly stand. */
  readonly finding: "duplicate" | "contradiction"
  /** The evidence in one sentence: "one says 5432, the other 5433". */
  readonly message: string
  /** The very words that raised it, left and right parted by " / "; null where the whole statements did. */
  readonly words: string | null
  /** How sure it is, 0–1. */
  readonly score: number
  /** Which side is later, by what it says itself or by the dates of the entries; null where neither tells. */
  readonly later: "left" | "right" | null
}

/** A statement as it is compared: made once, compared often. */
export interface ReadSide extends Claim {
  readonly date: string | null
  readonly section: string | null
  readonly file: string | null
  /** What the heading says the statement is of. */
  readonly subject: string
  readonly isDurable: boolean
}

export const readSide = ({ text, date, section = null, file = null }: DatedStatement): ReadSide => {
  const claim = readClaim(text)
  return {
  ...claim,
  isDurable: isDurable(claim),
  date,
  section,
  file,
  subject: subjectOf(section),
}
}

/**
 * What the queue takes for a conflict: surer than what a proposal is told (`compareStatements`), as nobody asked for it. Null where both
 * may stand.
 */
export const conflictBetween = (left: DatedStatement, right: DatedStatement): StatementConflict | null =>
  conflictBetweenRead(readSide(left), readSide(right))

export function conflictBetweenRead(left: ReadSide, right: ReadSide): StatementConflict | null {
  if (saysSame(left.read, right.read)) return sameWords(left, right)
  if (!left.isDurable || !right.isDurable) return null
  const match = matchTerms(left.read, right.read, weightOf)
  if (match.pairs.length === 0) return null
  const judged = judge(left.read, right.read, match)
  const { contradiction, duplicate, superset } = judged.probabilities
  const place = { elsewhere: isElsewhere(left, right), aside: isAside(left, right) }
  if (contradiction >= leastFor("contradiction", place) && !(isCount(left) && isCount(right)))
    return found("contradiction", judged.against, contradiction, left, right)
  const twice = duplicate + superset
  if (twice >= leastFor("duplicate", place)) return found("duplicate", judged.twice, twice, left, right)
  return null
}

/** From which probability on a pair is worth a person's look. */
function leastFor(finding: StatementConflict["finding"], { elsewhere, aside }: { elsewhere: boolean; aside: boolean }): number {
  const least = LEAST[finding]
  return aside ? least.aside : elsewhere ? least.elsewhere : least.same
}

const LEAST = {
  contradiction: { same: 0.6, elsewhere: 0.8, aside: 0.9 },
  duplicate: { same: 0.7, elsewhere: 0.85, aside: 0.9 },
} as const

function sameWords(left: ReadSide, right: ReadSide): StatementConflict | null {
  if (!isSentence(left) || signsOf(left) !== signsOf(right)) return null
  return found("duplicate", { message: "both say the same in the same words", words: null }, 1, left, right)
}

/** Signs that words are not: `✅` and `❌`, `<` and `>`. */
const signsOf = ({ bare }: Claim): string => (bare.match(/[✅❌✓✗☑☐<>≤≥≠]|!=/g) ?? []).join("")

/** Words enough to say something, not all of them code. */
const isSentence = (claim: ReadSide): boolean =>
  claim.isDurable && claim.read.words.some(({ within, stem }) => !within && !isEmptyWord(stem))

function found(
  finding: StatementConflict["finding"],
  { message, words }: Reason,
  probability: number,
  left: ReadSide,
  right: ReadSide,
): StatementConflict {
  return { finding, message, words, score: round(probability), later: laterOf(left, right) }
}

/** Items of one list, unless their dates tell that one came after the other. */
const isAside = (left: ReadSide, right: ReadSide): boolean =>
  left.file !== null &&
  left.file === right.file &&
  left.section === right.section &&
  (left.date === null || left.date === right.date)

const isElsewhere = (left: ReadSide, right: ReadSide): boolean =>
  left.subject !== "" && right.subject !== "" && left.subject !== right.subject

/** Headings that stand over anything. */
const ANYTHING = new Set(
  "a an and the of for to in on with about accumulated architecture background best choices code coding commands common configuration constraints context conventions coordinator current decision decisions deployment details development durable environment facts finding findings general gotchas guidelines history important info information infrastructure insights key known learned learnings lessons list made main memory misc miscellaneous new next note notes open other our overview patterns points practices preferences problems project recent reference role rules section setup shared specific stack standards state status steps style summary system team tech technical test testing tests that things threads tips todo tools useful user watch what workflow worked".split(
    " ",
  ),
)

/** What a heading says its statements are of; "" where it says nothing. */
function subjectOf(section: string | null): string {
  const words = section?.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? []
  return words.every((word) => ANYTHING.has(word)) ? "" : words.join(" ")
}

function laterOf(left: ReadSide, right: ReadSide): StatementConflict["later"] {
  if (left.date === null || right.date === null || left.date === right.date) return null
  return left.date > right.date ? "left" : "right"
}

const round = (score: number): number => Math.round(score * 100) / 100
