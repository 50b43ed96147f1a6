import {
  type ContainedEntry,
  heldEntries,
  type NamelessEntry,
  candidatesAmong,
  createPool,
  type Pool,
} from "./identity-candidates"
import { profileOf, similarityOf } from "../similarity/matching"

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
  match.byText((entry) => `${entry.section ?? ""}\u0000${normalise(entry.text)}`)
  match.byText((entry) => normalise(entry.text))
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
    heldEntries(holders, lost).map(({ outer, inner }) => [before[inner]?.id ?? "", ids[outer] ?? ""]),
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
    const taken = heldEntries(open, free)
    const isLeadIn = ({ inner }: ContainedEntry) => this.before[inner]?.text.trimEnd().endsWith(":") === true
    for (const { outer, inner } of [...taken.filter((one) => !isLeadIn(one)), ...taken.filter(isLeadIn)])
      if (this.olds[outer] === NONE && this.agree(inner, outer)) this.pair(outer, inner)
    for (const { outer, inner } of heldEntries(free, open))
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

const normalise = (text: string): string => text.trim().replaceAll(/\s+/g, " ")

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
