import { InvalidResponseDataError, streamText } from "ai"
import type { Clock } from "./clock"
import type { AnswerForm } from "./form"
import type { Model } from "./language-model"
import { estimateTokens } from "./tokens"

export interface Message {
  readonly role: "user" | "assistant"
  readonly content: string
}

export interface Prompt {
  readonly system: string
  readonly messages: readonly Message[]
}

export interface Patience {
  readonly clock: Clock
  /** Milliseconds without anything new within an answer. */
  readonly stallMs: number
  /** Milliseconds until an answer begins: a local model is loaded first, others think. */
  readonly startMs: number
}

export interface Call extends Patience {
  readonly model: Model
  readonly prompt: Prompt
  /** What the server is asked to hold the answer to; null: to nothing. */
  readonly form: AnswerForm | null
  readonly mostTokens: number
  readonly signal: AbortSignal
  /** Told the tokens of the answer up to now. */
  heard(tokens: number): void
}

export interface Answer {
  readonly text: string
  /** `long`: more than was allowed, so that the end is missing. `refused`: by the model, or a filter before it. */
  readonly end: "whole" | "long" | "refused"
}

/** What a call took, also one that failed on its way. */
export interface Taken {
  input: number
  output: number
}

/** An answer of as many tokens has no more characters, in any language. */
const CHARACTERS_A_TOKEN = 6

/** Asks once. Fills `taken` as it goes on. Rejects with what the SDK gives, with `Stalled`, or with the signal's reason. */
export async function callModel(
  { model, prompt, form, mostTokens, signal, clock, stallMs, startMs, heard }: Call,
  taken: Taken,
): Promise<Answer> {
  const own = new AbortController()
  const either = AbortSignal.any([signal, own.signal])
  const stopped = new Promise<never>((_, reject) =>
    either.addEventListener("abort", () => reject(either.reason as Error), { once: true }),
  )
  stopped.catch(() => undefined)
  let watch = clock.after(startMs, () => own.abort(new Stalled(startMs)))
  taken.input =
    estimateTokens(prompt.system) +
    prompt.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  let text = ""
  let thought = 0
  let spoke = false
  let end: Answer["end"] = "whole"
  try {
    signal.throwIfAborted()
    const { fullStream } = streamText({
      model,
      system: prompt.system,
      messages: [...prompt.messages],
      maxOutputTokens: mostTokens,
      maxRetries: 0,
      abortSignal: either,
      includeRawChunks: true,
      onError: () => undefined,
      ...(form && { output: form }),
    })
    const parts = fullStream[Symbol.asyncIterator]()
    for (;;) {
      const { done, value: part } = await Promise.race([parts.next(), stopped])
      if (done && !spoke) throw new Speechless()
      if (done) return { text, end }
      spoke ||= part.type === "raw"
      if (part.type === "raw" || part.type === "text-delta" || part.type === "reasoning-delta") {
        watch()
        watch = clock.after(stallMs, () => own.abort(new Stalled(stallMs)))
      }
      if (part.type === "text-delta") text += part.text
      else if (part.type === "reasoning-delta") thought += part.text.length
      else if (part.type === "error")
        throw !spoke && InvalidResponseDataError.isInstance(part.error) ? new Speechless() : part.error
      else if (part.type === "finish") {
        taken.input = part.totalUsage.inputTokens || taken.input
        taken.output = part.totalUsage.outputTokens || taken.output
        if (part.finishReason === "length") end = "long"
        if (part.finishReason === "content-filter") end = "refused"
      }
      if (part.type === "text-delta" || part.type === "reasoning-delta") {
        taken.output = Math.ceil((text.length + thought) / 4)
        heard(taken.output)
      }
      if (text.length + thought > mostTokens * CHARACTERS_A_TOKEN) return { text: "", end: "long" }
    }
  } finally {
    watch()
    own.abort()
  }
}

/** Nothing came for too long. */
export class Stalled extends Error {
  override readonly name = "Stalled"
  constructor(readonly afterMs: number) {
    super(`no data for ${Math.round(afterMs / 1000)} seconds`)
  }
}

/** An answer came that holds no piece of what the interface streams: a page, or a whole answer at once. */
export class Speechless extends Error {
  override readonly name = "Speechless"
}
