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
