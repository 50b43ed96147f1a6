import { stemOf } from "../stems"

/** A word of a statement, or what stands for words of its kind: "<url>", "<host>", "<mail>", "<num>", "<ref>", "<path>". */
export interface Token {
  /** In lower case. */
  readonly word: string
  readonly stem: string
  /** "file", "month" or the kind that `word` names; null for other words. */
  readonly kind: string | null
  /** Words between quotation marks are mentioned rather than said. */
  isQuoted: boolean
  /** The first word of a sentence or clause. */
  readonly isFirst: boolean
  /** Begins with a capital letter inside a sentence: a name. */
  readonly isCapital: boolean
  /** A run of a script that puts no spaces between words. */
  readonly isUnspaced: boolean
}

/** More of a statement is not read. */
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
  const push = (word: string, about: { kind?: string; isCapital?: boolean; isUnspaced?: boolean } = {}) => {
    const { kind = null, isCapital = false, isUnspaced = false } = about
    const stem = kind !== null || isUnspaced ? word : stemOf(word.replace(/'s$/, ""))
    tokens.push({ word, stem, kind, isQuoted: quotes.isOpen, isFirst, isCapital, isUnspaced })
    isFirst = false
  }
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    if (tokens.length >= MOST_TOKENS) break
    if (UNSPACED.test(found)) push(found, { isUnspaced: true })
    else if (/^https?:/.test(found)) push("<url>", { kind: "url" })
    else if (!WORD.test(found)) {
      quotes.read(found, text[index - 1] ?? " ", text[index + found.length] ?? " ", tokens.length)
      if (/[!?|]/.test(found)) push(found)
      if (/[.!?。！？;:→|`<>{}[\]#]/.test(found)) isFirst = true
    } else {
      const word = withoutMarks(found)
      readWord(word, isFirst, push)
      if (/^[.:]/.test(found.slice(word.length))) isFirst = true
    }
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
/** More parts of a path are not read. */
const MOST_PARTS = 4

type Push = (word: string, about?: { kind?: string; isCapital?: boolean }) => void

function readWord(written: string, isFirst: boolean, push: Push): void {
  const word = written.toLowerCase()
  const isUpper = /^[A-Z]/.test(written)
  if (/^[^@]+@[^@.]+\.[^@]+$/.test(word)) return push("<mail>", { kind: "mail" })
  if (FILE.test(word)) return push(word, { kind: "file" })
  if (HOST.test(word)) return push("<host>", { kind: "host" })
  if (/^\d[\d.:,-]*[a-z_]{0,2}$/.test(word)) return push("<num>", { kind: "num" })
  if (/^[A-Z]{2,6}-?\d+$/.test(written)) return push("<ref>", { kind: "ref" })
  if (word.includes("/") && word.length > 2) {
    push("<path>", { kind: "path" })
    for (const part of word.split("/").slice(0, MOST_PARTS)) if (part.length > 2) push(part)
    return
  }
  push(word, { isCapital: isUpper && !isFirst, ...(isUpper && MONTH.test(word) && { kind: "month" }) })
}

function withoutMarks(written: string): string {
  let end = written.length
  while (end > 1 && ".@/:+'-".includes(written.charAt(end - 1))) end -= 1
  return written.slice(0, end)
}

/** Reads quotation marks. */
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

  /** A quotation that nothing ends, or that is most of the statement, is said after all. */
  settle(tokens: Token[]): void {
    const quoted = tokens.filter((one) => one.isQuoted).length
    const isWhole = quoted > tokens.length * 0.7
    for (const token of tokens.slice(this.isOpen && !isWhole ? this.from : 0))
      if (isWhole || this.isOpen) token.isQuoted = false
  }
}
