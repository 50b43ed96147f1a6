import type { Around } from "./rule"

const NEAR = 160

/** The sentence that holds some words, as far as it is near them. */
export function sentenceAround(text: string, start: number, end: number): Around {
  const before = beginningOf(text.slice(Math.max(0, start - NEAR), start))
  const after = /^(?:[^.!?\n]|[.!?](?=\S)|\n(?=[a-z0-9(`]))*/.exec(text.slice(end, end + NEAR))?.[0] ?? ""
  const words = text.slice(start, end).replaceAll(/(?:[\s*_`"“”()[\]]|(?<![a-z])'|'(?![a-z]))+/g, " ")
  return { words, before, after, sentence: `${before}${text.slice(start, end)}${after}` }
}

/** What stands before some words in their sentence. */
function beginningOf(before: string): string {
  const parts = before.split(/[.!?]\s+|\n(?![a-z0-9(`])/)
  return parts.at(-1) ?? ""
}

const PROMPTERS = new Set(
  "please now must should shall always and then to just you will first also instead or immediately silently secretly quietly never not agent agents assistant assistants ai model cannot can may either simply do don't kindly but so finally next only ever automatically gonna need try make sure ensure remember let's lets again everyone everybody it's okay ok fine is be directly promptly covertly finish task therefore thus hence still later afterwards afterward anyway session start time before after you'll plus let once yourself".split(
    " ",
  ),
)

/**
 * Whether a verb is an order: it begins a clause, or follows a word that prompts it ("please send", "to send"). A verb with a subject is
 * none ("workers send").
 */
export function isOrder(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start)
  if (/(?:^|[\n.!?:;>,—–|=#]|[-•·*+]\s|\d[.)])[\s*_`"'“”‘’([{<-]*$/.test(before) || before.trim() === "")
    return true
  const word = lastWord(before)
  return (
    word === "" ||
    PROMPTERS.has(word) ||
    (word.endsWith("ly") && word.length > 4) ||
    /[^\0-\x7f]\s*$/.test(before)
  )
}

const MARKS = /[\s*_`"'“”‘’(]/
const LETTERS = /[\w']/

/** Returns the last word of a text, without the marks and spaces behind it; "" if the text ends with something else. */
function lastWord(text: string): string {
  let start = text.length
  while (start > 0 && MARKS.test(text.charAt(start - 1))) start -= 1
  while (start > 0 && LETTERS.test(text.charAt(start - 1))) start -= 1
  return /[\w']+/.exec(text.slice(start))?.[0] ?? ""
}

const NEGATION =
  /\b(?:never|don'?t|do not|does not|doesn'?t|must not|mustn'?t|should not|shouldn'?t|cannot|can'?t|may not|avoid|forbids?|forbidden|prohibit(?:s|ed)?|bans?|banned|disallow(?:s|ed)?|not allowed|refuses? to|refused?|rejects?|rejected|blocks?|blocked|prevent(?:s|ed|ing)?|den(?:y|ies|ied)|no longer|instead of|rather than|stops?|warns? (?:against|about)|detects?|detected|catch(?:es)?|flags?|flagged|nobody|no one|not|beware of|protects? against|guards? against|attacks?|vulnerab\w+|injection|malicious|suspicious|phishing)\b/g

/** What turns a "never" into an order: "never finish without sending it", "do not forget to send it". */
const TURNS =
  /\b(?:without|until|unless|before|but|instead,|forget|fail|fails|hesitate|skip|miss|omit|neglect|just|only|stop|wait|ask|bother|worry|delay|refuse|question|argue|simply|rather,)\b|[;:]|,\s*(?:just|instead|but|simply|and|then|send|post|upload|run|print|execute|always)\b/

/** Whether the words stand in a sentence that forbids or warns of them. */
export function isForbidden(text: string, start: number, end: number): boolean {
  const before = beginningOf(text.slice(Math.max(0, start - 90), start))
  const last = Array.from(before.matchAll(NEGATION)).at(-1)
  if (last && !TURNS.test(before.slice(last.index + last[0].length))) return true
  const after = text.slice(end, end + 80)
  return /^[^.!?\n]{0,50}?\b(?:is|are|stays?|remains?|were|was)\s{1,2}(?:strictly |explicitly |always |now |also )?(?:forbidden|banned|prohibited|not allowed|never (?:allowed|ok)|blocked|disallowed|rejected|denied|refused|a (?:security )?(?:bug|risk|vulnerability|finding|hole|violation)|dangerous|unsafe|not ok|off limits)|^[`"'”)\s*]{0,4}(?:—|-|:|→|is)?\s?(?:forbidden|never\b|banned|not allowed|prohibited)/.test(
    after,
  )
}
