import type { CoachCost } from "../coach"
import type { ModelSettings } from "./model-providers"

/** Number of tokens of a call. */
export interface Tokens {
  readonly input: number
  readonly output: number
}

export function costOf({ input, output }: Tokens, price: ModelSettings["price"]): number | null {
  return price === null ? null : (input * price.input + output * price.output) / 1_000_000
}

/** The tokens that a run has used, and its budget. */
export class Spending {
  private calls = 0
  private input = 0
  private output = 0
  /** Number of output tokens of the current answer so far. */
  private coming = 0

  constructor(
    private readonly budget: number | null,
    private readonly price: ModelSettings["price"],
  ) {}

  /** True if the budget allows a call with these maximum numbers of tokens and leaves `kept` tokens. */
  fits({ input, output }: Tokens, kept = 0): boolean {
    return this.budget === null || this.input + this.output + input + output + kept <= this.budget
  }

  hear(tokens: number): void {
    this.coming = tokens
  }

  add({ input, output }: Tokens): void {
    this.calls += 1
    this.input += input
    this.output += output
    this.coming = 0
  }

  now(): CoachCost {
    const tokens = { input: this.input, output: this.output + this.coming }
    return {
      calls: this.calls,
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      cost: costOf(tokens, this.price),
    }
  }
}

/** Tokens per ASCII character. Code and JSON need more than prose. */
const ASCII = 0.3
/** Tokens per letter of other alphabets: diacritics, Greek, Cyrillic. */
const ALPHABETS = 0.6
/**
 * Tokens per other character, such as an Indic or Chinese character or an emoji. Many of them stand for a
 * syllable or a word.
 */
const OTHERS = 1.3

/**
 * Returns the estimated number of tokens of a text. The estimate is rather too high, because models count
 * differently.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) tokens += tokensOfUnit(text.charCodeAt(at))
  return Math.ceil(tokens)
}

/**
 * Returns the estimated number of tokens of a UTF-16 unit. The second unit of a surrogate pair counts as 0.
 */
function tokensOfUnit(code: number): number {
  if (code < 0x80) return ASCII
  if (code < 0x0900) return ALPHABETS
  return code >= 0xdc00 && code <= 0xdfff ? 0 : OTHERS
}
