import { type Claim, readClaim } from "./claim"
import { matchTerms } from "./matching"
import { findOpposed } from "./opposed"
import { findOtherQuantity } from "./other-quantity"
import { findOtherValue } from "./other-value"
import { weightOf } from "./software-speech"
import { findSaidTwice } from "./said-twice"
import type { Against, Pairing } from "./standing-against"
import { findSuperseded } from "./superseded"

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
  /** Of a contradiction what it is in; of a duplicate whether it is in the same words. */
  readonly kind: "negation" | "quantity" | "value" | "superseded" | "same" | "reworded"
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
}

export const readSide = ({ text, date, section = null, file = null }: DatedStatement): ReadSide => ({
  ...readClaim(text),
  date,
  section,
  file,
  subject: subjectOf(section),
})

/**
 * What the queue takes for a conflict: surer than what a proposal is told (`compareStatements`), as nobody asked for it. Null where both
 * may stand.
 */
export const conflictBetween = (left: DatedStatement, right: DatedStatement): StatementConflict | null =>
  conflictBetweenRead(readSide(left), readSide(right))

export function conflictBetweenRead(left: ReadSide, right: ReadSide): StatementConflict | null {
  const pairing = { left, right, match: matchTerms(left.read, right.read, weightOf) }
  if (pairing.match.pairs.length === 0 && left.change === null && right.change === null) return null
  const against = findAgainst(pairing, left, right)
  if (against !== null)
    return {
      finding: "contradiction",
      kind: against.kind,
      message: against.message,
      words: against.words,
      score: round(against.score),
      later: against.later ?? laterOf(left, right),
    }
  const twice = findSaidTwice(pairing, { elsewhere: isElsewhere(left, right), aside: isAside(left, right) })
  return twice === null
    ? null
    : {
        finding: "duplicate",
        kind: twice.kind,
        message: twice.message,
        words: null,
        score: round(twice.score),
        later: laterOf(left, right),
      }
}

function findAgainst(
  pairing: Pairing,
  left: ReadSide,
  right: ReadSide,
): (Against & { readonly kind: StatementConflict["kind"] }) | null {
  const as = (kind: StatementConflict["kind"], against: Against | null) =>
    against === null ? null : { ...against, kind }
  const superseded = as("superseded", findSuperseded(pairing))
  if (superseded !== null) return superseded
  if (
    left.read.exact === right.read.exact ||
    left.data ||
    right.data ||
    left.event ||
    right.event ||
    partsFar(pairing)
  )
    return null
  const against =
    as("negation", findOpposed(pairing)) ??
    as("quantity", findOtherQuantity(pairing)) ??
    as("value", findOtherValue(pairing, isAside(left, right)))
  return against === null || speaksElsewhere(against.ground, left, right) ? null : against
}

/** Whether both say more of other things than of one: nothing that the rules would take for a conflict. */
const partsFar = ({ match }: Pairing): boolean =>
  match.leftOnly.length + match.rightOnly.length > 6 + match.pairs.length

/** A short statement, or a label with its value, is said of what stands in the heading. */
const speaksElsewhere = (ground: number, left: ReadSide, right: ReadSide): boolean =>
  isElsewhere(left, right) && ground < (left.label > 0 || right.label > 0 ? 4 : 1.5)

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
