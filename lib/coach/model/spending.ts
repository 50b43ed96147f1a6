import type { CoachCost } from "../coach"
import type { ModelSettings } from "./settings"

/** Tokens of a call. */
export interface Tokens {
  readonly input: number
  readonly output: number
}

export function costOf({ input, output }: Tokens, price: ModelSettings["price"]): number | null {
  return price === null ? null : (input * price.input + output * price.output) / 1_000_000
}

/** What a run has taken up to now, and what it may. */
export class Spending {
  private calls = 0
  private input = 0
  private output = 0
  /** Of the answer that comes now. */
  private coming = 0

  constructor(
    private readonly budget: number | null,
    private readonly price: ModelSettings["price"],
  ) {}

  /** Whether a call can be paid for even if it takes all that it may, and `kept` for what must come after it. */
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
