import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "ai"
import { hideSecrets } from "@/lib/memory/secrets/secrets"
import { CoachFailure } from "../coach"
import {
  type Answer,
  callModel,
  type CallTimeouts,
  type Prompt,
  type CallTokens,
  waitFor,
  NotAStreamError,
  StalledError,
} from "./call"
import type { AnswerForm } from "./answer"
import { languageModel, type Model, type ModelSettings, KEY_VARIABLES } from "./model-providers"
import { type Spending, type Tokens, estimateTokens } from "./tokens"

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

/** Reason why a call gave no answer. `again`: another attempt may help. */
type CallFailure =
  | {
      readonly kind: "again"
      readonly words: string
      readonly tries: number
      readonly afterMs: number | null
    }
  | { readonly kind: "never"; readonly words: string }
  /** The request is longer than the model accepts. */
  | { readonly kind: "too-long"; readonly words: string }
  /** The server may accept the request with older API features. */
  | { readonly kind: "plainer"; readonly words: string }

const TRIES = 4
/**
 * Maximum number of attempts after stalls. Few, because a stall takes a minute or more and usually repeats.
 */
const TRIES_STALLED = 2

/**
 * Returns why a call failed. `words` continue a sentence that begins with the model's name. They never
 * contain the key or the request.
 */
function describeCallFailure(error: unknown, settings: ModelSettings, now: number): CallFailure {
  if (error instanceof StalledError)
    return { kind: "again", words: `stopped responding: ${error.message}`, tries: TRIES_STALLED, afterMs: 0 }
  if (APICallError.isInstance(error))
    return error.statusCode === undefined || error.statusCode < 300
      ? unreached(error, settings)
      : httpTrouble({ error, status: error.statusCode, settings, now })
  if (
    error instanceof NotAStreamError ||
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error)
  )
    return {
      kind: "again",
      words: `responded in an unknown format: check ${addressName(settings)}`,
      tries: TRIES_STALLED,
      afterMs: null,
    }
  if (InvalidResponseDataError.isInstance(error))
    return { kind: "again", words: "sent an incomplete response", tries: TRIES, afterMs: null }
  const said = wordsOf(error)
  if (TOO_LONG.test(said)) return { kind: "too-long", words: "does not accept text of this length" }
  if (NO_CREDIT.test(said)) return { kind: "never", words: noCredit(settings) }
  return error instanceof Error
    ? unreached(error, settings)
    : { kind: "again", words: "failed partway through its response", tries: TRIES, afterMs: null }
}

const TOO_LONG =
  /context.{0,20}(?:length|window|size|limit)|prompt is too long|too many (?:input )?tokens|maximum.{0,30}tokens|exceeds? the.{0,30}(?:context|tokens)|input.{0,20}too (?:long|large)|max_(?:completion_|output_)?tokens.{0,20}(?:too large|at most|less than|must be)/i
const NO_CREDIT = /insufficient_quota|billing|credit balance|payment required/i

interface HttpFailure {
  readonly error: APICallError
  readonly status: number
  readonly settings: ModelSettings
  /** Milliseconds since 1970. */
  readonly now: number
}

function httpTrouble(failure: HttpFailure): CallFailure {
  const { error, status, settings } = failure
  const said = (error.responseBody ?? "").slice(0, 4_000)
  if (status < 400)
    return {
      kind: "never",
      words: `responded with ${status} and redirected to another address: check ${addressName(settings)}, which must be the final address`,
    }
  if (status === 402 || NO_CREDIT.test(said)) return { kind: "never", words: noCredit(settings) }
  const settingsTrouble = SETTINGS_TROUBLE[status]
  if (settingsTrouble !== undefined) return { kind: "never", words: settingsTrouble(settings) }
  const isTooLong = status < 500 && status !== 429 && TOO_LONG.test(said)
  if (status === 413 || isTooLong) return { kind: "too-long", words: "does not accept text of this length" }
  if (PLAINER.has(status))
    return {
      kind: "plainer",
      words: `responded with ${status}, “${quoted(error, settings)}”: check QUARTERDECK_COACH_MODEL and ${addressName(settings)}`,
    }
  return temporaryTrouble(failure)
}

/** HTTP statuses of servers that do not support a feature of the request. */
const PLAINER: ReadonlySet<number> = new Set([400, 422, 501])
/** HTTP statuses below 500 after which another attempt may help. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 409, 429])

function temporaryTrouble({ error, status, settings, now }: HttpFailure): CallFailure {
  if (status < 500 && !TEMPORARY.has(status))
    return {
      kind: "never",
      words: `responded with ${status}: check QUARTERDECK_COACH_MODEL and ${addressName(settings)}`,
    }
  return {
    kind: "again",
    words: `responded with ${status}${status === 429 ? ", too many requests" : ""}`,
    tries: TRIES,
    afterMs: retryAfter(error.responseHeaders, now),
  }
}

/** Messages about wrong settings, by HTTP status. */
const SETTINGS_TROUBLE: Readonly<Record<number, (settings: ModelSettings) => string>> = {
  401: keyTrouble,
  403: ({ provider }) => {
    const variable = KEY_VARIABLES[provider]
    return `denied the request (403): check ${variable === null ? "QUARTERDECK_COACH_MODEL" : `${variable} and QUARTERDECK_COACH_MODEL`}`
  },
  404: (settings) => notFound(404, settings),
  405: (settings) => notFound(405, settings),
}

function keyTrouble({ provider, key }: ModelSettings): string {
  const variable = KEY_VARIABLES[provider]
  if (variable === null)
    return `responded with 401 and needs a key, but Quarterdeck never sends a key to ${provider}: use compatible:NAME with QUARTERDECK_COACH_URL and QUARTERDECK_COACH_KEY`
  return key === null
    ? `responded with 401 and needs a key: set ${variable}`
    : `responded with 401 and rejected the key: check ${variable}`
}

function notFound(status: number, settings: ModelSettings): string {
  const pull =
    settings.provider === "ollama" ? ` (to download the model, run ollama pull ${settings.name})` : ""
  return `responded with ${status} because the model or address was not found: check QUARTERDECK_COACH_MODEL${pull} and ${addressName(settings)}`
}

const noCredit = ({ provider }: ModelSettings): string =>
  `has no credit left for this key: check the account for ${KEY_VARIABLES[provider] ?? "the server"}`

function unreached(error: Error, settings: ModelSettings): CallFailure {
  const code = codeOf(error)
  return {
    kind: "again",
    words: `is unreachable, or the connection was lost${code === null ? "" : ` (${code})`}: check that it is running and check ${addressName(settings)}`,
    tries: TRIES,
    afterMs: null,
  }
}

/** Returns the error code of the connection, such as ECONNREFUSED or ENOTFOUND. Null if there is none. */
function codeOf(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 4) return null
  const { code } = error as { code?: unknown }
  return typeof code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : codeOf(error.cause, depth + 1)
}

const addressName = ({ provider }: ModelSettings): string =>
  provider === "compatible" ? "QUARTERDECK_COACH_URL" : "QUARTERDECK_COACH_URL, if set"

/** Returns the server's message on one line, at most 200 characters, without the key and other secrets. */
function quoted({ message }: APICallError, { key }: ModelSettings): string {
  const told = key === null ? message : message.replaceAll(key, "…")
  return hideSecrets(told.slice(0, 2_000)).text.replaceAll(/\s+/g, " ").trim().slice(0, 200)
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message
  try {
    return JSON.stringify(error) ?? ""
  } catch {
    return ""
  }
}

/**
 * Returns the pause that the server requests, in milliseconds: from `retry-after-ms` or `retry-after`
 * (seconds or a date). Null if it requests none.
 */
function retryAfter(headers: Record<string, string> | undefined, now: number): number | null {
  const fine = Number(headers?.["retry-after-ms"])
  if (headers?.["retry-after-ms"] && fine >= 0) return fine
  const said = headers?.["retry-after"]
  if (!said) return null
  const seconds = Number(said)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(said)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
