import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "ai"
import { Speechless, Stalled } from "./call"
import { hideSecrets } from "@/lib/memory/secrets/hide-secrets"
import { KEY_VARIABLES, type ModelSettings } from "./settings"

/** Why a call gave no answer, and what may help. */
export type Trouble =
  | {
      readonly kind: "again"
      readonly words: string
      readonly tries: number
      readonly afterMs: number | null
    }
  | { readonly kind: "never"; readonly words: string }
  /** What was sent is more than the model takes. */
  | { readonly kind: "too-long"; readonly words: string }
  /** The server takes it in a plainer way, perhaps. */
  | { readonly kind: "plainer"; readonly words: string }

const TRIES = 4
/** Each stall costs a minute or more, and most come again. */
const TRIES_STALLED = 2

/** Never holds what the server says of the key, nor anything that was sent. Words begin small: they stand behind the name of the model. */
export function troubleOf(error: unknown, settings: ModelSettings, now: number): Trouble {
  if (error instanceof Stalled)
    return { kind: "again", words: `stopped responding: ${error.message}`, tries: TRIES_STALLED, afterMs: 0 }
  if (APICallError.isInstance(error))
    return error.statusCode === undefined || error.statusCode < 300
      ? unreached(error, settings)
      : answered(error, error.statusCode, settings, now)
  if (
    error instanceof Speechless ||
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error)
  )
    return {
      kind: "again",
      words: `responds in an unknown format: check ${addressName(settings)}`,
      tries: TRIES_STALLED,
      afterMs: null,
    }
  if (InvalidResponseDataError.isInstance(error))
    return { kind: "again", words: "sent an incomplete answer", tries: TRIES, afterMs: null }
  const said = wordsOf(error)
  if (TOO_LONG.test(said)) return { kind: "too-long", words: "does not accept text of this length" }
  if (NO_CREDIT.test(said)) return { kind: "never", words: noCredit(settings) }
  return error instanceof Error
    ? unreached(error, settings)
    : { kind: "again", words: "aborted its answer with an error", tries: TRIES, afterMs: null }
}

const TOO_LONG =
  /context.{0,20}(?:length|window|size|limit)|prompt is too long|too many (?:input )?tokens|maximum.{0,30}tokens|exceeds? the.{0,30}(?:context|tokens)|input.{0,20}too (?:long|large)|max_(?:completion_|output_)?tokens.{0,20}(?:too large|at most|less than|must be)/i
const NO_CREDIT = /insufficient_quota|billing|credit balance|payment required/i

function answered(error: APICallError, status: number, settings: ModelSettings, now: number): Trouble {
  const said = (error.responseBody ?? "").slice(0, 4_000)
  const variable = KEY_VARIABLES[settings.provider]
  if (status < 400)
    return {
      kind: "never",
      words: `responds with ${status} and redirects to another address: set ${addressName(settings)} to the final address`,
    }
  if (status === 402 || NO_CREDIT.test(said)) return { kind: "never", words: noCredit(settings) }
  if (status === 401)
    return {
      kind: "never",
      words:
        variable === null
          ? `responds with 401 and needs a key, which is never sent to ${settings.provider}: use compatible:NAME, QUARTERDECK_COACH_URL and QUARTERDECK_COACH_KEY`
          : settings.key === null
            ? `responds with 401 and needs a key: set ${variable}`
            : `responds with 401 and rejects the key: check ${variable}`,
    }
  if (status === 403)
    return {
      kind: "never",
      words: `responds with 403 and does not allow this: check ${variable === null ? "QUARTERDECK_COACH_MODEL" : `${variable} and QUARTERDECK_COACH_MODEL`}`,
    }
  if (status === 404 || status === 405)
    return {
      kind: "never",
      words: `responds with ${status}, model or address not found: check QUARTERDECK_COACH_MODEL${settings.provider === "ollama" ? ` (to download it, run ollama pull ${settings.name})` : ""} and ${addressName(settings)}`,
    }
  if (status === 413 || (status < 500 && status !== 429 && TOO_LONG.test(said)))
    return { kind: "too-long", words: "does not accept text of this length" }
  if (status === 429)
    return {
      kind: "again",
      words: "responds with 429, too many requests",
      tries: TRIES,
      afterMs: retryAfter(error.responseHeaders, now),
    }
  if (status === 400 || status === 422 || status === 501)
    return {
      kind: "plainer",
      words: `responds with ${status}, “${quoted(error, settings)}”: check QUARTERDECK_COACH_MODEL and ${addressName(settings)}`,
    }
  if (status >= 500 || status === 408 || status === 409)
    return {
      kind: "again",
      words: `responds with ${status}`,
      tries: TRIES,
      afterMs: retryAfter(error.responseHeaders, now),
    }
  return {
    kind: "never",
    words: `responds with ${status}: check QUARTERDECK_COACH_MODEL and ${addressName(settings)}`,
  }
}

const noCredit = ({ provider }: ModelSettings): string =>
  `has no credit left for this key: check the account of ${KEY_VARIABLES[provider] ?? "the server"}`

function unreached(error: Error, settings: ModelSettings): Trouble {
  const code = codeOf(error)
  return {
    kind: "again",
    words: `is unreachable, or the connection was lost${code === null ? "" : ` (${code})`}: check that it is running and check ${addressName(settings)}`,
    tries: TRIES,
    afterMs: null,
  }
}

/** ECONNREFUSED, ENOTFOUND, UND_ERR_SOCKET, DEPTH_ZERO_SELF_SIGNED_CERT: what people search for. */
function codeOf(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 4) return null
  const { code } = error as { code?: unknown }
  return typeof code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : codeOf(error.cause, depth + 1)
}

const addressName = ({ provider }: ModelSettings): string =>
  provider === "compatible" ? "QUARTERDECK_COACH_URL" : "QUARTERDECK_COACH_URL, if set"

/** What the server says of a request that it does not take, on one line, without what only we may know. */
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

/** In milliseconds from now: a number of seconds or a date, or the finer header of OpenAI and Anthropic. */
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
