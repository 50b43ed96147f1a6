import { lowerBound } from "./identity-pool"
import { profileOf, type Profile } from "../similarity/similarity"

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
