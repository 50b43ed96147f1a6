import { CoachFailure } from "../coach"
import { type Answer, callModel, type CallTimeouts, type Prompt, type CallTokens } from "./call"
import { waitFor } from "./clock"
import type { AnswerForm } from "./answer-schema"
import { languageModel, type Model } from "./language-model"
import type { ModelSettings } from "./model-providers"
import type { Spending, Tokens } from "./spending"
import { estimateTokens } from "./token-estimate"
import { type CallFailure, describeCallFailure } from "./call-failure"

export type PersistentAnswer = Answer | { readonly end: "too-long" } | { readonly end: "over-budget" }

export interface PersistentRequest {
  readonly prompt: Prompt
  readonly form: AnswerForm
  readonly mostTokens: number
  readonly signal: AbortSignal
  readonly spending: Spending
  /** Number of tokens of the budget that must be left after the answer. */
  readonly kept: number
  heard(): void
}

const FIRST_PAUSE_MS = 1_000
/** Maximum pause between attempts in milliseconds. A person is waiting for the run. */
const LONGEST_PAUSE_MS = 60_000

/**
 * Asks a model. Retries after temporary errors, and uses older API features if the server refuses newer ones.
 */
export class PersistentModel {
  /** Variants of a request, newest API features first. Variants that the server refuses are removed. */
  private readonly manners: { readonly model: Model; readonly inForm: boolean }[]

  constructor(
    private readonly settings: ModelSettings,
    private readonly patience: CallTimeouts,
  ) {
    const newest = languageModel(settings, { plain: false })
    const known = settings.provider === "anthropic" || settings.provider === "openai"
    this.manners = [
      { model: newest, inForm: true },
      { model: newest, inForm: false },
      ...(known ? [] : [{ model: languageModel(settings, { plain: true }), inForm: false }]),
    ]
  }

  /**
   * Returns the model's answer, or why it was not asked completely. Throws a CoachFailure if the model gives
   * no answer, or the signal's reason.
   */
  async ask({
    prompt,
    form,
    mostTokens,
    signal,
    spending,
    kept,
    heard,
  }: PersistentRequest): Promise<PersistentAnswer> {
    for (let tried = 1; ;) {
      if (!spending.fits(maxTokensOf(prompt, mostTokens), kept)) return { end: "over-budget" }
      const taken: CallTokens = { input: 0, output: 0 }
      const [manner, ...plainer] = this.manners
      if (!manner) throw new Error("no request formats are left to try")
      try {
        const answer = await callModel(
          {
            ...this.patience,
            model: manner.model,
            form: manner.inForm ? form : null,
            prompt,
            mostTokens,
            signal,
            heard(tokens) {
              spending.hear(tokens)
              heard()
            },
          },
          taken,
        )
        spending.add(taken)
        return answer
      } catch (error) {
        // A request that is refused immediately is free, but an interrupted answer usually is not.
        spending.add(taken.output > 0 ? taken : { input: 0, output: 0 })
        signal.throwIfAborted()
        const trouble = describeCallFailure(error, this.settings, this.patience.clock.now())
        if (trouble.kind === "too-long") return { end: "too-long" }
        if (trouble.kind === "plainer" && plainer.length > 0) {
          this.manners.shift()
          continue
        }
        await this.pauseBefore(tried + 1, { trouble, error, signal })
        tried += 1
      }
    }
  }

  /** Waits before another attempt. Throws if another attempt cannot help. */
  private async pauseBefore(
    attempt: number,
    {
      trouble,
      error,
      signal,
    }: { readonly trouble: CallFailure; readonly error: unknown; readonly signal: AbortSignal },
  ): Promise<void> {
    const tried = attempt - 1
    if (trouble.kind !== "again") throw this.failure(trouble.words, 1, error)
    if (tried >= trouble.tries) throw this.failure(trouble.words, tried, error)
    const pauseMs = trouble.afterMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1)
    await waitFor(Math.min(LONGEST_PAUSE_MS, pauseMs), { clock: this.patience.clock, signal })
  }

  private failure(words: string, tries: number, error: unknown): CoachFailure {
    const { provider, name, url } = this.settings
    // The error of the SDK contains the request, so only its name is kept.
    const cause = new Error(error instanceof Error ? error.name : "an error within the answer")
    return new CoachFailure(
      `${provider}:${name} at ${new URL(url).host} ${words}${tries > 1 ? ` (tried ${tries} times)` : ""}`,
      tries > 1,
      { cause },
    )
  }
}

/** Returns the maximum number of tokens of a request. */
export const maxTokensOf = ({ system, messages }: Prompt, mostTokens: number): Tokens => ({
  input:
    estimateTokens(system) +
    messages.reduce((sum, { content }) => sum + estimateTokens(content) + OVERHEAD, OVERHEAD),
  output: mostTokens,
})

/** Tokens per message for its structure and the requested schema. */
const OVERHEAD = 100
