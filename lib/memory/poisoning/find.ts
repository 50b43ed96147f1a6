import { foldText, withText, type FoldedText } from "../characters/look-alikes-fold"
import { listCommands } from "./commands"
import { listDisguises, listPayloads } from "./payloads"
import type { PoisoningFamily } from "./poisoning-reasons"
import { featuresOf, type Features } from "./features"
import { familyOf, poisoningScore } from "./model"
import { spellingsOf } from "./spellings"

/** A part of a text that is not visible when the text is rendered. */
interface Comment {
  readonly start: number
  readonly end: number
}

/** Returns HTML and Markdown comments, elements that their style hides, and titles of links. */
function listComments(text: string): Comment[] {
  return PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, AT_MOST).map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}

const AT_MOST = 50

const PATTERNS = [
  /\]\([^\s()]{1,300}\s"[^"\n]{8,500}"\)/g,
  /<!--[\s\S]{0,2000}?-->/g,
  /^\[(?:\/\/|comment|_|#)\]:[ \t]{0,3}(?:#|<>)?[ \t]{0,3}[("'][^\n]{1,500}/gim,
  /<(?:span|div|p|font|section|details|td)\b[^>]{0,200}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)\b|\bhidden\b)[^>]{0,200}>[^<]{1,1000}/gi,
]

/**
 * Words of a text that would manipulate an agent. Lines and columns (UTF-16 units) count from 1. `words` are
 * quoted exactly.
 */
export interface PoisoningFinding {
  readonly family: PoisoningFamily
  readonly line: number
  readonly column: number
  readonly words: string
  /** True if the score is above `CLEAR`. Most findings in real entries are below it and harmless. */
  readonly isClear: boolean
}

/** Least score of a clear finding. */
const CLEAR = 1

/** Maximum number of characters of a text that are checked. */
const MOST_CHARACTERS = 50_000
/** Maximum number of findings in a text. */
const MOST_PLACES = 100
/** The threshold score for hidden text, which is more suspicious. Visible text needs a score above 0. */
const ENOUGH_HIDDEN = -0.8

/**
 * Finds the statements of a text that would poison an agent's memory: orders that work against the user,
 * leave the machine or collect keys, and preparations for them. Conventions ("Always use named exports") are
 * what memory is for and are not found. The text is checked as it is displayed, and so are its comments, its
 * encoded parts, and words with digits for letters or spaces between letters.
 */
export function findPoisoning(text: string): PoisoningFinding[] {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (match) => match.index + match[0].length)]
  return placesIn(text.slice(0, MOST_CHARACTERS)).map(({ family, start, end, score }) => {
    const line = starts.findLastIndex((one) => one <= start)
    const column = start - (starts[line] ?? 0) + 1
    return { family, line: line + 1, column, words: text.slice(start, end), isClear: score > CLEAR }
  })
}

interface Place extends Part {
  readonly family: PoisoningFamily
  readonly score: number
}

/** Part of a text whose family is not yet determined. */
interface Judged extends Part {
  readonly features: Features
  readonly score: number
}

/** Returns the suspicious places in order; of several that overlap, the one with the highest score. */
function placesIn(text: string): Place[] {
  const folded = foldText(text)
  const lower = withText(folded, lowerCase(folded.text))
  const spellings = spellingsOf(lower)
  const joined = spellings.find((one) => one.text.length < lower.text.length)
  const found = [
    // A text of spaced letters is judged only after the letters are joined.
    ...(joined ? [] : judge(folded, 0)),
    ...listCommands(lower.text).map(({ family, start, end }) => ({
      ...writtenPart(folded, { start, end }),
      family,
      score: SURE,
    })),
    ...spellings.flatMap((spelling) =>
      judge(spelling, spelling.text.length < lower.text.length * MOSTLY_APART ? ENOUGH_HIDDEN : 0),
    ),
    ...hiddenIn(text),
  ]
  const kept: Place[] = []
  for (const place of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.length >= MOST_PLACES) break
    if (!kept.some((one) => one.start < place.end && place.start < one.end)) kept.push(place)
  }
  return kept.toSorted((a, b) => a.start - b.start)
}

/** A text that shrinks below this share when its spaced letters are joined consists mostly of spaced letters. */
const MOSTLY_APART = 0.75
/** Score of a rule match, above any score of the model. */
const SURE = 1_000

function judge(folded: FoldedText, least: number): Place[] {
  const parts = partsOf(folded.text)
  const enough = least + extraScoreForParts(parts.length)
  return parts
    .flatMap((part) => {
      const whole = judgePart(folded, part)
      const sentences = sentencesIn(folded.text, part).map((one) => judgePart(folded, one))
      const isPoisoned = whole.score > enough
      const places = sentences.filter(({ score }) => score > enough + (isPoisoned ? 0 : ALONE))
      return places.length === 0 && isPoisoned ? [whole] : places
    })
    .map(({ start, end, features, score }) => ({
      ...writtenPart(folded, trimmed(folded.text, { start, end })),
      family: familyOf(features),
      score,
    }))
}

/** Extra score that a sentence needs if the text around it is harmless. */
const ALONE = 1

function judgePart(folded: FoldedText, { start, end }: Part): Judged {
  const features = featuresOf(folded.text.slice(start, end))
  return { start, end, features, score: poisoningScore(features) }
}

/** Finds comments that rendering hides, encoded text, and text that differs from its appearance. */
function hiddenIn(text: string): Place[] {
  const hidden = [
    ...listComments(text).map(({ start, end }) => ({ start, end, text: innerText(text.slice(start, end)) })),
    ...listPayloads(text),
    ...listDisguises(text),
  ]
  return hidden.flatMap(({ start, end, text: inner }) => {
    const score = hiddenScore(inner, DEEPEST)
    return score > ENOUGH_HIDDEN ? [{ start, end, family: "disguised" as const, score: score + HIDING }] : []
  })
}

/** Largest number of nested hidden texts to open. */
const DEEPEST = 2

function hiddenScore(inner: string, depth: number): number {
  const folded = foldText(inner)
  const lower = withText(folded, lowerCase(folded.text))
  const within = depth > 0 ? listPayloads(inner).map((one) => hiddenScore(one.text, depth - 1)) : []
  return Math.max(
    listCommands(lower.text).length > 0 ? SURE : Number.NEGATIVE_INFINITY,
    ...judge(folded, ENOUGH_HIDDEN).map((one) => one.score),
    ...within,
  )
}

/** Score added to a hidden text, so that it outranks the text around it. */
const HIDING = 100

const innerText = (comment: string): string =>
  comment.replaceAll(/<!--|-->|<[^<>]{1,300}>|^\[[^\]]{1,20}\]:|^\]\([^\s()]{1,300}/g, " ").trim()

function trimmed(text: string, { start, end }: Part): Part {
  const words = text.slice(start, end)
  return { start: start + words.length - words.trimStart().length, end: start + words.trimEnd().length }
}

const writtenPart = ({ at }: FoldedText, { start, end }: Part): Part => ({
  start: at(start),
  end: at(end - 1) + 1,
})

/**
 * Returns the text in lower case. Letters whose lower case has another length stay, so that offsets remain
 * valid.
 */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join(
    "",
  )
}

/** A part of a text that is judged by itself, `end` exclusive. */
interface Part {
  readonly start: number
  readonly end: number
}

/** Maximum number of characters of a text that is judged as one statement. */
const WHOLE = 260
/** Maximum number of characters of a sentence that are read. */
const MOST_OF_SENTENCE = 400
/** Maximum number of sentences of a text that are read. */
const MOST_SENTENCES = 500

/** Returns the sentences of a part of a text; none if the part is a single sentence. */
export function sentencesIn(text: string, { start, end }: Part): Part[] {
  const sentences = sentencesOf(text.slice(start, end))
  if (sentences.length < 2) return []
  return sentences.map((one) => ({ start: start + one.start, end: start + one.end }))
}

/**
 * Returns the parts of a text that are judged: a short text as a whole, a longer one sentence by sentence, each also with the next, because a
 * sentence often explains the one before it.
 */
export function partsOf(text: string): Part[] {
  if (text.length <= WHOLE) return withoutRemark(text, { start: 0, end: text.length })
  const sentences = sentencesOf(text)
  return sentences.flatMap(({ start, end }, index) => {
    const next = sentences[index + 1]
    const alone = { start, end: Math.min(end, start + MOST_OF_SENTENCE) }
    return next && next.end - start <= WHOLE ? [alone, { start, end: next.end }] : [alone]
  })
}

/** Returns the extra score required of each of `parts` parts. With many parts, one is more likely to look poisoned by chance. */
export const extraScoreForParts = (parts: number): number => SURER * Math.log(Math.max(1, parts - 1))

const SURER = 0.35

/** Returns the part, and the part without a remark in brackets at its end. */
function withoutRemark(text: string, part: Part): Part[] {
  const remark = /\s?\([^()\n]{1,80}\)[\s.]{0,3}$/.exec(text)
  return remark === null || remark.index === 0 ? [part] : [part, { start: 0, end: remark.index }]
}

function sentencesOf(text: string): Part[] {
  const sentences: Part[] = []
  let start = 0
  for (const { index, 0: gap } of text.matchAll(/(?<=[.!?])\s|[。！？\n]/g)) {
    add(index + (/\s/.test(gap) ? 0 : 1))
    start = index + 1
    if (sentences.length >= MOST_SENTENCES) return sentences
  }
  add(text.length)
  return sentences

  function add(end: number): void {
    if (/\S/.test(text.slice(start, Math.min(end, start + MOST_OF_SENTENCE)))) sentences.push({ start, end })
  }
}
