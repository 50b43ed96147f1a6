import { unspacedDenials } from "../similarity/negation"
import { isEmptyWord } from "../lexicon/software"
import { type Match, scoreOf } from "../similarity/matching"
import type { Statement, Term } from "../similarity/statement"
import { sharesOfCause } from "./causes"
import { COMPARED_TERMS, type StatementPairReading, NEAR_MEANING } from "./pair-reading"
import { type Gap, countsOtherwise, namesOtherNumbered } from "./differences"
import { comparedOrder, isTurnedRound } from "./stated-order"
import type { Marker, Reading } from "./reading"
import type { Slot } from "./slot"
import { wordingsOf } from "./models"
import { cosine, nearness } from "./word-vectors"

/** Values of the features by name. */
export type PairFeatures = ReadonlyMap<string, number>

/**
 * Returns the features by which the models decide. The values do not depend on the order of the statements.
 */
export function pairFeaturesOf(comparison: StatementPairReading): PairFeatures {
  const sheet = new FeatureSheet()
  const soft = softWeightsOf(comparison)
  const twoSided = comparison.aligned.gaps.filter(
    ({ left, right }) => left.to > left.from && right.to > right.from,
  )
  putShared(sheet, comparison, soft)
  putAlignment(sheet, comparison, twoSided)
  putSlot(sheet, comparison, twoSided)
  putEnds(sheet, comparison)
  putNumbers(sheet, comparison)
  putOpposites(sheet, comparison)
  putDifferences(sheet, comparison, twoSided)
  const signed = signedPairsOf(comparison)
  putDenials(sheet, comparison, { signed, softShared: soft.shared })
  putRejected(sheet, comparison, { signed, softShared: soft.shared })
  putCauses(sheet, comparison)
  putModality(sheet, comparison)
  putOnly(sheet, comparison)
  putOrder(sheet, comparison)
  putNames(sheet, comparison)
  putMarkers(sheet, comparison)
  return new Map([...sheet.entries(), ...wordingsOf(comparison.left.statement, comparison.right.statement)])
}

/** Collects features. Training depends on their order: single features, then those of two sides. */
class FeatureSheet {
  private readonly single: [string, number][] = []
  private readonly sided: [string, number][] = []

  put(name: string, value: number | boolean): void {
    this.single.push([name, Number(value)])
  }

  /** Adds a feature after all features that `put` adds. */
  putLast(name: string, value: number | boolean): void {
    this.sided.push([name, Number(value)])
  }

  /** Adds two features: the lesser and the greater value of both sides. */
  putBoth(name: string, one: number, other: number): void {
    this.putLast(`${name} least`, Math.min(one, other))
    this.putLast(`${name} most`, Math.max(one, other))
  }

  entries(): readonly (readonly [string, number])[] {
    return [...this.single, ...this.sided]
  }
}

/**
 * Word weights that both statements share and that only one has. Words of similar meaning count as shared.
 */
interface SoftWeights {
  readonly shared: number
  readonly left: number
  readonly right: number
}

function softWeightsOf({ match, soft }: StatementPairReading): SoftWeights {
  const weightOf = (side: "left" | "right") =>
    soft.reduce((sum, pair) => sum + match.weigh(pair[side]) * pair.nearness, 0)
  const [left, right] = [weightOf("left"), weightOf("right")]
  return { shared: match.shared + Math.min(left, right), left: match.left - left, right: match.right - right }
}

function putShared(
  sheet: FeatureSheet,
  { left, right, match }: StatementPairReading,
  soft: SoftWeights,
): void {
  const total = match.shared + match.left + match.right
  sheet.put("shared", match.shared)
  sheet.put("shared share", match.shared / Math.max(0.1, total))
  sheet.put("score", scoreOf(match))
  sheet.putBoth("rest", match.left, match.right)
  sheet.putBoth(
    "rest share",
    match.left / Math.max(0.1, match.shared + match.left),
    match.right / Math.max(0.1, match.shared + match.right),
  )
  sheet.put("soft", soft.shared - match.shared)
  sheet.put(
    "soft score",
    scoreOf({ shared: soft.shared, left: Math.max(0, soft.left), right: Math.max(0, soft.right) }),
  )
  sheet.putBoth(
    "soft rest share",
    soft.left / Math.max(0.1, soft.shared + soft.left),
    soft.right / Math.max(0.1, soft.shared + soft.right),
  )
  sheet.putBoth(
    "best nearness",
    bestNearness(match.leftOnly, match.rightOnly),
    bestNearness(match.rightOnly, match.leftOnly),
  )
  sheet.put("cosine", cosine(left.vector, right.vector))
}

/** Adds features for words in the same order in both. `twoSided`: the gaps in which both have words. */
function putAlignment(
  sheet: FeatureSheet,
  { left, right, aligned: { common, gaps } }: StatementPairReading,
  twoSided: readonly Gap[],
): void {
  const [leftWords, rightWords] = [left.statement.words.length, right.statement.words.length]
  const [shorter, longer] = [Math.min(leftWords, rightWords), Math.max(1, leftWords, rightWords)]
  sheet.putBoth("words", leftWords, rightWords)
  sheet.put("length ratio", shorter / longer)
  sheet.put("in order", common / longer)
  sheet.put("in order of shorter", common / Math.max(1, shorter))
  sheet.put("gaps", gaps.length)
  sheet.put("gaps of both", twoSided.length)
  sheet.put(
    "gap words",
    gaps.reduce((sum, gap) => sum + gap.left.to - gap.left.from + gap.right.to - gap.right.from, 0),
  )
  sheet.put("one gap", gaps.length === 1 && twoSided.length === 1)
  const [first, last] = [gaps[0], gaps.at(-1)]
  sheet.put("gap at end", last !== undefined && last.left.to === leftWords && last.right.to === rightWords)
  sheet.put("gap at start", first !== undefined && first.left.from === 0 && first.right.from === 0)
  sheet.put(
    "gap nearness",
    twoSided
      .slice(0, 4)
      .reduce((best, gap) => Math.max(best, gapNearness(left.statement, right.statement, gap)), 0),
  )
}

/**
 * Adds features for the one place in which both statements differ, and for different first words, code and
 * names.
 */
function putSlot(
  sheet: FeatureSheet,
  { left, right, slot }: StatementPairReading,
  twoSided: readonly Gap[],
): void {
  const bothSay = (test: (word: Slot["left"][number]) => boolean) =>
    slot !== null && slot.left.some(test) && slot.right.some(test)
  sheet.put("slot", slot !== null)
  sheet.put("slot last", slot !== null && slot.isLast)
  sheet.put("slot of one value", slot !== null && slot.takesOne)
  sheet.put("slot of several values", slot !== null && slot.takesSeveral)
  sheet.put("slot words", slot === null ? 0 : Math.max(slot.left.length, slot.right.length))
  sheet.put(
    "slot of numbers",
    bothSay(({ kind }) => kind === "number"),
  )
  sheet.put(
    "slot of names",
    bothSay(({ named, code }) => named || code),
  )
  sheet.put("both say", left.says && right.says)
  sheet.put("other first", hasOtherFirst(left, right))
  sheet.put("other code", hasOtherCode(left.statement, right.statement))
  sheet.put("other code name", hasOtherCode(left.statement, right.statement, isCodeName))
  sheet.put("other name", hasOtherName(left, right, twoSided))
  sheet.put(
    "slot of days",
    bothSay(({ idea }) => left.days.has(idea) || right.days.has(idea)),
  )
}

/** Adds features for equal words at the beginning, at the end and in the same order. */
function putEnds(sheet: FeatureSheet, { left, right, match }: StatementPairReading): void {
  const [leftTerms, rightTerms] = [left.statement.terms, right.statement.terms]
  sheet.put("inversions", inversionsOf(match))
  sheet.put("first alike", leftTerms[0]?.idea === rightTerms[0]?.idea)
  sheet.put("last alike", leftTerms.at(-1)?.idea === rightTerms.at(-1)?.idea)
  sheet.put("pairs", match.pairs.length)
  sheet.put(
    "unspaced",
    match.pairs.some((pair) => pair.left.kind === "pair"),
  )
}

/** Adds features for the numbers and dates that differ. */
function putNumbers(sheet: FeatureSheet, { left, right, match, numbers }: StatementPairReading): void {
  const numbersAmong = (terms: readonly Term[]) => terms.filter(({ kind }) => kind === "number").length
  sheet.putBoth("numbers only", numbersAmong(match.leftOnly), numbersAmong(match.rightOnly))
  sheet.put("numbers shared", match.pairs.filter((pair) => pair.left.kind === "number").length)
  sheet.put("other number", numbers.length)
  sheet.put("counts otherwise", countsOtherwise(left.numbers, right.numbers))
  sheet.put(
    "other number beside alike",
    numbers.filter(([one, other]) => besideAlike(left, one, right, other)).length,
  )
  sheet.put("number rest", numbers.length === 0 ? 0 : contextWithout(match, numbers.flat()))
  sheet.putBoth("days", missing(left.days, right.days), missing(right.days, left.days))
  sheet.put("days shared", left.days.size - missing(left.days, right.days))
}

/**
 * Returns the terms of the strongest pair of opposites, one from each statement, if the other statement lacks
 * them. Empty without opposites.
 */
function oppositeTermsOf({ match, opposites: [opposite] }: StatementPairReading): readonly Term[] {
  if (opposite === undefined) return []
  return [
    ...match.leftOnly.filter(({ place }) => place === opposite.left.place),
    ...match.rightOnly.filter(({ place }) => place === opposite.right.place),
  ]
}

function putOpposites(sheet: FeatureSheet, comparison: StatementPairReading): void {
  const { match, opposites, alternatives } = comparison
  const [opposite] = opposites
  sheet.put("opposites", opposites.length)
  sheet.put("opposite", opposite?.weight ?? 0)
  sheet.put("opposite rest", opposite === undefined ? 0 : contextWithout(match, oppositeTermsOf(comparison)))
  sheet.put("opposite turned", opposite !== undefined && opposite.left.sign * opposite.right.sign < 0)
  sheet.put("alternatives", alternatives.length)
}

/** Maximum weight of differing words that is negligible. */
const NEGLIGIBLE = 0.3

/** Adds features for pairs that differ only in a number, an opposite or an alternative, or not at all. */
function putDifferences(
  sheet: FeatureSheet,
  comparison: StatementPairReading,
  twoSided: readonly Gap[],
): void {
  const { left, right, match, soft, alternatives, numbers } = comparison
  const softTerms = soft.flatMap((pair) => [pair.left, pair.right])
  const putAlone = (name: string, terms: readonly Term[]) => {
    const rest = restWithout(match, [...terms, ...softTerms])
    sheet.putLast(`${name} alone`, terms.length > 0 && Math.min(...rest) <= NEGLIGIBLE)
    sheet.putLast(`${name} beyond`, terms.length > 0 ? Math.max(...rest) : -1)
  }
  putAlone("number", numbers.flat())
  putAlone("opposite", oppositeTermsOf(comparison))
  putAlone("alternative", alternatives.flat())
  sheet.put("nothing differs", Math.max(...restWithout(match, softTerms)) <= NEGLIGIBLE)
  sheet.put("other numbered", namesOtherNumbered(left.statement, right.statement, match))
  sheet.put("only adds", Math.min(...restWithout(match, [])) <= 0.5)
  sheet.put("other subject", isOtherSubject(left.statement, right.statement, twoSided))
}

/** A word of each statement with the same or a similar meaning, and the weight of the shared part. */
type SignedPair = readonly [left: Term, right: Term, weight: number]

const signedPairsOf = ({ match, soft }: StatementPairReading): readonly SignedPair[] => [
  ...match.pairs.map((pair) => [pair.left, pair.right, pair.weight] as const),
  ...soft.map((pair) => [pair.left, pair.right, match.weigh(pair.left) * pair.nearness] as const),
]

interface SignedWords {
  readonly signed: readonly SignedPair[]
  /** Weight of the shared words, words of similar meaning included. */
  readonly softShared: number
}

function putDenials(
  sheet: FeatureSheet,
  { left, right, match }: StatementPairReading,
  { signed, softShared }: SignedWords,
): void {
  const weightWhere = (test: (product: number, one: Term, other: Term) => boolean) =>
    signed.reduce(
      (sum, [one, other, weight]) => sum + (test(one.sign * other.sign, one, other) ? weight : 0),
      0,
    )
  const denied = weightWhere((product) => product < 0)
  sheet.put("denied", denied)
  sheet.put("denied share", denied / Math.max(0.1, softShared))
  sheet.put(
    "both denied",
    weightWhere((product, one) => product > 0 && one.sign < 0),
  )
  sheet.put(
    "left open",
    weightWhere((product, one, other) => product === 0 && one.sign !== other.sign),
  )
  sheet.putBoth("denials", left.denials, right.denials)
  sheet.put("denials differ", Math.abs(left.denials - right.denials) % 2)
  sheet.put("denies differ", left.statement.denies !== right.statement.denies)
  sheet.put("denied only", [...match.leftOnly, ...match.rightOnly].filter(({ sign }) => sign < 0).length)
  sheet.put(
    "unspaced denials differ",
    Math.abs(unspacedDenials(left.statement.text) - unspacedDenials(right.statement.text)) % 2,
  )
}

/** Adds features for words that one statement calls removed or untrue while the other still asserts them. */
function putRejected(
  sheet: FeatureSheet,
  { left, right, match }: StatementPairReading,
  { signed, softShared }: SignedWords,
): void {
  const goneWeight = (own: Reading, other: Reading, side: "left" | "right") =>
    match.pairs.reduce((sum, pair) => {
      const { idea, sign } = pair[side]
      return sum + (own.gone.has(idea) && !other.gone.has(idea) && sign > 0 ? pair.weight : 0)
    }, 0)
  sheet.put("told gone", goneWeight(left, right, "right") + goneWeight(right, left, "left"))
  const rejectedWeight = (own: Reading, other: Reading, side: 0 | 1) =>
    signed.reduce((sum, pair) => {
      const said = pair[side]
      const denied = pair[side === 0 ? 1 : 0]
      const isSaid = said.sign > 0 && !other.rejected.has(said.idea) && !other.gone.has(said.idea)
      return sum + (isSaid && own.rejected.has(denied.idea) ? pair[2] : 0)
    }, 0)
  const isDecidedAgainst = (own: Reading, other: Reading, side: 0 | 1) =>
    !other.statement.denies &&
    other.decidedAgainst.size === 0 &&
    signed.some((pair) => pair[side].sign > 0 && own.decidedAgainst.has(pair[side === 0 ? 1 : 0].idea))
  sheet.put("decided against", isDecidedAgainst(left, right, 1) || isDecidedAgainst(right, left, 0))
  const rejected = rejectedWeight(left, right, 1) + rejectedWeight(right, left, 0)
  sheet.put("rejected", rejected)
  sheet.put("rejected share", rejected / Math.max(0.1, softShared))
  sheet.put("rejected by one", left.rejected.size > 0 !== right.rejected.size > 0)
}

/** Adds features for two causes of one effect, and for words that either statement calls removed. */
function putCauses(sheet: FeatureSheet, { left, right }: StatementPairReading): void {
  const causes = [
    left.cause === null ? null : sharesOfCause(left.cause, right.ideas),
    right.cause === null ? null : sharesOfCause(right.cause, left.ideas),
  ].filter((one) => one !== null)
  sheet.put("causes", causes.length)
  sheet.put("effect shared", causes.length === 0 ? -1 : Math.max(...causes.map(([effect]) => effect)))
  sheet.put("cause shared", causes.length === 0 ? -1 : Math.max(...causes.map(([, cause]) => cause)))
  sheet.put("told gone by one", left.gone.size > 0 !== right.gone.size > 0)
  sheet.put("told gone by both", left.gone.size > 0 && right.gone.size > 0)
}

/** Adds features for how binding each statement is. */
function putModality(sheet: FeatureSheet, { left, right }: StatementPairReading): void {
  const [one, other] = [left.modality, right.modality]
  for (const key of ["forbids", "obliges", "advises", "permits", "frees"] as const) {
    sheet.putLast(`${key} both`, one[key] && other[key])
    sheet.putLast(`${key} one`, one[key] !== other[key])
  }
  const crossed = (a: keyof typeof one, b: keyof typeof one) => (one[a] && other[b]) || (one[b] && other[a])
  sheet.put("forbids permits", crossed("forbids", "permits"))
  sheet.put("forbids obliges", crossed("forbids", "obliges"))
  sheet.put("obliges frees", crossed("obliges", "frees"))
  sheet.put("obliges permits", crossed("obliges", "permits"))
  sheet.put("forbids frees", crossed("forbids", "frees"))
}

/** Adds features for "only" in one statement while the other allows more. */
function putOnly(sheet: FeatureSheet, { left, right }: StatementPairReading): void {
  const isLeftOnly = left.markers.has("only") && !right.markers.has("only")
  const isRightOnly = right.markers.has("only") && !left.markers.has("only")
  sheet.put("only all", (isLeftOnly && right.markers.has("all")) || (isRightOnly && left.markers.has("all")))
  for (const key of ["permits", "frees"] as const)
    sheet.put(`only ${key}`, (isLeftOnly && right.modality[key]) || (isRightOnly && left.modality[key]))
}

function putOrder(sheet: FeatureSheet, { left, right }: StatementPairReading): void {
  const isOrdered = left.order !== null && right.order !== null
  const { same, swapped } = isOrdered ? comparedOrder(left.order, right.order) : { same: 0, swapped: 0 }
  sheet.put("turned round", isOrdered && isTurnedRound(left.order, right.order))
  sheet.put("order same", same)
  sheet.put("order swapped", swapped)
  sheet.put("order balance", same - swapped)
  sheet.put("ordered", Number(left.order !== null) + Number(right.order !== null))
}

/** Adds features for the names and places that differ. */
function putNames(sheet: FeatureSheet, { left, right, match }: StatementPairReading): void {
  const isNamed = ({ named, code }: Term) => named || code
  const namesAmong = (terms: readonly Term[]) =>
    terms.filter(({ named, code, within, kind }) => kind === "word" && (named || code || within)).length
  sheet.putBoth("names only", namesAmong(match.leftOnly), namesAmong(match.rightOnly))
  sheet.put("names shared", match.pairs.filter((pair) => isNamed(pair.left) || isNamed(pair.right)).length)
  sheet.putBoth("places only", missing(left.places, right.places), missing(right.places, left.places))
}

function putMarkers(sheet: FeatureSheet, { left, right }: StatementPairReading): void {
  for (const marker of MARKERS) {
    const [a, b] = [left.markers.has(marker), right.markers.has(marker)]
    sheet.putLast(`${marker} one`, a !== b)
    sheet.putLast(`${marker} both`, a && b)
  }
}

const MARKERS: readonly Marker[] = [
  "change",
  "still",
  "past",
  "plan",
  "question",
  "exception",
  "condition",
  "cause",
  "owner",
  "all",
  "only",
  "passive",
  "compared",
]

/** True if each statement begins with a word that the other does not contain and that is not a synonym of the other's first word. */
function hasOtherFirst(left: Reading, right: Reading): boolean {
  const [one, other] = [left.statement.terms[0], right.statement.terms[0]]
  return (
    one !== undefined &&
    other !== undefined &&
    !right.ideas.has(one.idea) &&
    !left.ideas.has(other.idea) &&
    nearness(one, other) < NEAR_MEANING
  )
}

/** Largest number of words in a name with its article. A longer run of words is another sentence. */
const LONGEST_NAME = 6

/** True if two statements name different things in the same place. A word that occurs elsewhere in the other statement does not count. */
function hasOtherName(left: Reading, right: Reading, gaps: readonly Gap[]): boolean {
  const names = new Set(
    [...left.statement.words, ...right.statement.words].flatMap(({ named, code, idea }) =>
      named || code ? [idea] : [],
    ),
  )
  const telling = (words: Statement["words"], { from, to }: Gap["left"], others: ReadonlySet<string>) =>
    words.slice(from, to).filter(({ stem, idea }) => !isEmptyWord(stem) && !others.has(idea))
  return gaps.some((gap) => {
    const one = telling(left.statement.words, gap.left, right.ideas)
    const other = telling(right.statement.words, gap.right, left.ideas)
    if (one.length === 0 || other.length === 0 || Math.max(one.length, other.length) > LONGEST_NAME)
      return false
    return (
      [...one, ...other].some(({ idea }) => names.has(idea)) &&
      one.every((word) => other.every((its) => its.idea !== word.idea && nearness(word, its) < NEAR_MEANING))
    )
  })
}

/** True if each statement quotes code or an address that the other does not contain. `isMeant` selects the code. */
function hasOtherCode(
  left: Statement,
  right: Statement,
  isMeant: (code: string) => boolean = () => true,
): boolean {
  return quotesBeyond(left, right, isMeant) && quotesBeyond(right, left, isMeant)
}

function quotesBeyond({ text }: Statement, other: Statement, isMeant: (code: string) => boolean): boolean {
  const said = other.text.toLowerCase()
  return [...text.slice(0, 2_000).matchAll(/`([^`]{1,200})`|https?:\/\/([^\s)>\]]{1,200})/g)].some(
    ([, code, address = ""]) => isMeant(code ?? address) && !said.includes((code ?? address).toLowerCase()),
  )
}

/** True for one name without digits: `invoice`, `deploy/values.yaml`, but not `--timeout 30`. */
const isCodeName = (code: string): boolean => /^[\p{L}_][\p{L}_./-]*$/u.test(code)

function missing(of: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let count = 0
  for (const one of of) if (!among.has(one)) count += 1
  return count
}

/** Returns the average similarity of the words that only one statement contains to their closest words in the other. */
function bestNearness(of: readonly Term[], among: readonly Term[]): number {
  const telling = of
    .filter(({ kind, stem }) => kind === "word" && !isEmptyWord(stem))
    .slice(0, COMPARED_TERMS)
  if (telling.length === 0) return 1
  return (
    telling.reduce(
      (sum, term) =>
        sum +
        among.slice(0, COMPARED_TERMS).reduce((best, other) => Math.max(best, nearness(term, other)), 0),
      0,
    ) / telling.length
  )
}

function gapNearness(left: Statement, right: Statement, gap: Gap): number {
  let best = 0
  for (const one of left.words.slice(gap.left.from, Math.min(gap.left.to, gap.left.from + 6)))
    for (const other of right.words.slice(gap.right.from, Math.min(gap.right.to, gap.right.from + 6)))
      if (!isEmptyWord(one.stem) && !isEmptyWord(other.stem)) best = Math.max(best, nearness(one, other))
  return best
}

/** Returns the share of matched word pairs that are in reverse order. */
function inversionsOf({ pairs }: Match): number {
  const places = pairs
    .toSorted((a, b) => a.left.place - b.left.place)
    .map((pair) => pair.right.place)
    .slice(0, 24)
  let [turned, all] = [0, 0]
  for (let at = 0; at < places.length; at += 1)
    for (let next = at + 1; next < places.length; next += 1) {
      all += 1
      if ((places[at] as number) > (places[next] as number)) turned += 1
    }
  return all === 0 ? 0 : turned / all
}

function besideAlike(left: Reading, one: Term, right: Reading, other: Term): boolean {
  const beside = ({ statement }: Reading, term: Term, step: -1 | 1) =>
    statement.terms[statement.terms.indexOf(term) + step]?.idea
  return ([-1, 1] as const).some((step) => beside(left, one, step) === beside(right, other, step))
}

/**
 * Returns, for each side, the weight of the words that only this statement contains, except the words in
 * `without`.
 */
function restWithout({ leftOnly, rightOnly, weigh }: Match, without: readonly Term[]): [number, number] {
  const weight = (terms: readonly Term[]) =>
    terms.reduce((sum, term) => sum + (without.includes(term) ? 0 : weigh(term)), 0)
  return [weight(leftOnly), weight(rightOnly)]
}

/** True if two statements differ in their first meaningful words, and therefore describe two subjects. */
function isOtherSubject(left: Statement, right: Statement, gaps: readonly Gap[]): boolean {
  const [first] = gaps
  const [one, other] = [left.terms[0]?.place ?? -1, right.terms[0]?.place ?? -1]
  return (
    first !== undefined &&
    one >= first.left.from &&
    one < first.left.to &&
    other >= first.right.from &&
    other < first.right.to
  )
}

/** Returns the similarity of two statements, 0–1, if the words in `without` are left out. */
function contextWithout(match: Match, without: readonly Term[]): number {
  const weight = (terms: readonly Term[]) =>
    terms.filter((term) => without.includes(term)).reduce((sum, term) => sum + match.weigh(term), 0)
  return scoreOf({
    shared: match.shared,
    left: Math.max(0, match.left - weight(match.leftOnly)),
    right: Math.max(0, match.right - weight(match.rightOnly)),
  })
}
