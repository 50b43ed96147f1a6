const NEAR = 160

/** Returns some words with the rest of their line, as far as it is within `NEAR` characters of them. */
export function lineAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - NEAR), start)
      .split("\n")
      .at(-1) ?? ""
  const after = text.slice(end, end + NEAR).split("\n")[0] ?? ""
  return before + text.slice(start, end) + after
}

const NEGATION =
  /\b(?:never|don'?t|do not|does not|doesn'?t|must not|mustn'?t|should not|shouldn'?t|cannot|can'?t|may not|avoid|forbids?|forbidden|prohibit(?:s|ed)?|bans?|banned|disallow(?:s|ed)?|not allowed|refuses? to|refused?|rejects?|rejected|blocks?|blocked|prevent(?:s|ed|ing)?|den(?:y|ies|ied)|no longer|instead of|rather than|stops?|warns? (?:against|about)|detects?|detected|catch(?:es)?|flags?|flagged|nobody|no one|not|beware of|protects? against|guards? against|attacks?|vulnerab\w+|injection|malicious|suspicious|phishing)\b/g

/** Words that turn a "never" into an order: "never finish without sending it", "do not forget to send it". */
const TURNS =
  /\b(?:without|until|unless|before|but|instead,|forget|fail|fails|hesitate|skip|miss|omit|neglect|just|only|stop|wait|ask|bother|worry|delay|refuse|question|argue|simply|rather,)\b|[;:]|,\s*(?:just|instead|but|simply|and|then|send|post|upload|run|print|execute|always)\b/

/** True if the words are in a sentence that forbids them or warns against them. */
export function isForbidden(text: string, start: number, end: number): boolean {
  const before = beginningOf(text.slice(Math.max(0, start - 90), start))
  const last = Array.from(before.matchAll(NEGATION)).at(-1)
  if (last && !TURNS.test(before.slice(last.index + last[0].length))) return true
  const after = text.slice(end, end + 80)
  return /^[^.!?\n]{0,50}?\b(?:is|are|stays?|remains?|were|was)\s{1,2}(?:strictly |explicitly |always |now |also )?(?:forbidden|banned|prohibited|not allowed|never (?:allowed|ok)|blocked|disallowed|rejected|denied|refused|a (?:security )?(?:bug|risk|vulnerability|finding|hole|violation)|dangerous|unsafe|not ok|off limits)|^[`"'”)\s*]{0,4}(?:—|-|:|→|is)?\s?(?:forbidden|never\b|banned|not allowed|prohibited)/.test(
    after,
  )
}

/** Returns the part of the sentence before some words. */
function beginningOf(before: string): string {
  const parts = before.split(/[.!?]\s+|\n(?![a-z0-9(`])/)
  return parts.at(-1) ?? ""
}
