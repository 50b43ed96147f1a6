/**
 * Which words of a store may be meant by a misspelt one. No slip touches both ends of a word, so that whoever begins or ends as the word does
 * is looked at, and nobody else: two look-ups by equality, quick in any database, however many words there are.
 */

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u

/** Letters only, and neither so few that any other word is near, nor so many that it is no word. Numbers and what has them are never misspelt. */
export function isSpelled(word: string): boolean {
  return /^\p{L}{4,32}$/u.test(word) && !UNSPACED.test(word) && !/[\ud800-\udfff]/.test(word)
}

/** Of what `searchDocument` gave for some texts: each word that may be meant by a misspelt one, in one order for all writers. */
export function spelledWords(documents: Iterable<string>): string[] {
  const words = new Set<string>()
  for (const document of documents)
    for (const word of document.split(" ")) if (!words.has(word) && isSpelled(word)) words.add(word)
  return [...words].toSorted()
}

/** What a word is kept by: its first and its last letters. */
export function keysOf(word: string): { beginning: string; ending: string } {
  const many = keyLength(word.length)
  return { beginning: word.slice(0, many), ending: word.slice(-many) }
}

/** What words are kept by that a misspelt one may stand for; they may be longer or shorter than it. */
export function keysNear(word: string): { beginnings: string[]; endings: string[] } {
  const lengths = [...new Set([-2, -1, 0, 1, 2].map((more) => keyLength(Math.max(4, word.length + more))))]
  return {
    beginnings: lengths.map((many) => word.slice(0, many)),
    endings: lengths.map((many) => word.slice(-many)),
  }
}

/** Two neighbours that are swapped in the middle of four letters leave one at either end. */
const keyLength = (letters: number): number => (letters < 5 ? 1 : letters < 7 ? 2 : 3)

export interface NearWord {
  readonly word: string
  /** Another first letter counts for more: it is rarely the one that slips. */
  readonly slips: number
}

/** The words that a misspelt one may stand for, the nearest first: one slip in a short word, two in a longer one. */
export function nearest(word: string, candidates: Iterable<string>): NearWord[] {
  const most = word.length < 6 ? 1 : 2
  const near: NearWord[] = []
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > most) continue
    const slips = distanceOf(word, candidate, most)
    if (slips <= most) near.push({ word: candidate, slips: slips + (candidate[0] === word[0] ? 0 : 0.5) })
  }
  return near.toSorted((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
}

/** Letters put in, left out, changed or swapped with their neighbour; `most` + 1 for anything beyond. */
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
