/**
 * Maximum number of words in a title or label that is bold or emphasized. Source: memory systems, "What
 * counts as an entry".
 */
const LONGEST_BOLD = 8
/** Maximum number of words in the sentence before a colon that still is a title of the next block. */
const LONGEST_LEAD = 20
const LONGEST_TITLE = 200
const LONGEST_LABEL = 800

/**
 * Returns the title that a paragraph gives to the block below it: "**Verification:**" gives "Verification".
 * Null for a paragraph that is an entry of its own.
 */
export function readLabel(paragraph: string): Label | null {
  if (paragraph.length > LONGEST_LABEL) return null
  const words = paragraph.trim().replace(/\s+/g, " ")
  const bare = withoutMarks(words)
  if (/[:：]$/.test(bare)) {
    const sentences = bare.slice(0, -1).trim().split(SENTENCE_END)
    const title = sentences.at(-1)?.trim() ?? ""
    if (title === "" || wordsIn(title) > LONGEST_LEAD) return null
    return { title: clip(title), isLeadIn: true, isStatement: sentences.length > 1 }
  }
  if (!isWhollyMarked(words) || /[.!?。！？]$/.test(bare) || bare === "" || wordsIn(bare) > LONGEST_BOLD)
    return null
  return { title: clip(bare), isLeadIn: false, isStatement: false }
}

export interface Label {
  readonly title: string
  /** True if the paragraph ends with a colon. It is then incomplete without the next block. */
  readonly isLeadIn: boolean
  /** True if another sentence precedes the lead-in. The paragraph is then also an entry of its own. */
  readonly isStatement: boolean
}

/**
 * Returns the bold label at the start of a line: "**Why:** the cache is cold" gives "why". Null if there is
 * none.
 */
export function readBoldLabel(line: string): BoldLabel | null {
  const match = BOLD_LABEL.exec(line.slice(0, LABEL_WINDOW))
  const label = (match?.[1] ?? match?.[2] ?? "").trim()
  if (match === null || label === "" || wordsIn(label) > LONGEST_BOLD || /\d/.test(label)) return null
  return { name: label.toLowerCase(), isAlone: line.slice(match[0].length).trim() === "" }
}

export interface BoldLabel {
  /** Label in lower case. */
  readonly name: string
  /** True if the label is alone on its line. */
  readonly isAlone: boolean
}

const LABEL_WINDOW = 120
const BOLD_LABEL = /^ {0,3}(?:\*\*([^*\r\n]{1,80})[:：]\*\*|\*\*([^*\r\n]{1,80})\*\*[:：])/

/** True for labels such as "Why" and "How to apply", which Claude Code writes below the rule of a memory. */
export const isReason = (name: string): boolean => REASONS.test(name)
const REASONS = /^(?:why\b|how to (?:apply|use)\b|when to (?:apply|use)\b|reason(?:ing)?$|rationale$)/

/** Returns a text without the bold, emphasis and code marks around it. */
function withoutMarks(words: string): string {
  return words
    .replace(/^[*_`\s]+/, "")
    .replace(/[*_`\s]{1,8}$/, "")
    .replace(/\*\*|__/g, "")
    .trim()
}

function isWhollyMarked(words: string): boolean {
  const mark = /^(?:\*{1,3}|_{1,3})/.exec(words)?.[0] ?? ""
  if (mark === "" || !words.endsWith(mark) || words.length <= mark.length * 2) return false
  return !words.slice(mark.length, -mark.length).includes(mark)
}

const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx|no|[a-z]))[.!?]\s+|[。！？]/i

/** Returns the number of words. Characters of scripts without spaces count as half a word. */
const wordsIn = (text: string): number => {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0
  return text.split(/\s+/).filter((word) => word !== "").length + Math.floor(unspaced / 2)
}

const clip = (title: string): string =>
  title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
