import { areAlternatives } from "../lexicon/alternatives"
import { unspacedDenials } from "../similarity/negation"
import { isEmptyWord } from "../lexicon/software"
import { type Match, scoreOf } from "../similarity/matching"
import type { Statement, Term } from "../similarity/statement"
import { type Gap, gapsBetween } from "./gaps"
import { sharedBy } from "./causes"
import { countsOtherwise, namesOtherNumbered, type NumberPair, numberPairs } from "./numbers"
import { oppositeness } from "./opposites"
import { comparedOrder, isOfOrder, isTurnedRound } from "./order"
import { type Marker, type Reading, readingOf } from "./reading"
import { type Slot, slotBetween } from "./slot"
import { wordingsOf } from "./wordings"
import { cosine, nearness } from "./word-vectors"

/** Two statements with all that tells how they stand to each other. */
export interface Comparison {
  readonly left: Reading
  readonly right: Reading
  readonly match: Match
  /** Words of which the one says about what the other says. */
  readonly soft: readonly SoftPair[]
  readonly opposites: readonly OppositePair[]
  /** Words of which one is usually chosen. */
  readonly alternatives: readonly (readonly [Term, Term])[]
  /** Numbers that only one of the two says, where both say one of the same unit. */
  readonly numbers: readonly NumberPair[]
  /** Words that stand in the same order in both, and the places between them. */
  readonly aligned: { readonly common: number; readonly gaps: readonly Gap[] }
  readonly slot: Slot | null
}

export interface SoftPair {
  readonly left: Term
  readonly right: Term
  readonly nearness: number
}

export interface OppositePair {
  readonly left: Statement["words"][number] & { readonly place: number; readonly sign: number }
  readonly right: Statement["words"][number] & { readonly place: number; readonly sign: number }
  /** 0–1. */
  readonly weight: number
}

/** From here on two words mean about the same. */
const NEAR = 0.5

export function compareReadings(left: Reading, right: Reading, match: Match): Comparison {
  const opposites = oppositesOf(left, right)
  const [words, otherWords] = [left.statement.words, right.statement.words]
  const aligned = gapsBetween(words, otherWords)
  const taken = new Set(opposites.flatMap((pair) => [`l${pair.left.place}`, `r${pair.right.place}`]))
  return {
    left,
    right,
    match,
    soft: softPairs(match, taken),
    opposites,
    alternatives: match.leftOnly.slice(0, COMPARED).flatMap((one) =>
      match.rightOnly
        .slice(0, COMPARED)
        .filter((other) => areAlternatives(one.idea, other.idea))
        .map((other) => [one, other] as const),
    ),
    numbers: numberPairs(left.statement, right.statement, match),
    aligned,
    slot: slotBetween(words, otherWords, aligned.gaps),
  }
}

/** Of longer statements so many words are compared with each other. */
const COMPARED = 40

function softPairs({ leftOnly, rightOnly }: Match, taken: ReadonlySet<string>): SoftPair[] {
  const all: SoftPair[] = []
  for (const left of leftOnly.slice(0, COMPARED))
    for (const right of rightOnly.slice(0, COMPARED)) {
      if (taken.has(`l${left.place}`) || taken.has(`r${right.place}`)) continue
      const near = nearness(left, right)
      if (near >= NEAR) all.push({ left, right, nearness: near })
    }
  all.sort((a, b) => b.nearness - a.nearness)
  const used = new Set<Term>()
  return all.filter(({ left, right }) => {
    if (used.has(left) || used.has(right)) return false
    used.add(left).add(right)
    return true
  })
}

function oppositesOf(left: Reading, right: Reading): OppositePair[] {
  const found: OppositePair[] = []
  const placed = ({ statement }: Reading, ideas: ReadonlySet<string>) =>
    statement.words.flatMap((word, place) =>
      ideas.has(word.idea) || word.kind !== "word" || word.within
        ? []
        : [{ ...word, place, sign: statement.signs[place] ?? 1 }],
    )
  const one = placed(left, right.ideas).slice(0, COMPARED)
  const other = placed(right, left.ideas).slice(0, COMPARED)
  // `X before Y` is `Y after X`: how both order is compared as a whole.
  const isOrdered = left.order !== null && right.order !== null
  for (const a of one)
    for (const b of other) {
      if (isOrdered && isOfOrder(a) && isOfOrder(b)) continue
      const weight = oppositeness(a, b)
      if (weight > 0) found.push({ left: a, right: b, weight })
    }
  return found.toSorted((a, b) => b.weight - a.weight)
}

/** By the names of the features. */
export type Features = ReadonlyMap<string, number>

/** The numbers that the model decides by: the same whichever statement comes first. */
export function featuresOf(comparison: Comparison): Features {
  const { left, right, match, soft, opposites, alternatives, numbers, aligned, slot } = comparison
  const features: Record<string, number> = {}
  const more: [string, number][] = []
  const both = (name: string, one: number, other: number) => {
    more.push([`${name} least`, Math.min(one, other)])
    more.push([`${name} most`, Math.max(one, other)])
  }
  const total = match.shared + match.left + match.right
  features["shared"] = match.shared
  features["shared share"] = match.shared / Math.max(0.1, total)
  features["score"] = scoreOf(match)
  both("rest", match.left, match.right)
  both(
    "rest share",
    match.left / Math.max(0.1, match.shared + match.left),
    match.right / Math.max(0.1, match.shared + match.right),
  )
  // What is left when words of near meaning are taken for the same.
  const softWeight = (side: "left" | "right") =>
    soft.reduce((sum, pair) => sum + match.weigh(pair[side]) * pair.nearness, 0)
  const [softLeft, softRight] = [match.left - softWeight("left"), match.right - softWeight("right")]
  const softShared = match.shared + Math.min(softWeight("left"), softWeight("right"))
  features["soft"] = softShared - match.shared
  features["soft score"] = scoreOf({
    shared: softShared,
    left: Math.max(0, softLeft),
    right: Math.max(0, softRight),
  })
  both(
    "soft rest share",
    softLeft / Math.max(0.1, softShared + softLeft),
    softRight / Math.max(0.1, softShared + softRight),
  )
  both(
    "best nearness",
    bestNearness(match.leftOnly, match.rightOnly),
    bestNearness(match.rightOnly, match.leftOnly),
  )
  features["cosine"] = cosine(left.vector, right.vector)

  const [leftWords, rightWords] = [left.statement.words, right.statement.words]
  both("words", leftWords.length, rightWords.length)
  features["length ratio"] =
    Math.min(leftWords.length, rightWords.length) / Math.max(1, leftWords.length, rightWords.length)
  const { common, gaps } = aligned
  features["in order"] = common / Math.max(1, leftWords.length, rightWords.length)
  features["in order of shorter"] = common / Math.max(1, Math.min(leftWords.length, rightWords.length))
  const twoSided = gaps.filter((gap) => gap.left.to > gap.left.from && gap.right.to > gap.right.from)
  features["gaps"] = gaps.length
  features["gaps of both"] = twoSided.length
  features["gap words"] = gaps.reduce(
    (sum, gap) => sum + gap.left.to - gap.left.from + gap.right.to - gap.right.from,
    0,
  )
  features["one gap"] = Number(gaps.length === 1 && twoSided.length === 1)
  features["gap at end"] = Number(
    gaps.length > 0 &&
      gaps.at(-1)?.left.to === leftWords.length &&
      gaps.at(-1)?.right.to === rightWords.length,
  )
  features["gap at start"] = Number(gaps.length > 0 && gaps[0]?.left.from === 0 && gaps[0]?.right.from === 0)
  features["gap nearness"] =
    twoSided.length === 0
      ? 0
      : Math.max(...twoSided.slice(0, 4).map((gap) => gapNearness(left.statement, right.statement, gap)))
  features["slot"] = Number(slot !== null)
  features["slot last"] = Number(slot?.isLast ?? false)
  features["slot of one value"] = Number(slot?.takesOne ?? false)
  features["slot of several values"] = Number(slot?.takesSeveral ?? false)
  features["slot words"] = slot === null ? 0 : Math.max(slot.left.length, slot.right.length)
  const bothSay = (test: (word: Slot["left"][number]) => boolean) =>
    Number(slot !== null && slot.left.some(test) && slot.right.some(test))
  features["slot of numbers"] = bothSay(({ kind }) => kind === "number")
  features["slot of names"] = bothSay(({ named, code }) => named || code)
  features["both say"] = Number(left.says && right.says)
  features["other first"] = Number(hasOtherFirst(left, right))
  features["other code"] = Number(hasOtherCode(left.statement, right.statement))
  features["other name"] = Number(hasOtherName(left.statement, right.statement, twoSided))
  features["slot of days"] = bothSay(({ idea }) => left.days.has(idea) || right.days.has(idea))
  features["inversions"] = inversionsOf(match)
  features["first alike"] = Number(left.statement.terms[0]?.idea === right.statement.terms[0]?.idea)
  features["last alike"] = Number(left.statement.terms.at(-1)?.idea === right.statement.terms.at(-1)?.idea)
  features["pairs"] = match.pairs.length
  features["unspaced"] = Number(match.pairs.some((pair) => pair.left.kind === "pair"))

  // Numbers and days.
  both(
    "numbers only",
    match.leftOnly.filter(({ kind }) => kind === "number").length,
    match.rightOnly.filter(({ kind }) => kind === "number").length,
  )
  features["numbers shared"] = match.pairs.filter((pair) => pair.left.kind === "number").length
  features["other number"] = numbers.length
  features["counts otherwise"] = Number(countsOtherwise(left.numbers, right.numbers))
  features["other number beside alike"] = numbers.filter(([one, other]) =>
    besideAlike(left, one, right, other),
  ).length
  features["number rest"] = numbers.length === 0 ? 0 : contextWithout(match, numbers.flat())
  both("days", missing(left.days, right.days), missing(right.days, left.days))
  features["days shared"] = left.days.size - missing(left.days, right.days)

  // Opposites and alternatives.
  const [opposite] = opposites
  features["opposites"] = opposites.length
  features["opposite"] = opposite?.weight ?? 0
  features["opposite rest"] =
    opposite === undefined
      ? 0
      : contextWithout(
          match,
          match.leftOnly
            .filter(({ place }) => place === opposite.left.place)
            .concat(match.rightOnly.filter(({ place }) => place === opposite.right.place)),
        )
  features["opposite turned"] = Number(opposite !== undefined && opposite.left.sign * opposite.right.sign < 0)
  features["alternatives"] = alternatives.length

  // Whether nothing but that differs, on the side that says less beyond.
  const alone = (name: string, terms: readonly Term[]) => {
    const rest = restWithout(match, [...terms, ...soft.flatMap((pair) => [pair.left, pair.right])])
    more.push([`${name} alone`, Number(terms.length > 0 && Math.min(...rest) <= 0.3)])
    more.push([`${name} beyond`, terms.length > 0 ? Math.max(...rest) : -1])
  }
  const oppositeTerms =
    opposite === undefined
      ? []
      : [
          ...match.leftOnly.filter(({ place }) => place === opposite.left.place),
          ...match.rightOnly.filter(({ place }) => place === opposite.right.place),
        ]
  alone("number", numbers.flat())
  alone("opposite", oppositeTerms)
  alone("alternative", alternatives.flat())
  features["nothing differs"] = Number(
    Math.max(
      ...restWithout(
        match,
        soft.flatMap((pair) => [pair.left, pair.right]),
      ),
    ) <= 0.3,
  )
  features["other numbered"] = Number(namesOtherNumbered(left.statement, right.statement, match))
  features["only adds"] = Number(Math.min(...restWithout(match, [])) <= 0.5)
  features["other subject"] = Number(isOtherSubject(left.statement, right.statement, twoSided))

  // Denial.
  const signed = [
    ...match.pairs.map((pair) => [pair.left, pair.right, pair.weight] as const),
    ...soft.map((pair) => [pair.left, pair.right, match.weigh(pair.left) * pair.nearness] as const),
  ]
  const weightWhere = (test: (product: number, one: Term, other: Term) => boolean) =>
    signed.reduce(
      (sum, [one, other, weight]) => sum + (test(one.sign * other.sign, one, other) ? weight : 0),
      0,
    )
  const denied = weightWhere((product) => product < 0)
  features["denied"] = denied
  features["denied share"] = denied / Math.max(0.1, softShared)
  features["both denied"] = weightWhere((product, one) => product > 0 && one.sign < 0)
  features["left open"] = weightWhere((product, one, other) => product === 0 && one.sign !== other.sign)
  both("denials", left.denials, right.denials)
  features["denials differ"] = Math.abs(left.denials - right.denials) % 2
  features["denies differ"] = Number(left.statement.denies !== right.statement.denies)
  features["denied only"] = [...match.leftOnly, ...match.rightOnly].filter(({ sign }) => sign < 0).length
  features["unspaced denials differ"] =
    Math.abs(unspacedDenials(left.statement.text) - unspacedDenials(right.statement.text)) % 2

  // What one tells to have been left, and the other still says.
  const leftBehind = (
    gone: ReadonlySet<string>,
    others: Reading,
    of: (pair: Match["pairs"][number]) => Term,
  ) =>
    match.pairs.reduce((sum, pair) => {
      const term = of(pair)
      return sum + (gone.has(term.idea) && !others.gone.has(term.idea) && term.sign > 0 ? pair.weight : 0)
    }, 0)
  features["told gone"] =
    leftBehind(left.gone, right, (pair) => pair.right) + leftBehind(right.gone, left, (pair) => pair.left)
  const turnedDown = (own: Reading, other: Reading, of: (pair: (typeof signed)[number]) => Term) =>
    signed.reduce((sum, pair) => {
      const term = of(pair)
      const isSaid = term.sign > 0 && !other.rejected.has(term.idea) && !other.gone.has(term.idea)
      return sum + (isSaid && own.rejected.has((term === pair[0] ? pair[1] : pair[0]).idea) ? pair[2] : 0)
    }, 0)
  const rejected = turnedDown(left, right, (pair) => pair[1]) + turnedDown(right, left, (pair) => pair[0])
  features["rejected"] = rejected
  features["rejected share"] = rejected / Math.max(0.1, softShared)
  features["rejected by one"] = Number(left.rejected.size > 0 !== right.rejected.size > 0)
  // Two causes of one effect.
  const causes = [
    left.cause === null ? null : sharedBy(left.cause, right.ideas),
    right.cause === null ? null : sharedBy(right.cause, left.ideas),
  ].filter((one) => one !== null)
  features["causes"] = causes.length
  features["effect shared"] = causes.length === 0 ? -1 : Math.max(...causes.map(([effect]) => effect))
  features["cause shared"] = causes.length === 0 ? -1 : Math.max(...causes.map(([, cause]) => cause))
  features["told gone by one"] = Number(left.gone.size > 0 !== right.gone.size > 0)
  features["told gone by both"] = Number(left.gone.size > 0 && right.gone.size > 0)

  // How binding both are.
  const [one, other] = [left.modality, right.modality]
  const crossed = (a: keyof typeof one, b: keyof typeof one) =>
    Number((one[a] && other[b]) || (one[b] && other[a]))
  for (const key of ["forbids", "obliges", "advises", "permits", "frees"] as const) {
    more.push([`${key} both`, Number(one[key] && other[key])])
    more.push([`${key} one`, Number(one[key] !== other[key])])
  }
  features["forbids permits"] = crossed("forbids", "permits")
  features["forbids obliges"] = crossed("forbids", "obliges")
  features["obliges frees"] = crossed("obliges", "frees")
  features["obliges permits"] = crossed("obliges", "permits")
  features["forbids frees"] = crossed("forbids", "frees")
  const marked = (a: Marker, b: Marker) =>
    Number(
      (left.markers.has(a) && !right.markers.has(a) && right.markers.has(b)) ||
        (right.markers.has(a) && !left.markers.has(a) && left.markers.has(b)),
    )
  features["only all"] = marked("only", "all")
  const onlyAgainst = (modality: "permits" | "frees") =>
    Number(
      (left.markers.has("only") && !right.markers.has("only") && right.modality[modality]) ||
        (right.markers.has("only") && !left.markers.has("only") && left.modality[modality]),
    )
  features["only permits"] = onlyAgainst("permits")
  features["only frees"] = onlyAgainst("frees")

  // Order.
  const order =
    left.order !== null && right.order !== null
      ? comparedOrder(left.order, right.order)
      : { same: 0, swapped: 0 }
  features["turned round"] = Number(
    left.order !== null && right.order !== null && isTurnedRound(left.order, right.order),
  )
  features["order same"] = order.same
  features["order swapped"] = order.swapped
  features["order balance"] = order.same - order.swapped
  features["ordered"] = Number(left.order !== null) + Number(right.order !== null)

  // Names and places.
  const names = (terms: readonly Term[]) =>
    terms.filter(({ named, code, within, kind }) => kind === "word" && (named || code || within)).length
  both("names only", names(match.leftOnly), names(match.rightOnly))
  features["names shared"] = match.pairs.filter(
    (pair) => pair.left.named || pair.left.code || pair.right.named || pair.right.code,
  ).length
  both("places only", missing(left.places, right.places), missing(right.places, left.places))

  for (const marker of MARKERS) {
    const [a, b] = [left.markers.has(marker), right.markers.has(marker)]
    more.push([`${marker} one`, Number(a !== b)])
    more.push([`${marker} both`, Number(a && b)])
  }
  return new Map([...Object.entries(features), ...more, ...wordingsOf(left.statement, right.statement)])
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

/** Whether each begins with a word that the other does not say, and that is no other word for its own. */
function hasOtherFirst(left: Reading, right: Reading): boolean {
  const [one, other] = [left.statement.terms[0], right.statement.terms[0]]
  return (
    one !== undefined &&
    other !== undefined &&
    !right.ideas.has(one.idea) &&
    !left.ideas.has(other.idea) &&
    nearness(one, other) < NEAR
  )
}

/** So many words in one place are a name with its article, more are another sentence. */
const LONGEST_NAME = 6

/** Whether two statements name different things in the same place. */
function hasOtherName(left: Statement, right: Statement, gaps: readonly Gap[]): boolean {
  const names = new Set(
    [...left.words, ...right.words].flatMap(({ named, code, idea }) => (named || code ? [idea] : [])),
  )
  return gaps.some((gap) => {
    const telling = (words: Statement["words"], { from, to }: Gap["left"]) =>
      words.slice(from, to).filter(({ stem }) => !isEmptyWord(stem))
    const [one, other] = [telling(left.words, gap.left), telling(right.words, gap.right)]
    if (one.length === 0 || other.length === 0 || Math.max(one.length, other.length) > LONGEST_NAME)
      return false
    return (
      [...one, ...other].some(({ idea }) => names.has(idea)) &&
      one.every((word) => other.every((its) => its.idea !== word.idea && nearness(word, its) < NEAR))
    )
  })
}

/** Whether each statement quotes code or an address that the other does not say at all. */
function hasOtherCode(left: Statement, right: Statement): boolean {
  return quotesBeyond(left, right) && quotesBeyond(right, left)
}

function quotesBeyond({ text }: Statement, other: Statement): boolean {
  const said = other.text.toLowerCase()
  return [...text.slice(0, 2_000).matchAll(/`([^`]{1,200})`|https?:\/\/([^\s)>\]]{1,200})/g)].some(
    ([, code, address = ""]) => !said.includes((code ?? address).toLowerCase()),
  )
}

function missing(of: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let count = 0
  for (const one of of) if (!among.has(one)) count += 1
  return count
}

/** How near, in the middle, the words that only one says are to any of those that only the other says. */
function bestNearness(of: readonly Term[], among: readonly Term[]): number {
  const telling = of.filter(({ kind, stem }) => kind === "word" && !isEmptyWord(stem)).slice(0, COMPARED)
  if (telling.length === 0) return 1
  return (
    telling.reduce(
      (sum, term) =>
        sum + among.slice(0, COMPARED).reduce((best, other) => Math.max(best, nearness(term, other)), 0),
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

/** Of the pairs of words that both say, the share that stand the other way round. */
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

/** What each says beyond the other, some words left out. */
function restWithout({ leftOnly, rightOnly, weigh }: Match, without: readonly Term[]): [number, number] {
  const weight = (terms: readonly Term[]) =>
    terms.reduce((sum, term) => sum + (without.includes(term) ? 0 : weigh(term)), 0)
  return [weight(leftOnly), weight(rightOnly)]
}

/** Whether two statements part where the first of their words stand that tell something: they speak of two things. */
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

/** How much both say alike when some words are left out, 0–1. */
function contextWithout(match: Match, without: readonly Term[]): number {
  const weight = (terms: readonly Term[]) =>
    terms.filter((term) => without.includes(term)).reduce((sum, term) => sum + match.weigh(term), 0)
  return scoreOf({
    shared: match.shared,
    left: Math.max(0, match.left - weight(match.leftOnly)),
    right: Math.max(0, match.right - weight(match.rightOnly)),
  })
}

export const readingPair = (left: Statement, right: Statement, match: Match): Comparison =>
  compareReadings(readingOf(left), readingOf(right), match)
