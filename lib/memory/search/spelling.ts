/**
 * Finds the indexed words that a misspelled word may mean. A typo rarely changes both ends of a word, so candidates are looked up by their
 * first or last letters: two indexed lookups, fast for any number of words.
 */

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u

/** True for words that can be corrected: 4–32 letters, without digits, not of a script without spaces. */
export function isSpelled(word: string): boolean {
  return /^\p{L}{4,32}$/u.test(word) && !UNSPACED.test(word) && !/[\ud800-\udfff]/.test(word)
}

/** Returns the words of `searchDocument` results that corrections can suggest, sorted. The order avoids deadlocks between writers. */
export function spelledWords(documents: Iterable<string>): string[] {
  const words = new Set<string>()
  for (const document of documents)
    for (const word of document.split(" ")) if (!words.has(word) && isSpelled(word)) words.add(word)
  return [...words].toSorted()
}

/** Returns the keys that a word is indexed by: its first and its last letters. */
export function keysOf(word: string): { beginning: string; ending: string } {
  const many = keyLength(word.length)
  return { beginning: word.slice(0, many), ending: word.slice(-many) }
}

/** Returns the keys of words that a misspelled one may mean, up to two letters longer or shorter. */
export function keysNear(word: string): { beginnings: string[]; endings: string[] } {
  const lengths = [...new Set([-2, -1, 0, 1, 2].map((more) => keyLength(Math.max(4, word.length + more))))]
  return {
    beginnings: lengths.map((many) => word.slice(0, many)),
    endings: lengths.map((many) => word.slice(-many)),
  }
}

/**
 * Returns the number of letters in a key. In a word of four letters, two swapped letters in the middle leave
 * only the first and the last letter in place.
 */
function keyLength(letters: number): number {
  if (letters < 5) return 1
  return letters < 7 ? 2 : 3
}

export interface NearWord {
  readonly word: string
  /** Number of typos; a different first letter adds 0.5, because typos there are rare. */
  readonly slips: number
}

/**
 * Returns the words that a misspelled word may mean, nearest first: with at most one typo in a word of up to
 * 5 letters, else with at most two.
 */
export function nearestWords(word: string, candidates: Iterable<string>): NearWord[] {
  const most = word.length < 6 ? 1 : 2
  const near: NearWord[] = []
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > most) continue
    const slips = distanceOf(word, candidate, most)
    if (slips <= most) near.push({ word: candidate, slips: slips + (candidate[0] === word[0] ? 0 : 0.5) })
  }
  return near.toSorted((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
}

/** Returns the edit distance with transpositions (Damerau-Levenshtein), at most `most` + 1. */
export function distanceOf(one: string, other: string, most: number): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row]
    let least = row
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      let cost = Math.min(
        (last[column] as number) + 1,
        (here[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] as number) + 1)
      here.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    ;[beforeLast, last] = [last, here]
  }
  return Math.min(last[other.length] as number, most + 1)
}
