import { stemOf } from "../text/stems"

/** A word of a statement, or a placeholder for its kind: "<url>", "<host>", "<mail>", "<num>", "<ref>", "<path>". */
export interface Token {
  /** Word in lower case, or its placeholder. */
  readonly word: string
  readonly stem: string
  /** "file", "month" or the kind that `word` names; null for other words. */
  readonly kind: string | null
  /** True for words between quotation marks, which are mentioned rather than asserted. */
  isQuoted: boolean
  /** True for the first word of a sentence or clause. */
  readonly isFirst: boolean
  /** True for a word with a capital letter inside a sentence: a name. */
  readonly isCapital: boolean
  /** True for a run of a script without spaces between words. */
  readonly isUnspaced: boolean
}

/** Maximum number of tokens of a statement that are read. */
const MOST_TOKENS = 160

const TOKEN =
  /https?:\/\/[^\s"'`<>)\]]{1,300}|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]{1,80}|[A-Za-z0-9\u00aa-\u1fff][A-Za-z0-9\u00aa-\u1fff.@/:+'-]{0,80}|\S/gu
const UNSPACED = /^[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/
const WORD = /^[A-Za-z0-9\u00aa-\u1fff]/

/** Returns the tokens of a folded text whose capital letters are kept. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const quotes = new Quotes()
  let isFirst = true
  const push = (
    word: string,
    about: Partial<Pick<Token, "stem" | "kind" | "isCapital" | "isUnspaced">> = {},
  ) => {
    const { stem = word, kind = null, isCapital = false, isUnspaced = false } = about
    tokens.push({ word, stem, kind, isQuoted: quotes.isOpen, isFirst, isCapital, isUnspaced })
    isFirst = false
  }
  const pushMark = (found: string, index: number) => {
    quotes.read(found, text[index - 1] ?? " ", text[index + found.length] ?? " ", tokens.length)
    if (/[!?|]/.test(found)) push(found)
    if (/[.!?。！？;:→|`<>{}[\]#]/.test(found)) isFirst = true
  }
  const pushWord = (found: string) => {
    const word = withoutMarks(found)
    const isCapital = !isFirst && isUpper(word)
    for (const { word: read, stem, kind } of readingsOf(word))
      push(read, { stem, kind, isCapital: isCapital && !PLACEHOLDERS.has(kind ?? "") })
    if (/^[.:]/.test(found.slice(word.length))) isFirst = true
  }
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    if (tokens.length >= MOST_TOKENS) break
    if (UNSPACED.test(found)) push(found, { isUnspaced: true })
    else if (/^https?:/.test(found)) push("<url>", { kind: "url" })
    else if (WORD.test(found)) pushWord(found)
    else pushMark(found, index)
  }
  quotes.settle(tokens)
  return tokens
}

const FILE =
  /^[\w.-]{1,80}\.(?:md|py|tsx?|js|json|ya?ml|toml|sh|go|rs|txt|pdf|css|html|lock|log|cfg|ini|xml|csv|sql)$/
const HOST =
  /^[\w.-]{1,80}\.(?:com|net|org|io|dev|app|example|test|co|cn|ru|de|fr|xyz|site|online|onion|cc|me|sh|st|to|ai|info)(?:[/:]|$)/
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
/** Maximum number of parts of a path that are read. */
const MOST_PARTS = 4

interface Reading {
  readonly word: string
  readonly stem: string
  readonly kind: string | null
}

/** Cache of the tokens of words. */
const KNOWN = new Map<string, readonly Reading[]>()
const MOST_KNOWN = 20_000

/** Returns the tokens of a written word, several for a path. */
function readingsOf(written: string): readonly Reading[] {
  const known = KNOWN.get(written)
  if (known !== undefined) return known
  const word = written.toLowerCase()
  const kind = kindOf(word, written)
  const parts =
    kind === "path"
      ? word
          .split("/")
          .slice(0, MOST_PARTS)
          .filter((part) => part.length > 2)
      : []
  const readings = [
    reading(PLACEHOLDERS.has(kind ?? "") ? `<${kind}>` : word, kind),
    ...parts.map((part) => reading(part, null)),
  ]
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(written, readings)
  return readings
}

const reading = (word: string, kind: string | null): Reading => ({
  word,
  stem: kind === null ? stemOf(word.replace(/'s$/, "")) : word,
  kind,
})

/** Kinds whose placeholder replaces the word. */
const PLACEHOLDERS = new Set(["mail", "host", "num", "ref", "path"])

function kindOf(word: string, written: string): string | null {
  if (/^[a-z]+$/.test(word)) return /^[A-Z]/.test(written) && MONTH.test(word) ? "month" : null
  if (/^[^@]+@[^@.]+\.[^@]+$/.test(word)) return "mail"
  if (FILE.test(word)) return "file"
  if (HOST.test(word)) return "host"
  if (/^\d[\d.:,-]*[a-z_]{0,2}$/.test(word)) return "num"
  if (/^[A-Z]{2,6}-?\d+$/.test(written)) return "ref"
  return word.includes("/") && word.length > 2 ? "path" : null
}

const isUpper = (word: string): boolean => word.charAt(0) >= "A" && word.charAt(0) <= "Z"

function withoutMarks(written: string): string {
  let end = written.length
  while (end > 1 && ".@/:+'-".includes(written.charAt(end - 1))) end -= 1
  return written.slice(0, end)
}

/** Tracks which tokens are between quotation marks. */
class Quotes {
  private mark: string | null = null
  private from = 0

  get isOpen(): boolean {
    return this.mark !== null
  }

  read(mark: string, before: string, after: string, at: number): void {
    const isStraight = mark === '"' || mark === "'"
    if (this.mark === null) {
      const opens = isStraight ? /[\s([{:,;>–—-]/.test(before) && /\S/.test(after) : "«„“「『‘".includes(mark)
      if (opens) {
        this.mark = mark
        this.from = at
      }
    } else if (isStraight) {
      if (this.mark === mark && (mark === '"' || !/\p{L}/u.test(after))) this.mark = null
    } else if ("»”」』’".includes(mark)) this.mark = null
  }

  /** Counts the words of an unclosed quotation, or of one that fills most of the statement, as asserted. */
  settle(tokens: Token[]): void {
    const quoted = tokens.filter((one) => one.isQuoted).length
    const isWhole = quoted > tokens.length * 0.7
    for (const token of tokens.slice(this.isOpen && !isWhole ? this.from : 0))
      if (isWhole || this.isOpen) token.isQuoted = false
  }
}
