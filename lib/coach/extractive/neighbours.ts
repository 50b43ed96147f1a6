import { compareRead } from "@/lib/memory/judgement/likeness"
import { matchTerms } from "@/lib/memory/similarity/matching"
import { weightOf } from "@/lib/memory/lexicon/software"
import { readStatement, type Statement } from "@/lib/memory/similarity/statement"
import { forEachPaced, type Pace } from "./work-slices"
import type { Heard, Saying } from "./sayings"

/** Two sayings that say the same in other words. */
export interface Neighbour {
  readonly saying: Saying
  /** 0–1. */
  readonly score: number
}

/** Likeness by bands: of so many numbers that stand for a saying, those that share a whole band are compared. Together they find nearly all that share half of their words. */
const BANDS = 10
const ROWS = 2
/** Sayings that share a rare word are compared as well: so many at most, so that the cost grows with the fleet and not with its square. */
const RARE = 24
const RAREST = 5
/** In a crowded band each is compared with so many that come next. */
const NEXT = 10
/** Of each, the likest by their words' numbers are read and compared. */
const COMPARED = 4
/** Where so many say the same as it, it is asked for no more. */
const ENOUGH = 12
/** Below this share of words no two are read: the judge would not take them for the same. */
const LEAST = 0.56

/** By each saying's place those that say the same in other words. */
export async function findNeighbours(
  heard: Heard,
  pace: Pace,
): Promise<ReadonlyMap<number, readonly Neighbour[]>> {
  const { sayings, weights } = heard
  pace.begin("Sorting statements by their words", 40)
  const blocks = await blocksOf(sayings, weights.length, pace)
  pace.begin("Comparing statements", 80)
  const found = new Map<number, Neighbour[]>()
  const asked = new Uint32Array(sayings.length)
  const likeness = new Likeness(sayings, weights)
  await forEachPaced(sayings, pace, (saying) => {
    const mayBe: { readonly other: Saying; readonly score: number }[] = []
    likeness.take(saying.at)
    for (const block of blocks(saying)) {
      for (
        let from = lowerBound(block, saying.at + 1), at = from;
        at < block.length && at < from + NEXT;
        at += 1
      ) {
        const place = block[at] as number
        if (asked[place] === saying.at + 1) continue
        asked[place] = saying.at + 1
        const other = sayings[place] as Saying
        if (saying.voices.length === 1 && other.voices.length === 1 && saying.voices[0] === other.voices[0])
          continue // said twice by one: no news to others
        const score = likeness.to(place)
        if (score >= LEAST) mayBe.push({ other, score })
      }
    }
    const more = Math.min(COMPARED, ENOUGH - (found.get(saying.at)?.length ?? 0))
    if (mayBe.length === 0 || more <= 0) return
    const one = readStatement(saying.text)
    for (const { other } of mayBe
      .toSorted((a, b) => b.score - a.score || a.other.at - b.other.at)
      .slice(0, more)) {
      const two = readStatement(other.text)
      const { kind, score } = compareRead(one, two)
      if (
        kind !== "same" &&
        (kind !== "duplicate" || !sharesWords(one, two) || (one.denies !== two.denies && score < SURE))
      )
        continue
      add(found, saying.at, { saying: other, score })
      add(found, other.at, { saying, score })
    }
  })
  return found
}

/** Where only one denies something, both say the same from here on. */
const SURE = 0.75
/** Below this two share too little to be told as one. */
const LEAST_SHARED = 2.2

/** Whether both say something of what they name: lists of the same names say different things of them. */
function sharesWords(left: Statement, right: Statement): boolean {
  const { pairs, shared } = matchTerms(left, right, weightOf)
  const said = pairs.reduce(
    (sum, { left: term, weight }) =>
      sum +
      (term.kind === "pair"
        ? 0.7
        : term.kind === "word" && !term.within && !term.named && weight >= 0.3
          ? 1
          : 0),
    0,
  )
  return shared >= LEAST_SHARED && said >= 2
}

function add(found: Map<number, Neighbour[]>, at: number, neighbour: Neighbour): void {
  const known = found.get(at)
  if (known === undefined) found.set(at, [neighbour])
  else known.push(neighbour)
}

/** As the judge scores, without what it knows of words of one root: cheap enough to ask for many. Sayings are named by their places. */
class Likeness {
  /** By each idea the saying that had it last, counted from 1. */
  private readonly has: Uint32Array
  private readonly weights: Float64Array
  /** The ideas of all, one after the other, and where those of each begin. */
  private readonly ideas: Uint32Array
  private readonly starts: Uint32Array
  private current = 0
  private total = 0

  constructor(sayings: readonly Saying[], weights: readonly number[]) {
    this.has = new Uint32Array(weights.length)
    this.weights = Float64Array.from(weights)
    this.starts = new Uint32Array(sayings.length + 1)
    for (const { at, ideas } of sayings) this.starts[at + 1] = (this.starts[at] as number) + ideas.length
    this.ideas = new Uint32Array(this.starts[sayings.length] as number)
    for (const { at, ideas } of sayings) this.ideas.set(ideas, this.starts[at])
  }

  /** What others are asked for their likeness to from now on. */
  take(place: number): void {
    this.current += 1
    this.total = 0
    for (let at = this.starts[place] as number; at < (this.starts[place + 1] as number); at += 1) {
      const idea = this.ideas[at] as number
      this.has[idea] = this.current
      this.total += this.weights[idea] as number
    }
  }

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

/** Lists of places, in their order, of sayings that share something telling with this one. */
type Blocks = (saying: Saying) => readonly (readonly number[])[]

async function blocksOf(sayings: readonly Saying[], ideas: number, pace: Pace): Promise<Blocks> {
  const counts = new Uint32Array(ideas)
  for (const { ideas: own } of sayings) for (const idea of own) counts[idea] = (counts[idea] as number) + 1
  const rarestOf = ({ ideas: own }: Saying) =>
    [...own]
      .filter((idea) => (counts[idea] as number) > 1 && (counts[idea] as number) <= RARE)
      .toSorted((a, b) => (counts[a] as number) - (counts[b] as number) || a - b)
      .slice(0, RAREST)
  const byIdea = new Map<number, number[]>()
  const byBand = Array.from({ length: BANDS }, () => new Map<number, number[]>())
  // Most keys are one saying's own: those that may be another's as well are told by counts that several keys share.
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
/** A power of two, several times as many as a large fleet has statements. */
const COUNTS = 2 ** 20
const NONE: readonly number[] = []

function enter(blocks: Map<number, number[]>, key: number, place: number): void {
  const block = blocks.get(key)
  if (block === undefined) blocks.set(key, [place])
  else block.push(place)
}

/** A number for the least of mixed numbers (MinHash): equal for a band with the probability of the share of words, as often as it has rows. */
function bandOf({ ideas }: Saying, band: number): number {
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

/** The first place in a sorted list that is not below. */
function lowerBound(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] as number) < least) from = middle + 1
    else to = middle
  }
  return from
}
