import { InvalidResponseDataError, streamText, type TextStreamPart, type ToolSet } from "ai"
import type { AnswerForm } from "./answer"
import type { Model } from "./model-providers"
import { estimateTokens } from "./tokens"

export interface Message {
  readonly role: "user" | "assistant"
  readonly content: string
}

export interface Prompt {
  readonly system: string
  readonly messages: readonly Message[]
}

export interface CallTimeouts {
  readonly clock: Clock
  /** Maximum time in milliseconds without new data within an answer. */
  readonly stallMs: number
  /**
   * Maximum time in milliseconds until an answer begins. Local models may have to be loaded first, and other
   * models reason first.
   */
  readonly startMs: number
}

export interface Call extends CallTimeouts {
  readonly model: Model
  readonly prompt: Prompt
  /** Schema of the answer that the server is asked to enforce, or null. */
  readonly form: AnswerForm | null
  readonly mostTokens: number
  readonly signal: AbortSignal
  /** Called with the number of tokens of the answer so far. */
  heard(tokens: number): void
}

export interface Answer {
  readonly text: string
  /** End of the answer. `long`: cut off at the token limit. `refused`: stopped by a content filter. */
  readonly end: "whole" | "long" | "refused"
}

/** Number of tokens that a call has used so far, even if it fails. */
export interface CallTokens {
  input: number
  output: number
}

/** Maximum number of characters per token, in any language. */
const CHARACTERS_A_TOKEN = 6

/**
 * Sends one request and returns the answer. Updates `taken` meanwhile. Throws an error of the SDK,
 * `StalledError`, `NotAStreamError`, or the signal's reason.
 */
export async function callModel(call: Call, taken: CallTokens): Promise<Answer> {
  const { model, prompt, form, mostTokens, signal } = call
  const watch = new StallWatch(call)
  taken.input =
    estimateTokens(prompt.system) +
    prompt.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  const reader = new AnswerReader(call, taken)
  try {
    signal.throwIfAborted()
    const { fullStream } = streamText({
      model,
      system: prompt.system,
      messages: [...prompt.messages],
      maxOutputTokens: mostTokens,
      maxRetries: 0,
      abortSignal: watch.signal,
      includeRawChunks: true,
      onError: () => undefined,
      ...(form && { output: form }),
    })
    const parts = fullStream[Symbol.asyncIterator]()
    for (;;) {
      const { done, value: part } = await Promise.race([parts.next(), watch.stopped])
      if (done) return reader.finished()
      if (part.type === "raw" || part.type === "text-delta" || part.type === "reasoning-delta")
        watch.restart()
      reader.read(part)
      if (reader.isTooLong()) return { text: "", end: "long" }
    }
  } finally {
    watch.end()
  }
}

/** Aborts a call if no data arrives in time. */
class StallWatch {
  /** Aborts with the caller's signal, after a stall, and at the end of the call. */
  readonly signal: AbortSignal
  /** Rejects with the signal's reason when `signal` aborts. */
  readonly stopped: Promise<never>
  private readonly own = new AbortController()
  private cancel: () => void

  constructor(private readonly call: Call) {
    this.signal = AbortSignal.any([call.signal, this.own.signal])
    this.stopped = new Promise<never>((_, reject) =>
      this.signal.addEventListener("abort", () => reject(this.signal.reason as Error), { once: true }),
    )
    this.stopped.catch(() => undefined)
    this.cancel = this.abortAfter(call.startMs)
  }

  /** Restarts the time limit, because data has arrived. */
  restart(): void {
    this.cancel()
    this.cancel = this.abortAfter(this.call.stallMs)
  }

  end(): void {
    this.cancel()
    this.own.abort()
  }

  private abortAfter(milliseconds: number): () => void {
    return this.call.clock.after(milliseconds, () => this.own.abort(new StalledError(milliseconds)))
  }
}

/** Collects the parts of an answer. */
class AnswerReader {
  private text = ""
  /** Number of characters of reasoning. */
  private thought = 0
  private hasData = false
  private end: Answer["end"] = "whole"

  constructor(
    private readonly call: Pick<Call, "mostTokens" | "heard">,
    private readonly taken: CallTokens,
  ) {}

  read(part: TextStreamPart<ToolSet>): void {
    switch (part.type) {
      case "raw":
        this.hasData = true
        return
      case "text-delta":
        this.text += part.text
        return this.count()
      case "reasoning-delta":
        this.thought += part.text.length
        return this.count()
      case "error":
        throw !this.hasData && InvalidResponseDataError.isInstance(part.error)
          ? new NotAStreamError()
          : part.error
      case "finish":
        this.taken.input = part.totalUsage.inputTokens || this.taken.input
        this.taken.output = part.totalUsage.outputTokens || this.taken.output
        if (part.finishReason === "length") this.end = "long"
        if (part.finishReason === "content-filter") this.end = "refused"
    }
  }

  isTooLong(): boolean {
    return this.text.length + this.thought > this.call.mostTokens * CHARACTERS_A_TOKEN
  }

  finished(): Answer {
    if (!this.hasData) throw new NotAStreamError()
    return { text: this.text, end: this.end }
  }

  private count(): void {
    this.taken.output = Math.ceil((this.text.length + this.thought) / 4)
    this.call.heard(this.taken.output)
  }
}

/** Thrown if no data arrived in time. */
export class StalledError extends Error {
  override readonly name = "Stalled"
  constructor(readonly afterMs: number) {
    super(`no data for ${Math.round(afterMs / 1000)} seconds`)
  }
}

/** Thrown if the response is not a stream of the API, such as a web page or a complete answer. */
export class NotAStreamError extends Error {
  override readonly name = "Speechless"
}

/** Clock and timer of the coach. Tests pass their own, so that they need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` after some milliseconds. Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Resolves after some milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
export function waitFor(
  milliseconds: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", stop)
      resolve()
    })
    const stop = () => {
      cancel()
      reject(signal.reason as Error)
    }
    signal.addEventListener("abort", stop, { once: true })
  })
}
