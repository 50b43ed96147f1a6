import { profileOf, type Profile } from "../similarity/matching"

/** Old entries with the same text. */
export interface Pool {
  /** Returns the free index nearest to `expected` that fits, the later of two; null if none is left nearby. */
  nearest(expected: number, fits: (index: number) => boolean): number | null
}

/** Number of entries on either side that may be skipped because they do not fit. */
const MAX_MISFITS = 8

/** Returns a pool of ascending indexes. Taken entries are skipped in constant time, so that many equal lines do not slow it down. */
export function createPool(indexes: readonly number[], isTaken: (index: number) => boolean): Pool {
  const [later, earlier] = [skips(indexes, 1, isTaken), skips(indexes, -1, isTaken)]
  return {
    nearest(expected, fits) {
      const at = lowerBound(indexes, expected)
      const above = firstFitting(later, at, fits)
      const below = firstFitting(earlier, at - 1, fits)
      if (above === null || below === null) return above ?? below
      return above - expected <= expected - below ? above : below
    },
  }

  function firstFitting(skip: Skips, from: number, fits: (index: number) => boolean): number | null {
    let at = skip.from(from)
    for (let tries = 0; tries < MAX_MISFITS; tries++) {
      const index = indexes[at]
      if (index === undefined) return null
      if (fits(index)) return index
      at = skip.from(at + skip.step)
    }
    return null
  }
}

interface Skips {
  readonly step: 1 | -1
  /** Returns the first free position, from a position on. */
  from(position: number): number
}

function skips(indexes: readonly number[], step: 1 | -1, isTaken: (index: number) => boolean): Skips {
  const jumps = new Map<number, number>()
  return {
    step,
    from(position) {
      const passed: number[] = []
      let at = position
      for (let index = indexes[at]; index !== undefined && isTaken(index); index = indexes[at]) {
        passed.push(at)
        at = jumps.get(at) ?? at + step
      }
      for (const one of passed) jumps.set(one, at)
      return at
    },
  }
}

/** Returns the first position whose value is at least `value`. */
function lowerBound(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? Infinity) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds old entries that may equal a new one. A cheap index, so that only few pairs are compared in full. */
export interface Candidates {
  /** Returns at most `MAX_CANDIDATES` by shared words, and those near the expected position. */
  like(profile: Profile, expected: number): readonly number[]
  profile(index: number): Profile
}

/** Maximum number of old entries for which all are compared. */
const FEW = 32
const MAX_CANDIDATES = 24
/** Maximum number of entries with a word. More common words are ignored. */
const COMMON = 64
const NEIGHBOURS = 3

/** Returns an index that finds the old entries that may equal a new one. `indexes` must be ascending. */
export function candidatesAmong(indexes: readonly number[], textOf: (index: number) => string): Candidates {
  const profiles = new Map<number, Profile>()
  const profile = (index: number): Profile => {
    const known = profiles.get(index) ?? profileOf(textOf(index))
    profiles.set(index, known)
    return known
  }
  if (indexes.length <= FEW) return { profile, like: () => indexes }

  const postings = new Map<string, number[]>()
  for (const index of indexes) {
    for (const term of profile(index).terms) {
      const posting = postings.get(term)
      if (posting === undefined) postings.set(term, [index])
      else if (posting.length <= COMMON) posting.push(index)
    }
  }
  return {
    profile,
    like({ terms }, expected) {
      const shared = new Map<number, number>()
      for (const term of terms) {
        const posting = postings.get(term) ?? []
        if (posting.length > COMMON) continue
        for (const index of posting) shared.set(index, (shared.get(index) ?? 0) + 1)
      }
      const best = [...shared].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_CANDIDATES)
      const at = lowerBound(indexes, expected)
      return [
        ...new Set([
          ...best.map(([index]) => index),
          ...indexes.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS),
        ]),
      ]
    },
  }
}

/** An entry without an id. */
export interface NamelessEntry {
  readonly key: string | null
  readonly text: string
  readonly section: string | null
}

/** Indexes of an entry (`outer`) and of an entry whose lines it contains (`inner`). */
export interface ContainedEntry {
  readonly outer: number
  readonly inner: number
}

/**
 * Finds entries whose lines are all in another entry of the same section, for example if paragraphs became
 * one entry, or a table became its rows. Bullets, pipes and blanks around a line are ignored. The result has
 * the order of `inners`.
 */
export function heldEntries(
  outers: readonly { readonly index: number; readonly entry: NamelessEntry }[],
  inners: readonly { readonly index: number; readonly entry: NamelessEntry }[],
): ContainedEntry[] {
  const places = new Map<string, { outer: number; lines: readonly string[]; at: number }[]>()
  for (const { index: outer, entry } of outers) {
    const lines = linesOf(entry)
    if (lines.length < 2) continue
    for (const [at, line] of lines.entries()) {
      const known = places.get(keyOf(entry, line)) ?? []
      if (known.length < MOST_PLACES) places.set(keyOf(entry, line), [...known, { outer, lines, at }])
    }
  }
  return inners.flatMap(({ index: inner, entry }): ContainedEntry[] => {
    const lines = linesOf(entry)
    const found = places
      .get(keyOf(entry, lines[0] ?? ""))
      ?.find((place) => lines.every((line, offset) => place.lines[place.at + offset] === line))
    return found === undefined ? [] : [{ outer: found.outer, inner }]
  })
}

/** Maximum number of entries with a line. More common lines are not distinctive enough for a match. */
const MOST_PLACES = 8

const keyOf = ({ section }: NamelessEntry, line: string): string => `${section ?? ""}\u0000${line}`

const linesOf = ({ text }: NamelessEntry): string[] =>
  text
    .split("\n")
    .map((line) => bare(line.trim()))
    .filter((line) => line !== "")

function bare(line: string): string {
  const opened = line.replace(/^(?:[-*+]\s+|\d{1,9}[.)]\s+|\|\s*)/, "")
  const closed = opened.endsWith("|") ? opened.slice(0, -1) : opened
  return closed.trim().replaceAll(/\s+/g, " ")
}
