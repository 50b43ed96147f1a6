import { type Claim, readClaim } from "../similarity/contradictable-statement"
import { type Match, matchTerms, isSameStatement } from "../similarity/matching"
import { readStatement } from "../similarity/statement"
import {
  isCount,
  isDurable,
  isInRecord,
  isInWords,
  isTask,
  areOfTwoCases,
  haveOppositeHeadings,
  isFragment,
  namesAnother,
  isRaised,
  isStrong,
} from "./contradiction-rules"
import {
  MAX_DUPLICATE_CONTRADICTION,
  isOtherMeasure,
  classifyRelation,
  type RelationVerdict,
  combineModels,
} from "../comparison/classify-relation"
import { type Closeness, type ClosestPair, definedTerm, findingOfClosest } from "./closest-pairs"
import type { Reason } from "../comparison/relation-reasons"
import { isEmptyWord, weightOf } from "../lexicon/software"
import { stemOf } from "../text/stems"
import { roundTo } from "../text/aggregates"
import fieldLabels from "../lexicon/words/field-labels.json" with { type: "json" }
import generalHeadings from "../lexicon/words/general-headings.json" with { type: "json" }

/** The text of an entry with its context. */
export interface DatedStatement {
  readonly text: string
  /** Date of the entry, YYYY-MM-DD, or null. */
  readonly date: string | null
  /** Heading above the entry. It names the subject of a short entry. */
  readonly section?: string | null
  readonly file?: string | null
  /** Path of the file. It may show that the file records one day or one piece of work. */
  readonly path?: string | null
}

/** A conflict between two entries. */
export interface StatementConflict {
  readonly finding: "duplicate" | "contradiction"
  /** Evidence in one sentence: "one says 5432, the other 5433". */
  readonly message: string
  /** Words that conflict, left and right separated by " / "; null if the whole entries do. */
  readonly words: string | null
  /** Confidence, 0–1. */
  readonly score: number
  /** The later side, by its words or else by the dates of the entries; null if unknown. */
  readonly later: "left" | "right" | null
}

/** An entry that is analyzed once and compared often. */
export interface ReadSide extends Claim {
  readonly date: string | null
  readonly section: string | null
  readonly file: string | null
  /** Subject that the heading names; "" if none. */
  readonly subject: string
  readonly isDurable: boolean
  readonly isTask: boolean
  /** True for a line that starts with a link, as the lines of an index do. */
  readonly isOfIndex: boolean
  readonly pathWords: readonly string[]
}

interface Pair {
  readonly left: ReadSide
  readonly right: ReadSide
}

/** Analyzes an entry for `conflictBetweenRead`. */
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
    isOfIndex: OF_INDEX.test(text),
    pathWords: pathWordsOf(claim.bare),
    date,
    section,
    file,
    subject: subjectOf(section),
  }
}

const OF_INDEX = /^\s*(?:[-*+]\s+)?\[[^\]\n]*\]\(/

/** True for a table row. Rows are separate by design, so similar rows never conflict. */
const isRow = (text: string): boolean => text.includes(" | ")

/**
 * Returns the conflict between two entries; null if both may stay. Needs more confidence than the comparison of a proposal with memory
 * (`compareStatements`), because no author is waiting for the result.
 */
export const conflictBetween = (left: DatedStatement, right: DatedStatement): StatementConflict | null =>
  conflictBetweenRead(readSide(left), readSide(right))

/** Returns the conflict between two analyzed entries; null if both may stay. `closeness`: how much they stand out in their scope, if known. */
export function conflictBetweenRead(
  left: ReadSide,
  right: ReadSide,
  closeness: Closeness | null = null,
): StatementConflict | null {
  const pair = { left, right }
  if (isSameStatement(left.read, right.read)) return identicalEntries(pair)
  if (![left, right].every((side) => side.isDurable && !side.isTask && isInWords(side))) return null
  if (isReplaced(pair))
    return conflictOf(pair, { finding: "contradiction", reason: REPLACED, probability: 0.9 })
  const match = matchTerms(left.read, right.read, weightOf)
  return match.pairs.length === 0 ? null : judgedConflict(pair, match, closeness)
}

function judgedConflict(pair: Pair, match: Match, closeness: Closeness | null): StatementConflict | null {
  const { left, right } = pair
  const position = { elsewhere: isElsewhere(pair), aside: isAside(pair) }
  if (position.elsewhere && haveOppositeHeadings(left, right)) return null
  const sharesSubject = !position.elsewhere || subjectShared(pair, match) >= leastSharedOf(pair)
  if (!sharesSubject && closeness === null) return null
  const judged = classifyRelation(left.read, right.read, match)
  const found = sharesSubject ? conflictAt(pair, judged, match, position) : null
  return found ?? (closeness === null ? null : closestConflict(pair, { judged, match, closeness }))
}

/**
 * Returns the conflict of a pair that differs from all others of its scope. Definitions of two terms never
 * conflict, nor does a line of an index with what it links to.
 */
function closestConflict(
  pair: Pair,
  compared: Pick<ClosestPair, "judged" | "match" | "closeness">,
): StatementConflict | null {
  const { left, right } = pair
  const [term, other] = [left, right].map(({ read }) => definedTerm(read.text))
  if (term !== null && other !== null && term !== other) return null
  if (left.isOfIndex || right.isOfIndex) return null
  const inFile = left.file !== null && left.file === right.file
  const found = findingOfClosest({ ...compared, inFile, inSection: inFile && left.section === right.section })
  if (found === null) return null
  if (found.finding === "contradiction" && cannotContradict(pair, compared.judged)) return null
  const { against, twice } = compared.judged
  return conflictOf(pair, { ...found, reason: found.finding === "contradiction" ? against : twice })
}

/** True for two counts of one moment, two cases such as a fact and a known issue, and questions. */
const cannotContradict = ({ left, right }: Pair, { against, features }: RelationVerdict): boolean =>
  (isCount(left) && isCount(right)) ||
  areOfTwoCases(left, right, against) ||
  (features.get("question one") ?? 0) > 0

function conflictAt(
  pair: Pair,
  judged: RelationVerdict,
  match: Match,
  position: Position,
): StatementConflict | null {
  const { left, right } = pair
  const verdict = combineModels(judged)
  if (verdict.against > 0.5 || judged.probabilities.contradiction >= 0.5)
    return isCount(left) && isCount(right) ? null : contradictionOf(pair, judged, position)
  if (verdict.against > MAX_DUPLICATE_CONTRADICTION || namesAnother(match)) return null
  return position.elsewhere && hasFragment(pair) ? null : duplicateOf(pair, judged, position)
}

/**
 * Returns the minimum weight of shared subject words for a conflict between entries under different headings.
 * Entries with labels need more, because labels share general words.
 */
const leastSharedOf = ({ left, right }: Pair): number => (left.label > 0 || right.label > 0 ? 4 : 2)

/** True if an entry is a fragment and no label names its subject. */
const hasFragment = ({ left, right }: Pair): boolean =>
  (isFragment(left) || isFragment(right)) && Math.max(left.label, right.label) < LONG_LABEL

/** Relative position of two entries. */
interface Position {
  /** True if the entries are below headings that name different subjects. */
  readonly elsewhere: boolean
  /** True if the entries are items of one list. */
  readonly aside: boolean
}

const REPLACED: Reason = { message: "one entry says that the other was replaced", words: null }

/** Maximum number of words in an entry about a replaced thing. A longer entry only mentions the thing. */
const LONGEST_REPLACED = 14

/** True if one entry reports a replacement and the other, a short entry, still names the replaced thing. */
function isReplaced({ left, right }: Pair): boolean {
  const later = laterByWords(left.read.text, right.read.text)
  if (later === null) return false
  const [now, before] = later === "left" ? [left, right] : [right, left]
  const isConditional = before.conditions.length + now.conditions.length > 0
  if (isConditional || before.read.denies || before.read.words.length > LONGEST_REPLACED) return false
  const gone = new Set(now.change?.gone?.map(({ idea }) => idea))
  const isNamed = gone.size > 1 || /[\p{Lu}\d`]/u.test(now.change?.goneAs ?? "")
  return isNamed && sharesRest(before, now, gone)
}

/**
 * True if the later entry lacks at most two of the earlier entry's words. Words for the replaced thing do not
 * count.
 */
function sharesRest(before: ReadSide, now: ReadSide, gone: ReadonlySet<string>): boolean {
  const said = new Set(now.read.terms.map(({ idea }) => idea))
  const rest = before.read.terms.filter(
    ({ idea, kind }) => !gone.has(idea) && weightOf(idea) >= 0.5 && kind === "word",
  )
  const shared = rest.filter(({ idea }) => said.has(idea)).length
  return rest.length === 0 || (shared > 0 && rest.length - shared <= 2)
}

/**
 * Minimum values for a duplicate, 0–1. `asked` and `everyday`: probabilities of the two models. `alike`:
 * share of common words. Below different headings, `apart` and `alikeApart` replace `everyday` and `alike`.
 */
const LEAST = {
  duplicate: { asked: 0.85, everyday: 0.75, apart: 0.9, alike: 0.6, alikeApart: 0.8 },
  superset: { asked: 0.85, everyday: 0.85, apart: 0.95, alike: 0.7, alikeApart: 0.85 },
} as const

/** Lowest probabilities of a contradiction between items of one list, where almost none contradict each other. */
const AMONG_ITEMS = { named: 0.6, other: 0.85 }

function contradictionOf(
  pair: Pair,
  judged: RelationVerdict,
  { aside, elsewhere }: Position,
): StatementConflict | null {
  const { evidence } = judged.against
  if (areOfTwoCases(pair.left, pair.right, judged.against)) return null
  // Below different headings, a single different word usually means two different things.
  if (elsewhere && (evidence === "opposite" || evidence === "name")) return null
  if (aside && !isContradictionInList(judged)) return null
  const isSure = !aside && !elsewhere && isCertain(judged)
  if (!isSure && !isRaised(judged, elsewhere)) return null
  return conflictOf(pair, {
    finding: "contradiction",
    reason: judged.against,
    probability: judged.probabilities.contradiction,
  })
}

/** True if two items of one list contradict each other. Lists name, count and deny several things of one kind. */
function isContradictionInList(judged: RelationVerdict): boolean {
  const { evidence } = judged.against
  if (evidence === "name" && judged.features.get("slot of one value") !== 1) return false
  const isNamed = isStrong(judged) && evidence !== "number" && evidence !== "denial"
  return judged.everyday.contradiction >= (isNamed ? AMONG_ITEMS.named : AMONG_ITEMS.other)
}

/** True for two values of one measure, two alternatives for one purpose, or the same words denied. */
const isCertain = ({ against: { evidence }, features, probabilities }: RelationVerdict): boolean =>
  (evidence === "number" && isOtherMeasure(features)) ||
  (evidence === "choice" && probabilities.contradiction >= 0.75 && features.get("alternative alone") === 1) ||
  (evidence === "denial" && probabilities.contradiction >= 0.95 && features.get("soft score") === 1)

function duplicateOf(pair: Pair, judged: RelationVerdict, { elsewhere }: Position): StatementConflict | null {
  const { duplicate, superset } = judged.probabilities
  const least = superset > duplicate ? LEAST.superset : LEAST.duplicate
  if (duplicate + superset < least.asked || alikeness(judged) < (elsewhere ? least.alikeApart : least.alike))
    return null
  const { everyday } = judged
  return everyday.duplicate + everyday.superset >= (elsewhere ? least.apart : least.everyday)
    ? conflictOf(pair, { finding: "duplicate", reason: judged.twice, probability: duplicate + superset })
    : null
}

/** Returns the share of words that both have, 0–1. Words of similar meaning count. */
const alikeness = ({ features }: RelationVerdict): number => features.get("soft score") ?? 0

/** Labels and general words, which do not name a subject. */
const GENERIC = new Set(fieldLabels.terms.flatMap((word) => [word, stemOf(word)]))

/** Returns the weight of the words about the subject that both entries share. Words of paths do not count, general words count less. */
function subjectShared({ left, right }: Pair, match: Match): number {
  const paths = new Set([...left.pathWords, ...right.pathWords])
  const weightInSubject = ({ left: term, weight }: Match["pairs"][number]): number => {
    if (paths.has(term.shown)) return 0
    if (GENERIC.has(term.stem) || GENERIC.has(term.idea)) return Math.min(weight, 0.3)
    if (term.within && !term.code) return weight * 0.5
    return isEmptyWord(term.stem) || (term.kind === "number" && left.label > 0) ? 0 : weight
  }
  return match.pairs.reduce((sum, shared) => sum + weightInSubject(shared), 0)
}

/** Returns the words of paths, file names and addresses. */
const pathWordsOf = (bare: string): readonly string[] =>
  (bare.match(PATHS) ?? []).flatMap((path) => path.toLowerCase().split(/[^\p{L}\p{N}]+/u))
const PATHS = /[\w.-]*[\w-]\/[\w./-]+|\b\w[\w-]*\.[a-z]\w{0,4}\b/g

function identicalEntries(pair: Pair): StatementConflict | null {
  const { left, right } = pair
  if (!isSentence(left) || !isSentence(right) || signsOf(left) !== signsOf(right)) return null
  // Below different headings, equal short texts are about different things.
  const isShort = left.label > 0 ? left.label < LONG_LABEL : left.read.words.length < 6 || isFragment(left)
  if (isElsewhere(pair) && isShort) return null
  const reason = { message: "both entries are identical", words: null }
  return conflictOf(pair, { finding: "duplicate", reason, probability: 1 })
}

/** Minimum number of words in a label that names its own subject: `Owner of the billing export: Priya`. */
const LONG_LABEL = 3

/** Returns signs that word comparison ignores: `✅` and `❌`, `<` and `>`. */
const signsOf = ({ bare }: Claim): string => (bare.match(/[✅❌✓✗☑☐<>≤≥≠]|!=/g) ?? []).join("")

/** True if the entry is durable and has a word outside of code and beside function words. */
const isSentence = (claim: ReadSide): boolean =>
  claim.isDurable && claim.read.words.some(({ within, stem }) => !within && !isEmptyWord(stem))

function conflictOf(
  pair: Pair,
  {
    finding,
    reason: { message, words },
    probability,
  }: {
    readonly finding: StatementConflict["finding"]
    readonly reason: Reason
    readonly probability: number
  },
): StatementConflict {
  return { finding, message, words, score: roundTo(probability, 2), later: laterOf(pair) }
}

/** True for items of one list, unless their dates differ. */
const isAside = ({ left, right }: Pair): boolean =>
  left.file !== null &&
  left.file === right.file &&
  left.section === right.section &&
  (left.date === null || left.date === right.date)

const isElsewhere = ({ left, right }: Pair): boolean =>
  left.subject !== "" && right.subject !== "" && left.subject !== right.subject

/** Words of headings that do not name a subject. */
const ANYTHING = new Set(generalHeadings.terms)

/** Returns the subject that a heading names; "" if none. */
function subjectOf(section: string | null): string {
  const words = section?.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? []
  return words.every((word) => ANYTHING.has(word)) ? "" : words.join(" ")
}

/** Returns the side that says that the other is outdated: "moved from X to Y" against "uses X". Null if neither does. */
export function laterByWords(left: string, right: string): "left" | "right" | null {
  const [leftClaim, rightClaim] = [readClaim(left), readClaim(right)]
  const isLeftLater = replaces(leftClaim, rightClaim)
  if (isLeftLater === replaces(rightClaim, leftClaim)) return null
  return isLeftLater ? "left" : "right"
}

/** Returns the side that contains all of the other side and more. Null if neither does. */
export function sideWithMore(left: string, right: string): "left" | "right" | null {
  const match = matchTerms(readStatement(left), readStatement(right), weightOf)
  if (isSupplement(match.left, match.right)) return "left"
  return isSupplement(match.right, match.left) ? "right" : null
}

/** True if one side has words that weigh as much as a common word or more, and the other side has no own words. */
const isSupplement = (own: number, others: number): boolean => own >= 0.5 && others === 0

/** True if one entry reports a change from X to Y, and the other names X but not Y. */
function replaces({ change }: Claim, { read, change: own }: Claim): boolean {
  if (change === null || change.gone === null || own !== null) return false
  const said = new Set(read.words.map(({ idea }) => idea))
  const names = (words: readonly { readonly idea: string }[] | null) =>
    words !== null && words.length > 0 && words.every(({ idea }) => said.has(idea))
  return names(change.gone) && !names(change.come)
}

function laterOf({ left, right }: Pair): StatementConflict["later"] {
  const byWords = laterByWords(left.read.text, right.read.text)
  if (byWords !== null) return byWords
  if (left.date === null || right.date === null || left.date === right.date) return null
  return left.date > right.date ? "left" : "right"
}
