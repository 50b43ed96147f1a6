/** A part of a text that is judged by itself, `end` exclusive. */
export interface Part {
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
