import { trimEndOf } from "../text/linear-time"
import { plainText, termsOf } from "../text/plain-words"
import { type Statement, type Term, readStatement } from "./statement"
import { COMPARED_CHARACTERS } from "./statement-words"

export interface Pair {
  readonly left: Term
  readonly right: Term
  readonly weight: number
}

/** The words of two statements with the same meaning, and the weights of the shared words and of the words in only one statement. */
export interface Match {
  readonly pairs: readonly Pair[]
  readonly leftOnly: readonly Term[]
  readonly rightOnly: readonly Term[]
  readonly shared: number
  readonly left: number
  readonly right: number
  weigh(term: Term): number
  /** Returns the weight of a stem that was used for the match. */
  weighStem(stem: string): number
}

export function matchTerms(left: Statement, right: Statement, weighStem: (stem: string) => number): Match {
  const weigh = (term: Term) => {
    if (term.kind === "pair") return 0.5
    if (term.kind === "number") return 1
    return term.named ? Math.max(1, weighStem(term.idea)) : weighStem(term.idea)
  }
  const pairs: Pair[] = []
  const pair = (one: Term, other: Term, strength: number) =>
    pairs.push({ left: one, right: other, weight: Math.min(weigh(one), weigh(other)) * strength })
  const open = new Map<string, Term[]>()
  for (const term of right.terms) {
    const same = open.get(term.idea)
    if (same === undefined) open.set(term.idea, [term])
    else same.push(term)
  }
  let leftOnly = left.terms.filter((term) => {
    const other = open.get(term.idea)?.shift()
    if (other !== undefined) pair(term, other, 1)
    return other === undefined
  })
  const taken = new Set(pairs.map((one) => one.right))
  let rightOnly = right.terms.filter((term) => !taken.has(term))
  const near = [
    ...pairNear(leftOnly, rightOnly),
    ...pairAcronyms(leftOnly, right, rightOnly),
    ...pairAcronyms(rightOnly, left, leftOnly).map(([one, other]): [Term, Term] => [other, one]),
  ]
  for (const [one, other] of near) pair(one, other, 0.9)
  leftOnly = leftOnly.filter((term) => !near.some(([one]) => one === term))
  rightOnly = rightOnly.filter((term) => !near.some(([, other]) => other === term))
  // A repeated word that only one side repeats adds no weight.
  const ideas = new Set(pairs.flatMap((one) => [one.left.idea, one.right.idea]))
  leftOnly = leftOnly.filter((term) => !ideas.has(term.idea))
  rightOnly = rightOnly.filter((term) => !ideas.has(term.idea))
  const sum = (terms: readonly Term[]) => terms.reduce((all, term) => all + weigh(term), 0)
  return {
    pairs,
    leftOnly,
    rightOnly,
    shared: pairs.reduce((all, { weight }) => all + weight, 0),
    left: sum(leftOnly),
    right: sum(rightOnly),
    weigh,
    weighStem,
  }
}

/** Returns the shared part of both statements, 0–1. Additions on one side count less than differences on both. */
export function scoreOf({ shared, left, right }: Pick<Match, "shared" | "left" | "right">): number {
  if (shared === 0) return 0
  const [few, many] = left < right ? [left, right] : [right, left]
  return (shared / (shared + 1.2 * few + 0.35 * many)) * Math.min(1, 0.4 + 0.4 * shared)
}

/** Pairs words of one root with different stems, and compounds written as one word (`time zone`, `timezone`). */
function pairNear(left: readonly Term[], right: readonly Term[]): [Term, Term][] {
  const found: [Term, Term][] = []
  const taken = new Set<Term>()
  for (const one of left) {
    if (one.kind !== "word" || taken.has(one)) continue
    for (const other of right) {
      if (!isLikelyNear(one, other) || taken.has(other)) continue
      const compound = compoundOf(one, other, right) ?? compoundOf(other, one, left)
      if (!isNear(one.stem, other.stem) && compound === null) continue
      found.push([one, other])
      taken.add(one).add(other)
      if (compound !== null) {
        taken.add(compound)
        found.push(left.includes(compound) ? [compound, other] : [one, compound])
      }
      break
    }
  }
  return found
}

/** True if the other term is a word with the same first letter. */
const isLikelyNear = (one: Term, other: Term): boolean =>
  other.shown.charCodeAt(0) === one.shown.charCodeAt(0) && other.kind === "word"

/** Returns acronyms, each paired with the words it abbreviates: `HPA`, `horizontal pod autoscaler`. */
function pairAcronyms(short: readonly Term[], { words }: Statement, open: readonly Term[]): [Term, Term][] {
  return short.flatMap((term) => {
    const { shown, named, kind } = term
    if (!named || kind !== "word" || !/^[a-z]{3,6}$/.test(shown)) return []
    const at = words.findIndex((_, start) =>
      Array.from(shown).every((letter, place) => words[start + place]?.shown.startsWith(letter)),
    )
    if (at < 0) return []
    const long = open.filter(({ place }) => place >= at && place < at + shown.length)
    return long.map((one): [Term, Term] => [term, one])
  })
}

function isNear(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length < 5) return false
  let common = 0
  while (common < short.length && short[common] === long[common]) common += 1
  return common >= 5 && common >= short.length - 1 && common >= long.length * 0.6
}

/**
 * Returns the word behind `part` that forms `whole` with it, as in `time zone` and `timezone`. Null if there
 * is none.
 */
function compoundOf(whole: Term, part: Term, among: readonly Term[]): Term | null {
  if (!whole.shown.startsWith(part.shown) || whole.shown.length <= part.shown.length + 1) return null
  const rest = whole.shown.slice(part.shown.length)
  return (
    among.find(
      (term) => term.place === part.place + 1 && (rest === term.shown || rest.startsWith(term.stem)),
    ) ?? null
  )
}

/**
 * Returns a statement without its layout: bullets, a date tag before it, emphasis, spacing, capitals, the full stop at its end. Texts with
 * equal results have identical words. All other characters count, so a statement with any other difference is never held back as a copy.
 */
export function plainStatement(text: string): string {
  const bare = text
    .replaceAll(/^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/gm, "")
    .replace(/^\s*[[(]\d{4}-\d{2}-\d{2}[\])]:?\s+/, "")
    .replaceAll(/~~|\*\*|`/g, "")
  const plain = trimEndOf(spaced(bare), /[.;,\s]/).toLowerCase()
  return plain === "" ? spaced(text) : plain
}

const spaced = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/g, " ")

/** True if two statements differ only in layout. */
export const isSameStatement = (left: Statement, right: Statement): boolean =>
  left.exact === right.exact && (left.exact !== "" || left.text.trim() === right.text.trim())

/** Returns the words of a statement without their layout, equal for all copies. Words beyond the compared length count as written. */
export function statementKey(text: string): string {
  const words = readStatement(text).exact
  const beyond = text
    .trim()
    .slice(words === "" ? 0 : COMPARED_CHARACTERS)
    .replaceAll(/\s+/g, " ")
  return beyond === "" ? words : `${words} ${beyond}`
}

/** Returns a key for two statements, whatever their order and layout. A "not a conflict" decision is stored under this key. */
export function pairKey(left: string, right: string): string {
  return [statementKey(left), statementKey(right)].toSorted().join("\n")
}

/** The data for comparing two texts, built once for each text. */
export interface Profile {
  readonly terms: ReadonlySet<string>
  readonly trigrams: ReadonlySet<string>
}

/** Maximum number of characters to compare. Longer texts are compared by their beginning. */
const PROFILED_CHARACTERS = 4000

export function profileOf(text: string): Profile {
  const head = text.slice(0, PROFILED_CHARACTERS)
  return { terms: new Set(termsOf(head)), trigrams: trigramsOf(head) }
}

/**
 * Returns the similarity of two texts, 0–1: the higher of shared words and shared trigrams (Dice), so that neither word order nor spelling
 * hides a match. Texts with the same words score 1. Texts without words score 0.
 */
export function similarityOf(left: Profile, right: Profile): number {
  return Math.max(dice(left.terms, right.terms), dice(left.trigrams, right.trigrams))
}

export const similarity = (left: string, right: string): number =>
  similarityOf(profileOf(left), profileOf(right))

function dice(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  if (small.size === 0) return 0
  let shared = 0
  for (const one of small) if (large.has(one)) shared++
  return (2 * shared) / (left.size + right.size)
}

function trigramsOf(text: string): Set<string> {
  const padded = `  ${plainText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `
  const trigrams = new Set<string>()
  if (padded.length === 3) return trigrams
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  return trigrams
}
