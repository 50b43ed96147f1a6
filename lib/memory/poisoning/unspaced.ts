import { CONCEPT_WORDS } from "./concept-words"

/** Short words that the concepts do not have. */
const SHORT_WORDS =
  "a an the i it its is are was be been to of in on at by for from with as or and but if so not no do does my me we us our he she his her they them their that this these those then there here when while will would can could may must shall has have had you your all any each every one two more most than too very just only also into out up down over under after before about again once new old old now never always next last first same such"

const WORDS = new Set([
  ...SHORT_WORDS.split(" "),
  ...Object.values(CONCEPT_WORDS)
    .flatMap((words) => words.trim().split(/\s+/))
    .flatMap((word) => word.split("_"))
    .filter((word) => /^[a-z]{3,20}$/.test(word)),
])
const LONGEST = 20
const COST_OF_WORD = 2
const COST_OF_LETTER = 3

/** Returns where words begin in letters that nothing parts, by the fewest words and stray letters. In ascending order, without 0. */
export function wordStarts(letters: string): number[] {
  const froms = cheapestFroms(letters)
  const starts: number[] = []
  for (let at = letters.length; at > 0; at = froms[at] ?? 0) {
    const from = froms[at] ?? 0
    const isWord = at - from > 1 || letters[from] === "a" || letters[from] === "i"
    if (isWord) starts.push(at, from)
  }
  return [...new Set(starts)].filter((at) => at > 0 && at < letters.length).toSorted((a, b) => a - b)
}

/** Returns, for each end, where the last word or letter before it begins if the letters up to it are divided at the least cost. */
function cheapestFroms(letters: string): readonly number[] {
  const costs = [0]
  const froms = [0]
  for (let end = 1; end <= letters.length; end += 1) {
    let cost = (costs[end - 1] ?? 0) + COST_OF_LETTER
    let from = end - 1
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      const other = (costs[start] ?? 0) + COST_OF_WORD
      if (other < cost && WORDS.has(letters.slice(start, end))) [cost, from] = [other, start]
    }
    costs.push(cost)
    froms.push(from)
  }
  return froms
}
