import { compareParsed } from "@/lib/memory/comparison/compare-statements"
import { matchTerms } from "@/lib/memory/similarity/matching"
import { weightOf } from "@/lib/memory/lexicon/software"
import { readStatement, type Statement } from "@/lib/memory/similarity/statement"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { isSentence } from "./worth-sharing"
import type { StatementIndex, DistinctStatement } from "./distinct-statements"

/** A duplicate of a statement, in other words. */
export interface Neighbour {
  readonly saying: DistinctStatement
  /** Similarity, 0–1. */
  readonly score: number
}

/**
 * Number of bands for locality-sensitive hashing. Statements that share all rows of a band are compared. The
 * bands together find almost all statements that share half of their words.
 */
const BANDS = 10
const ROWS = 2
/**
 * Maximum number of statements with a rare word. Statements that share a rare word are compared, too. The
 * limit keeps the cost linear in the size of the fleet.
 */
const RARE = 24
/** Number of rare words of each statement that are used. */
const RAREST = 5
/** Maximum number of comparisons of a statement in each block. */
const NEXT = 10
/** Number of candidates that are compared in full. */
const COMPARED = 4
/** Maximum number of neighbors of a statement. */
const ENOUGH = 12
/** Lowest similarity by words for a full comparison, 0–1. */
const LEAST = 0.56

/** Returns the duplicates of each statement in other words, by the statement's index. */
export async function findNeighbours(
  heard: StatementIndex,
  pace: WorkPacer,
): Promise<ReadonlyMap<number, readonly Neighbour[]>> {
  const { sayings, weights } = heard
  pace.begin("Sorting entries by wording", 40)
  const blocks = await blocksOf(sayings, weights.length, pace)
  pace.begin("Comparing entries", 80)
  const found = new Map<number, Neighbour[]>()
  const candidatesOf = candidateFinder(sayings, blocks, new Likeness(sayings, weights))
  await forEachPaced(sayings, pace, (saying) => {
    const candidates = candidatesOf(saying)
    const more = Math.min(COMPARED, ENOUGH - (found.get(saying.at)?.length ?? 0))
    if (candidates.length === 0 || more <= 0) return
    const one = readStatement(saying.text)
    for (const { other } of candidates
      .toSorted((a, b) => b.score - a.score || a.other.at - b.other.at)
      .slice(0, more)) {
      const score = duplicateScore(one, readStatement(other.text))
      if (score === null) continue
      add(found, saying.at, { saying: other, score })
      add(found, other.at, { saying, score })
    }
  })
  return found
}

interface NeighborCandidate {
  readonly other: DistinctStatement
  readonly score: number
}

/**
 * Returns a function that finds similar statements of other sources by their words. Only statements with a
 * higher index are compared.
 */
function candidateFinder(
  sayings: readonly DistinctStatement[],
  blocks: Blocks,
  likeness: Likeness,
): (saying: DistinctStatement) => NeighborCandidate[] {
  // For each statement: index + 1 of the last statement that it was compared with, or 0.
  const compared = new Uint32Array(sayings.length)
  return (saying) => {
    const candidates: NeighborCandidate[] = []
    likeness.take(saying.at)
    for (const block of blocks(saying)) {
      const from = lowerBound(block, saying.at + 1)
      for (let at = from; at < block.length && at < from + NEXT; at += 1) {
        const place = block[at] as number
        if (compared[place] === saying.at + 1) continue
        compared[place] = saying.at + 1
        const other = sayings[place] as DistinctStatement
        const score = isSameSource(saying, other) ? 0 : likeness.to(place)
        if (score >= LEAST) candidates.push({ other, score })
      }
    }
    return candidates
  }
}

/**
 * True if both statements have only one source, the same one. A source that repeats itself adds no evidence.
 */
const isSameSource = ({ voices: left }: DistinctStatement, { voices: right }: DistinctStatement): boolean =>
  left.length === 1 && right.length === 1 && left[0] === right[0]

/** Lowest score of a duplicate if only one of the statements has a negation. */
const SURE = 0.75
/** Lowest score of a duplicate if neither statement has a verb. */
const SURE_OF_LABELS = 0.85
/** Lowest total weight of the words that a duplicate shares. */
const LEAST_SHARED = 2.2

/** Returns the similarity of two duplicates, 0–1. Null for other statements. */
function duplicateScore(left: Statement, right: Statement): number | null {
  const { kind, score } = compareParsed(left, right)
  if (kind === "same") return score
  if (kind !== "duplicate" || !sharesWords(left, right) || isLabelOf(left, right) || isLabelOf(right, left))
    return null
  if (score < SURE_OF_LABELS && !isSentence(left.text) && !isSentence(right.text)) return null
  return left.denies !== right.denies && score < SURE ? null : score
}

/**
 * Maximum number of words of a label. `LONGER`: minimum ratio of the other statement's words to the label's
 * words.
 */
const LABEL = 8
const LONGER = 2

/**
 * True if `label` has few words and no verb, and the other statement is much longer. Such a label names a
 * subject and does not duplicate the statement.
 */
const isLabelOf = (label: Statement, other: Statement): boolean =>
  label.words.length <= LABEL && other.words.length >= LONGER * label.words.length && !isSentence(label.text)

/**
 * True if both statements share words that are not names. Statements with the same names can have different
 * meanings.
 */
function sharesWords(left: Statement, right: Statement): boolean {
  const { pairs, shared } = matchTerms(left, right, weightOf)
  const weightOfPair = ({ left: term, weight }: (typeof pairs)[number]): number => {
    if (term.kind === "pair") return 0.7
    return term.kind === "word" && !term.within && !term.named && weight >= 0.3 ? 1 : 0
  }
  const said = pairs.reduce((sum, pair) => sum + weightOfPair(pair), 0)
  return shared >= LEAST_SHARED && said >= 2
}

function add(found: Map<number, Neighbour[]>, at: number, neighbour: Neighbour): void {
  const known = found.get(at)
  if (known === undefined) found.set(at, [neighbour])
  else known.push(neighbour)
}

/** Fast estimate of the similarity of two statements by their words, without related words. */
class Likeness {
  /** Number of the last `take` call whose statement has a meaning, from 1, by the number of the meaning. */
  private readonly has: Uint32Array
  private readonly weights: Float64Array
  /** Meanings of all statements, one after another. `starts`: offset of the meanings of each statement. */
  private readonly ideas: Uint32Array
  private readonly starts: Uint32Array
  private current = 0
  private total = 0

  constructor(sayings: readonly DistinctStatement[], weights: readonly number[]) {
    this.has = new Uint32Array(weights.length)
    this.weights = Float64Array.from(weights)
    this.starts = new Uint32Array(sayings.length + 1)
    for (const { at, ideas } of sayings) this.starts[at + 1] = (this.starts[at] as number) + ideas.length
    this.ideas = new Uint32Array(this.starts[sayings.length] as number)
    for (const { at, ideas } of sayings) this.ideas.set(ideas, this.starts[at])
  }

  /** Sets the statement with which `to` compares others. `place`: its index. */
  take(place: number): void {
    this.current += 1
    this.total = 0
    for (let at = this.starts[place] as number; at < (this.starts[place + 1] as number); at += 1) {
      const idea = this.ideas[at] as number
      this.has[idea] = this.current
      this.total += this.weights[idea] as number
    }
  }

  /** Returns the similarity of a statement to the statement that `take` set, 0–1. */
  to(place: number): number {
    const { ideas, has, weights, current } = this
    const end = this.starts[place + 1] as number
    let [shared, other] = [0, 0]
    for (let at = this.starts[place] as number; at < end; at += 1) {
      const idea = ideas[at] as number
      if (has[idea] === current) shared += weights[idea] as number
      else other += weights[idea] as number
    }
    const one = this.total - shared
    return shared === 0
      ? 0
      : (shared / (shared + 1.2 * Math.min(one, other) + 0.35 * Math.max(one, other))) *
          Math.min(1, 0.4 + 0.4 * shared)
  }
}

/**
 * Returns lists of statement indexes, each ascending. The statements of a list share a rare word or a hash
 * with the given one.
 */
type Blocks = (saying: DistinctStatement) => readonly (readonly number[])[]

async function blocksOf(
  sayings: readonly DistinctStatement[],
  ideas: number,
  pace: WorkPacer,
): Promise<Blocks> {
  const counts = new Uint32Array(ideas)
  for (const { ideas: own } of sayings) for (const idea of own) counts[idea] = (counts[idea] as number) + 1
  const rarestOf = ({ ideas: own }: DistinctStatement) =>
    [...own]
      .filter((idea) => (counts[idea] as number) > 1 && (counts[idea] as number) <= RARE)
      .toSorted((a, b) => (counts[a] as number) - (counts[b] as number) || a - b)
      .slice(0, RAREST)
  const byIdea = new Map<number, number[]>()
  const byBand = Array.from({ length: BANDS }, () => new Map<number, number[]>())
  // Most keys belong to only one statement. Counters, each shared by several keys, show which keys may occur
  // twice. Other keys need no block.
  const keys = new Int32Array(sayings.length * BANDS)
  const met = Array.from({ length: BANDS }, () => new Uint8Array(COUNTS))
  const rarest: (readonly number[])[] = []
  await forEachPaced(sayings, pace, (saying) => {
    rarest.push(rarestOf(saying))
    for (const idea of rarest[saying.at] as number[]) enter(byIdea, idea, saying.at)
    for (let band = 0; band < BANDS; band += 1) {
      const key = bandOf(saying, band)
      keys[saying.at * BANDS + band] = key
      const counts = met[band] as Uint8Array
      if ((counts[key & (COUNTS - 1)] as number) < 2)
        counts[key & (COUNTS - 1)] = (counts[key & (COUNTS - 1)] as number) + 1
    }
  })
  await forEachPaced(sayings, pace, ({ at }) => {
    for (let band = 0; band < BANDS; band += 1) {
      const key = keys[at * BANDS + band] as number
      if ((met[band]?.[key & (COUNTS - 1)] as number) > 1)
        enter(byBand[band] as Map<number, number[]>, key, at)
    }
  })
  return ({ at }) => {
    const found: (readonly number[])[] = []
    for (const idea of rarest[at] as number[]) found.push(byIdea.get(idea) ?? NONE)
    for (let band = 0; band < BANDS; band += 1) {
      const block = byBand[band]?.get(keys[at * BANDS + band] as number)
      if (block !== undefined) found.push(block)
    }
    return found
  }
}
/** Number of counters of a band: a power of two, several times the number of statements of a large fleet. */
const COUNTS = 2 ** 20
const NONE: readonly number[] = []

function enter(blocks: Map<number, number[]>, key: number, place: number): void {
  const block = blocks.get(key)
  if (block === undefined) blocks.set(key, [place])
  else block.push(place)
}

/**
 * Returns the MinHash of a band. Two statements have equal hashes with a probability of their share of common
 * words to the power of `ROWS`.
 */
function bandOf({ ideas }: DistinctStatement, band: number): number {
  let key = band + 1
  for (let row = 0; row < ROWS; row += 1) {
    let least = 0xffffffff
    const seed = (band * ROWS + row + 1) * 0x9e3779b1
    for (const idea of ideas) least = Math.min(least, mix(idea ^ seed))
    key = mix(key ^ least) ^ Math.imul(row + 1, 0x85ebca6b)
  }
  return key | 0
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Returns the first index whose value is at least `least`, or the length of the list. */
function lowerBound(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] as number) < least) from = middle + 1
    else to = middle
  }
  return from
}
