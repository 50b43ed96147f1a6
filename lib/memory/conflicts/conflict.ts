import { type Claim, readClaim } from "../similarity/claim"
import { type Match, matchTerms } from "../similarity/matching"
import { isCount, isDurable, isInRecord, isInWords, isTask } from "../judgement/durable"
import { isRaised, isStrong } from "../judgement/evident"
import { DOUBTFUL, isOtherMeasure, judge, type Judgement, verdictOf } from "../judgement/judge"
import type { Reason } from "../judgement/reason"
import { saysSame } from "../similarity/same-statement"
import { isEmptyWord, weightOf } from "../lexicon/software"
import { stemOf } from "../text/stems"
import { roundTo } from "../numbers/round"

/** A statement with what its entry says of it. */
export interface DatedStatement {
  readonly text: string
  /** The date that the entry carries, YYYY-MM-DD, or null. */
  readonly date: string | null
  /** The heading that it stands under, and the file: what a short statement leaves to them. Unknown where left out. */
  readonly section?: string | null
  readonly file?: string | null
  /** The path of the file, which may tell that it records one day or one piece of work. */
  readonly path?: string | null
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
  readonly isTask: boolean
  readonly pathWords: readonly string[]
}

export const readSide = ({
  text,
  date,
  section = null,
  file = null,
  path = null,
}: DatedStatement): ReadSide => {
  const claim = readClaim(text)
  return {
    ...claim,
    isDurable: isDurable(claim) && !isInRecord(section, path) && !isRow(text),
    isTask: isTask(text),
    pathWords: pathWordsOf(claim.bare),
    date,
    section,
    file,
    subject: subjectOf(section),
  }
}

/** Rows of a table are told apart by their cells: alike ones are the table's own. */
const isRow = (text: string): boolean => text.includes(" | ")

/**
 * What the queue takes for a conflict: surer than what a proposal is told (`compareStatements`), as nobody asked for it. Null where both
 * may stand.
 */
export const conflictBetween = (left: DatedStatement, right: DatedStatement): StatementConflict | null =>
  conflictBetweenRead(readSide(left), readSide(right))

export function conflictBetweenRead(left: ReadSide, right: ReadSide): StatementConflict | null {
  if (saysSame(left.read, right.read)) return sameWords(left, right)
  if (![left, right].every((side) => side.isDurable && !side.isTask && isInWords(side))) return null
  const match = matchTerms(left.read, right.read, weightOf)
  const later = stillSaid(left, right)
  if (later !== null) return found("contradiction", LEFT_BEHIND, 0.9, left, right)
  if (match.pairs.length === 0) return null
  const judged = judge(left.read, right.read, match)
  const place = { elsewhere: isElsewhere(left, right), aside: isAside(left, right) }
  if (place.elsewhere && subjectShared(left, right, match) < (left.label > 0 || right.label > 0 ? 4 : 2))
    return null
  const verdict = verdictOf(judged)
  if (verdict.against > 0.5 || judged.probabilities.contradiction >= 0.5)
    return isCount(left) && isCount(right) ? null : against(judged, left, right, place)
  return verdict.against <= DOUBTFUL ? twice(judged, left, right, place) : null
}

interface Places {
  /** Under headings that name two subjects. */
  readonly elsewhere: boolean
  /** Items of one list. */
  readonly aside: boolean
}

const LEFT_BEHIND: Reason = { message: "one entry says that the other was replaced", words: null }

/** What is still said is said in a short sentence; a longer text only mentions it. */
const STILL_SAID = 14

/** The side that tells that what the other still says, in a short sentence about the same, has come to an end; null where neither does. */
function stillSaid(left: ReadSide, right: ReadSide): "left" | "right" | null {
  const later = laterByWords(left.read.text, right.read.text)
  if (later === null) return null
  const [now, before] = later === "left" ? [left, right] : [right, left]
  if (
    before.read.denies ||
    before.read.words.length > STILL_SAID ||
    before.conditions.length + now.conditions.length > 0
  )
    return null
  const gone = new Set(now.change?.gone?.map(({ idea }) => idea))
  const isNamed = gone.size > 1 || /[\p{Lu}\d`]/u.test(now.change?.goneAs ?? "")
  const other = new Set(now.read.terms.map(({ idea }) => idea))
  const rest = before.read.terms.filter(
    ({ idea, kind }) => !gone.has(idea) && weightOf(idea) >= 0.5 && kind === "word",
  )
  const shared = rest.filter(({ idea }) => other.has(idea)).length
  return isNamed && (rest.length === 0 || (shared > 0 && rest.length - shared <= 2)) ? later : null
}

/** From which probability on a pair is worth a person's look: where somebody asked about it, and among all pairs of real memory. */
const LEAST = {
  duplicate: { asked: 0.85, everyday: 0.75, apart: 0.9, alike: 0.6, alikeApart: 0.8 },
  superset: { asked: 0.85, everyday: 0.85, apart: 0.95, alike: 0.7, alikeApart: 0.85 },
} as const

/** From here on two items of one list stand against each other by what is learned from real memory, where next to none do. */
const AMONG_ITEMS = { named: 0.6, other: 0.85 }

function against(
  judged: Judgement,
  left: ReadSide,
  right: ReadSide,
  { aside, elsewhere }: Places,
): StatementConflict | null {
  const { evidence } = judged.against
  // Under two headings one word that differs is of two things.
  if (elsewhere && (evidence === "opposite" || evidence === "name")) return null
  // The items of one list name several things of one kind.
  if (aside && evidence === "name" && judged.features.get("slot of one value") !== 1) return null
  const isSure = !aside && !elsewhere && isCertain(judged)
  if (!isSure && !isRaised(judged, elsewhere)) return null
  // Items of one list count and deny several things of one kind.
  const isNamed = isStrong(judged) && evidence !== "number" && evidence !== "denial"
  const least = isNamed ? AMONG_ITEMS.named : AMONG_ITEMS.other
  if (aside && judged.everyday.contradiction < least) return null
  return found("contradiction", judged.against, judged.probabilities.contradiction, left, right)
}

/** One measure of one thing that is given twice, two things to choose from for one purpose, or the same words denied. */
const isCertain = ({ against: { evidence }, features, probabilities }: Judgement): boolean =>
  (evidence === "number" && isOtherMeasure(features)) ||
  (evidence === "choice" && probabilities.contradiction >= 0.75 && features.get("alternative alone") === 1) ||
  (evidence === "denial" && probabilities.contradiction >= 0.95 && features.get("soft score") === 1)

function twice(
  judged: Judgement,
  left: ReadSide,
  right: ReadSide,
  { elsewhere }: Places,
): StatementConflict | null {
  const { duplicate, superset } = judged.probabilities
  const least = superset > duplicate ? LEAST.superset : LEAST.duplicate
  if (duplicate + superset < least.asked || alikeness(judged) < (elsewhere ? least.alikeApart : least.alike))
    return null
  const { everyday } = judged
  return everyday.duplicate + everyday.superset >= (elsewhere ? least.apart : least.everyday)
    ? found("duplicate", judged.twice, duplicate + superset, left, right)
    : null
}

/** How much both say of what either says, words of near meaning counted, 0–1. */
const alikeness = ({ features }: Judgement): number => features.get("soft score") ?? 0

/** Labels and words that thousands of things have: alone they do not say what is spoken of. */
const GENERIC = new Set(
  "status version date type name port file path owner priority rating score size count total result layer domain severity effort impact note number id key value level line entry length duration time create update ref source target location locat section phase tag gate state test command url example summary scope goal action role model tool cost default purpose description reason format page title author category step module option order data code api user app project system feature fix issue bug change"
    .split(" ")
    .flatMap((word) => [word, stemOf(word)]),
)

/** How much both say of what they speak of, words that stand everywhere and parts of paths and names left out. */
function subjectShared(left: ReadSide, right: ReadSide, match: Match): number {
  const paths = new Set([...left.pathWords, ...right.pathWords])
  return match.pairs.reduce(
    (sum, { left: term, weight }) =>
      sum +
      (paths.has(term.shown)
        ? 0
        : GENERIC.has(term.stem) || GENERIC.has(term.idea)
          ? Math.min(weight, 0.3)
          : term.within && !term.code
            ? weight * 0.5
            : isEmptyWord(term.stem) || (term.kind === "number" && left.label > 0)
              ? 0
              : weight),
    0,
  )
}

/** The words of paths, files and addresses. */
const pathWordsOf = (bare: string): readonly string[] =>
  (bare.match(PATHS) ?? []).flatMap((path) => path.toLowerCase().split(/[^\p{L}\p{N}]+/u))
const PATHS = /[\w.-]*[\w-]\/[\w./-]+|\b\w[\w-]*\.[a-z]\w{0,4}\b/g

function sameWords(left: ReadSide, right: ReadSide): StatementConflict | null {
  if (!isSentence(left) || !isSentence(right) || signsOf(left) !== signsOf(right)) return null
  // Under two headings a label with its value, or a few words, speak of two things.
  const isShort = left.label > 0 ? left.label < LONG_LABEL : left.read.words.length < 6
  if (isElsewhere(left, right) && isShort) return null
  return found("duplicate", { message: "both entries are identical", words: null }, 1, left, right)
}

/** A label of so many words names its own subject: `Owner of the billing export: Priya`. */
const LONG_LABEL = 3

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
  return { finding, message, words, score: roundTo(probability, 2), later: laterOf(left, right) }
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

/** The side that says what the other says was left for something else: `moved from X to Y` against `uses X`; null where neither does. */
export function laterByWords(left: string, right: string): "left" | "right" | null {
  const [one, other] = [readClaim(left), readClaim(right)]
  const [replaces, isReplaced] = [replacedIn(one, other), replacedIn(other, one)]
  return replaces === isReplaced ? null : replaces ? "left" : "right"
}

/** Whether one says that something was left for another thing, and the other still names what was left and not what came. */
function replacedIn(
  { change }: ReturnType<typeof readClaim>,
  { read, change: own }: ReturnType<typeof readClaim>,
): boolean {
  if (change === null || change.gone === null || own !== null) return false
  const said = new Set(read.words.map(({ idea }) => idea))
  const names = (words: readonly { readonly idea: string }[] | null) =>
    words !== null && words.length > 0 && words.every(({ idea }) => said.has(idea))
  return names(change.gone) && !names(change.come)
}

function laterOf(left: ReadSide, right: ReadSide): StatementConflict["later"] {
  const byWords = laterByWords(left.read.text, right.read.text)
  if (byWords !== null) return byWords
  if (left.date === null || right.date === null || left.date === right.date) return null
  return left.date > right.date ? "left" : "right"
}
