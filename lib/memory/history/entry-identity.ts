import { profileOf, similarityOf, type Profile } from "../similarity/matching"
import { onOneLine } from "@/lib/memory/text/sentence"

export interface KnownEntry extends NamelessEntry {
  readonly id: string
}

/** Similarity below which an entry counts as new, not as edited. */
export const SAME_ENTRY = 0.5

/**
 * Returns for each entry of a new text the id of the old entry that it continues; null for a new one. No id is used twice. Matches by key,
 * then by equal text (same section and nearest position first), then by contained lines, then by similarity within a section (at least
 * `SAME_ENTRY`, best pairs first).
 */
export function matchEntries(
  before: readonly KnownEntry[],
  after: readonly NamelessEntry[],
): (string | null)[] {
  const match = new Match(before, after)
  match.byKey()
  match.byText((entry) => `${entry.section ?? ""}\u0000${onOneLine(entry.text)}`)
  match.byText((entry) => onOneLine(entry.text))
  match.byLines()
  match.byLikeness()
  return match.olds.map((old) => (old === NONE ? null : (before[old]?.id ?? null)))
}

/** Returns for each removed entry the id of the new entry that contains its lines. `ids` are the ids of the new entries, in order. */
export function matchSuccessors(
  before: readonly KnownEntry[],
  after: readonly NamelessEntry[],
  ids: readonly string[],
): Map<string, string> {
  const continued = new Set(ids)
  const lost = before.flatMap((entry, index) => (continued.has(entry.id) ? [] : [{ index, entry }]))
  const holders = after.map((entry, index) => ({ index, entry }))
  return new Map(
    containedEntries(holders, lost).map(({ outer, inner }) => [before[inner]?.id ?? "", ids[outer] ?? ""]),
  )
}

const NONE = -1

class Match {
  /** Index of the old entry of each new one; -1 if there is none. */
  readonly olds: number[]
  private readonly taken: boolean[]

  constructor(
    private readonly before: readonly KnownEntry[],
    private readonly after: readonly NamelessEntry[],
  ) {
    this.olds = after.map(() => NONE)
    this.taken = before.map(() => false)
  }

  byKey(): void {
    const queues = groupBy(this.before.keys(), (index) => this.before[index]?.key ?? null)
    const next = new Map<string, number>()
    for (const [index, { key }] of this.after.entries()) {
      if (key === null) continue
      const at = next.get(key) ?? 0
      this.pair(index, queues.get(key)?.[at] ?? NONE)
      next.set(key, at + 1)
    }
  }

  /** Matches equal texts: first those next to matched neighbors, then the nearest. */
  byText(nameOf: (entry: NamelessEntry) => string): void {
    if (!this.olds.includes(NONE)) return
    const known = this.before.map(nameOf)
    const names = this.after.map(nameOf)
    this.besideNeighbors(known, names)
    this.nearestFirst(known, names)
  }

  private besideNeighbors(known: readonly string[], names: readonly string[]): void {
    const pairIfSame = (index: number, old: number) => {
      if (known[old] === names[index] && this.agree(old, index)) this.pair(index, old)
    }
    const open = this.open()
    for (const index of open) {
      const previous = index === 0 ? NONE : (this.olds[index - 1] ?? NONE)
      if (index === 0 || previous !== NONE) pairIfSame(index, previous + 1)
    }
    for (const index of open.toReversed()) {
      const following = index + 1 === this.after.length ? this.before.length : (this.olds[index + 1] ?? NONE)
      if (this.olds[index] === NONE && following !== NONE) pairIfSame(index, following - 1)
    }
  }

  private nearestFirst(known: readonly string[], names: readonly string[]): void {
    const pools = new Map<string, Pool>()
    for (const [name, indexes] of groupBy(this.free(), (index) => known[index] ?? null))
      pools.set(
        name,
        createPool(indexes, (old) => this.taken[old] === true),
      )
    let expected = 0
    for (const [index, name] of names.entries()) {
      if (this.olds[index] === NONE)
        this.pair(index, pools.get(name)?.nearest(expected, (old) => this.agree(old, index)) ?? NONE)
      const old = this.olds[index] ?? NONE
      if (old !== NONE) expected = old + 1
    }
  }

  /** Matches entries by contained lines. A lead-in ("How to apply:") is not distinctive, so it is matched last. */
  byLines(): void {
    const open = this.open().map((index) => ({ index, entry: this.after[index] as NamelessEntry }))
    const free = this.free().map((index) => ({ index, entry: this.before[index] as KnownEntry }))
    if (open.length === 0 || free.length === 0) return
    const taken = containedEntries(open, free)
    const isLeadIn = ({ inner }: ContainedEntry) => this.before[inner]?.text.trimEnd().endsWith(":") === true
    for (const { outer, inner } of [...taken.filter((one) => !isLeadIn(one)), ...taken.filter(isLeadIn)])
      if (this.olds[outer] === NONE && this.agree(inner, outer)) this.pair(outer, inner)
    for (const { outer, inner } of containedEntries(free, open))
      if (this.olds[inner] === NONE && this.agree(outer, inner)) this.pair(inner, outer)
  }

  /** Matches entries of a section by similarity, best pairs first. */
  byLikeness(): void {
    const olds = groupBy(this.free(), (index) => this.before[index]?.section ?? "")
    const pairs: { index: number; old: number; score: number }[] = []
    for (const [section, indexes] of groupBy(this.open(), (index) => this.after[index]?.section ?? "")) {
      const known = olds.get(section)
      if (known === undefined) continue
      const candidates = candidatesAmong(known, (old) => this.before[old]?.text ?? "")
      for (const index of indexes) {
        const profile = profileOf(this.after[index]?.text ?? "")
        for (const old of candidates.like(profile, this.expectedPlace(index))) {
          const score = similarityOf(profile, candidates.profile(old))
          if (score >= SAME_ENTRY && this.agree(old, index)) pairs.push({ index, old, score })
        }
      }
    }
    pairs.sort(
      (a, b) =>
        b.score - a.score ||
        Math.abs(a.index - a.old) - Math.abs(b.index - b.old) ||
        a.index - b.index ||
        a.old - b.old,
    )
    for (const { index, old } of pairs) if (this.olds[index] === NONE) this.pair(index, old)
  }

  /** Returns the expected index of the old entry, by the nearest matched neighbor before it. */
  private expectedPlace(index: number): number {
    for (let at = index - 1; at >= Math.max(0, index - 50); at--) {
      const old = this.olds[at] ?? NONE
      if (old !== NONE) return old + (index - at)
    }
    return index
  }

  private pair(index: number, old: number): void {
    if (old === NONE || this.taken[old]) return
    this.olds[index] = old
    this.taken[old] = true
  }

  /** True if the keys of the old and the new entry are equal, or one of them has no key. */
  private agree(old: number, index: number): boolean {
    const [left, right] = [this.before[old]?.key ?? null, this.after[index]?.key ?? null]
    return left === null || right === null || left === right
  }

  private free(): number[] {
    return this.taken.flatMap((taken, index) => (taken ? [] : [index]))
  }

  private open(): number[] {
    return this.olds.flatMap((old, index) => (old === NONE ? [index] : []))
  }
}

/** Groups indexes by name, in the order of their first member. Indexes without a name are left out. */
function groupBy(indexes: Iterable<number>, nameOf: (index: number) => string | null): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const index of indexes) {
    const name = nameOf(index)
    if (name === null) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [index])
    else group.push(index)
  }
  return groups
}

/** Old entries with the same text. */
interface Pool {
  /** Returns the free index nearest to `expected` that fits, the later of two; null if none is left nearby. */
  nearest(expected: number, fits: (index: number) => boolean): number | null
}

/** Number of entries on either side that may be skipped because they do not fit. */
const MAX_MISFITS = 8

/** Returns a pool of ascending indexes. Taken entries are skipped in constant time, so that many equal lines do not slow it down. */
function createPool(indexes: readonly number[], isTaken: (index: number) => boolean): Pool {
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
interface Candidates {
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
function candidatesAmong(indexes: readonly number[], textOf: (index: number) => string): Candidates {
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
interface ContainedEntry {
  readonly outer: number
  readonly inner: number
}

/**
 * Finds entries whose lines are all in another entry of the same section, for example if paragraphs became
 * one entry, or a table became its rows. Bullets, pipes and blanks around a line are ignored. The result has
 * the order of `inners`.
 */
function containedEntries(
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
