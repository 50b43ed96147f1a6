import { ownValue } from "@/lib/memory/text/own-value"
import { type IncomingMessage, request as requestPlain } from "node:http"
import { request as requestTls } from "node:https"
import type { LookupFunction } from "node:net"
import { createHmac } from "node:crypto"
import { type AllowedReceivers, type Address, destinationOf, type Resolve } from "./destination"

/** Maximum number of bytes to read from a response. */
const MOST_BYTES = 4_096

export interface PostOptions {
  readonly allowed: AllowedReceivers
  readonly resolve?: Resolve
  /** Timeouts of the connection and of the whole request. */
  readonly connectMs?: number
  readonly wholeMs?: number
  /** Called right before sending. Returns false if the message must no longer be sent. */
  readonly begin?: () => Promise<boolean>
}

interface Posted {
  readonly url: string
  readonly body: string
  /** Called after the receiver was checked, because signatures contain the time. */
  readonly headers: () => Readonly<Record<string, string>>
  /**
   * Returns an error message from the response body, for receivers that send one. Null if the body has none.
   */
  readonly wordsOf?: (body: string) => string | null
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

/** Checks the receiver and posts JSON once, without redirects or retries. Null if `begin` returned false. */
async function post(
  { url, body, headers, wordsOf }: Posted,
  { allowed, resolve, connectMs = 10_000, wholeMs = 10_000, begin }: PostOptions,
): Promise<SendResult | null> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const failed = (
    error: string,
    more: Partial<Extract<SendResult, { arrived: false }>> = {},
  ): SendResult => ({
    arrived: false,
    status: null,
    retryAfter: null,
    gone: false,
    error,
    ...more,
    took: took(),
  })
  const destination = await within(destinationOf(url, allowed, resolve), connectMs)
  if (destination === null)
    return failed(`the receiver’s host name could not be resolved within ${seconds(connectMs)}`)
  if ("refused" in destination) return failed(destination.refused)
  if (begin && !(await begin())) return null
  try {
    const answer = await exchange(destination, { body, headers: headers(), connectMs, wholeMs })
    const { status } = answer
    if (status >= 200 && status < 300) return { arrived: true, status, took: took() }
    return failed(whyNot(answer, wordsOf), {
      status,
      retryAfter: readRetryAfter(answer.retryAfter),
      gone: status === 410,
    })
  } catch (cause) {
    return failed(cause instanceof Unanswered ? cause.message : errorWords(cause))
  }
}

function whyNot({ status, body }: Answer, wordsOf: Posted["wordsOf"]): string {
  if (status >= 300 && status < 400)
    return `the receiver responded with ${status} (redirect). Redirects are not followed, so enter the final address`
  if (status === 410) return "the receiver responded with 410 (gone permanently)"
  const words = wordsOf?.(body) ?? null
  return `the receiver responded with ${status}${words === null ? "" : `: ${words}`}`
}

interface Exchange {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly connectMs: number
  readonly wholeMs: number
}

/** Resolves with the response head and the start of the body. Errors after the head are ignored. */
function exchange(
  { url, addresses }: { url: URL; addresses: readonly Address[] },
  { body, headers, connectMs, wholeMs }: Exchange,
): Promise<Answer> {
  const tls = url.protocol === "https:"
  return new Promise((resolve, reject) => {
    let connected = false
    let answered = false
    const request = (tls ? requestTls : requestPlain)(url, {
      method: "POST",
      agent: false, // A separate connection, to a checked address.
      lookup: onlyTo(addresses),
      maxHeaderSize: 16_384,
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "Quarterdeck",
        Connection: "close",
        ...headers,
      },
    })
    const timers = [
      setTimeout(
        () =>
          connected ||
          request.destroy(new Unanswered(`could not connect to the receiver within ${seconds(connectMs)}`)),
        connectMs,
      ),
      setTimeout(
        () => request.destroy(new Unanswered(`the receiver did not respond within ${seconds(wholeMs)}`)),
        wholeMs,
      ),
    ]
    const end = () => timers.forEach((timer) => clearTimeout(timer))
    const fail = (cause: Error) => {
      if (answered) return
      end()
      reject(cause)
    }
    request.on("socket", (socket) => socket.once(tls ? "secureConnect" : "connect", () => (connected = true)))
    request.on("response", (response) => {
      answered = true
      void beginningOf(response).then((text) => {
        end()
        request.destroy()
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], body: text })
      })
    })
    request.on("error", fail)
    request.on("close", () => fail(new Unanswered("the receiver closed the connection without a response")))
    request.end(body)
  })
}

/** A DNS lookup that returns only the checked addresses. */
function onlyTo(addresses: readonly Address[]): LookupFunction {
  return (_, options, callback) => {
    const [first] = addresses
    if (options.all)
      callback(
        null,
        addresses.map((one) => ({ ...one })),
      )
    else callback(null, first?.address ?? "", first?.family)
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MOST_BYTES) break
    }
  } catch {
    // Incomplete or slow body: the status is known already.
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString("utf8")
}

/** Returns the seconds of a Retry-After header, given as a number or a date; null if invalid. */
export function readRetryAfter(header: string | undefined, now = new Date()): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.round((at - now.getTime()) / 1_000))
}

const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the receiver refused the connection",
  ECONNRESET: "the receiver closed the connection without a response",
  EPIPE: "the receiver closed the connection without a response",
  ETIMEDOUT: "the connection to the receiver timed out",
  EHOSTUNREACH: "the receiver’s address is not reachable",
  ENETUNREACH: "the receiver’s address is not reachable",
  CERT_HAS_EXPIRED: "the receiver’s certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver’s certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the receiver’s certificate is signed by an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver’s certificate is signed by an unknown authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver’s certificate is for a different host name",
  EPROTO: "the receiver does not support TLS",
}

/** Returns an error message. Does not repeat the text of unknown errors, because it may contain anything. */
function errorWords(cause: unknown): string {
  const { code = "", errors = [] } = cause as { code?: string; errors?: { code?: string }[] }
  const known = [code, ...errors.map((one) => one.code ?? "")].find((one) => ownValue(ERRORS, one))
  if (known !== undefined) return ownValue(ERRORS, known) as string
  if (code.startsWith("HPE_")) return "the receiver’s response is not valid HTTP"
  return `the request to the receiver failed (${/^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown cause"})`
}

/** An error whose message is shown to people. */
class Unanswered extends Error {}

const seconds = (ms: number): string => `${ms / 1_000} s`

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export type SendResult =
  | { readonly arrived: true; readonly status: number | null; readonly took: number }
  | {
      readonly arrived: false /** HTTP or SMTP status; null without a response. */
      readonly status: number | null
      /** Milliseconds. */
      readonly took: number
      /** Message for people, without secrets. */
      readonly error: string
      /** Seconds to wait, from the receiver’s Retry-After. Null if the receiver sent none. */
      readonly retryAfter: number | null
      /** True if the receiver never accepts messages again. */
      readonly gone: boolean
    }

/**
 * Posts to a Slack-compatible incoming webhook. Slack returns errors as one word, such as "no_team". Null if
 * `begin` returned false.
 */
export function sendSlack(
  { url, body }: { readonly url: string; readonly body: string },
  way: PostOptions,
): Promise<SendResult | null> {
  return post(
    {
      url,
      body,
      headers: () => ({}),
      wordsOf: (answer) => /^[a-z]+(?:_[a-z]+){0,6}$/.exec(answer.trim().slice(0, 60))?.[0] ?? null,
    },
    way,
  )
}

interface Webhook {
  readonly url: string
  /** The signing key. */
  readonly key: string
  /** The message id, the same in each attempt. */
  readonly delivery: string
  readonly body: string
  readonly at: () => Date
}

/**
 * Posts the body with a signature, so that the receiver can verify sender and time. Null if `begin` returned
 * false.
 */
export function sendWebhook(
  { url, key, delivery, body, at }: Webhook,
  way: PostOptions,
): Promise<SendResult | null> {
  return post(
    {
      url,
      body,
      headers: () => ({
        "Quarterdeck-Signature": signature(key, body, at()),
        "Quarterdeck-Delivery": delivery,
      }),
    },
    way,
  )
}

/** Returns `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA-256 of the seconds, a period and the body. */
export function signature(key: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`
}
