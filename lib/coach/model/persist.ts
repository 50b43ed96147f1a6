import { CoachFailure } from "../coach"
import { type Answer, callModel, type Patience, type Prompt, type Taken } from "./call"
import { wait } from "./clock"
import type { AnswerForm } from "./form"
import { languageModel, type Model } from "./language-model"
import type { ModelSettings } from "./settings"
import type { Spending, Tokens } from "./spending"
import { estimateTokens } from "./tokens"
import { troubleOf } from "./trouble"

export type Persisted = Answer | { readonly end: "too-long" } | { readonly end: "over-budget" }

export interface Asking {
  readonly prompt: Prompt
  readonly form: AnswerForm
  readonly mostTokens: number
  readonly signal: AbortSignal
  readonly spending: Spending
  /** Tokens that must be left when this is answered. */
  readonly kept: number
  heard(): void
}

const FIRST_PAUSE_MS = 1_000
/** Somebody looks at the run: what takes longer is better begun again later. */
const LONGEST_PAUSE_MS = 60_000

/** Asks one model until it answers: again after what may pass, more plainly where it refuses how it is asked. */
export class PersistentModel {
  /** Newest first. What a server refuses once it is not asked again. */
  private readonly manners: { readonly model: Model; readonly inForm: boolean }[]

  constructor(
    private readonly settings: ModelSettings,
    private readonly patience: Patience,
  ) {
    const newest = languageModel(settings, { plain: false })
    const known = settings.provider === "anthropic" || settings.provider === "openai"
    this.manners = [
      { model: newest, inForm: true },
      { model: newest, inForm: false },
      ...(known ? [] : [{ model: languageModel(settings, { plain: true }), inForm: false }]),
    ]
  }

  /** Rejects with a CoachFailure where no answer is to be had, and with the signal's reason. */
  async ask({ prompt, form, mostTokens, signal, spending, kept, heard }: Asking): Promise<Persisted> {
    for (let tried = 1; ;) {
      if (!spending.fits(worstOf(prompt, mostTokens), kept)) return { end: "over-budget" }
      const taken: Taken = { input: 0, output: 0 }
      const [manner, ...plainer] = this.manners
      if (!manner) throw new Error("a model is asked in no manner")
      try {
        const answer = await callModel(
          {
            ...this.patience,
            model: manner.model,
            form: manner.inForm ? form : null,
            prompt,
            mostTokens,
            signal,
            heard: (tokens) => (spending.hear(tokens), heard()),
          },
          taken,
        )
        spending.add(taken)
        return answer
      } catch (error) {
        // What was refused at once is not paid for; what broke off is, mostly.
        spending.add(taken.output > 0 ? taken : { input: 0, output: 0 })
        signal.throwIfAborted()
        const trouble = troubleOf(error, this.settings, this.patience.clock.now())
        if (trouble.kind === "too-long") return { end: "too-long" }
        if (trouble.kind === "plainer" && plainer.length > 0) {
          this.manners.shift()
          continue
        }
        if (trouble.kind !== "again" || tried >= trouble.tries)
          throw this.failure(trouble.words, trouble.kind === "again" ? tried : 1, error)
        await wait(Math.min(LONGEST_PAUSE_MS, trouble.afterMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1)), {
          clock: this.patience.clock,
          signal,
        })
        tried += 1
      }
    }
  }

  private failure(words: string, tries: number, error: unknown): CoachFailure {
    const { provider, name, url } = this.settings
    // The error of the SDK holds all that was sent: of it only its name goes on.
    const cause = new Error(error instanceof Error ? error.name : "an error within the answer")
    return new CoachFailure(
      `${provider}:${name} at ${new URL(url).host} ${words}${tries > 1 ? `; tried ${tries} times` : ""}`,
      tries > 1,
      { cause },
    )
  }
}

export const worstOf = ({ system, messages }: Prompt, mostTokens: number): Tokens => ({
  input:
    estimateTokens(system) +
    messages.reduce((sum, { content }) => sum + estimateTokens(content) + OVERHEAD, OVERHEAD),
  output: mostTokens,
})

/** What stands around a message, and the form that is asked for. */
const OVERHEAD = 100
