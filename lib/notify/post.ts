import { ownValue } from "@/lib/memory/text/own-value"
import { type IncomingMessage, request as requestPlain } from "node:http"
import { request as requestTls } from "node:https"
import type { LookupFunction } from "node:net"
import type { Allowed } from "./allowed"
import { type Address, destinationOf, type Resolve } from "./destination"
import type { Sent } from "./sent"

/** Of an answer, no more is read. */
const MOST_BYTES = 4_096

export interface Way {
  readonly allowed: Allowed
  readonly resolve?: Resolve
  /** For a connection, and for all of it. */
  readonly connectMs?: number
  readonly wholeMs?: number
  /** The last moment before something may reach the receiver: answers false where it must not any more. */
  readonly begin?: () => Promise<boolean>
}

interface Posted {
  readonly url: string
  readonly body: string
  /** Made when the receiver was looked at: signatures name their time. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Words of an answer that say what is wrong, where the receiver's kind is known for such. */
  readonly wordsOf?: (body: string) => string | null
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
}

/** Posts JSON to a receiver that is looked at before, once: no redirect is followed, nothing is tried again. Null: `begin` said no. */
export async function post(
  { url, body, headers, wordsOf }: Posted,
  { allowed, resolve, connectMs = 10_000, wholeMs = 10_000, begin }: Way,
): Promise<Sent | null> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  const failed = (error: string, more: Partial<Extract<Sent, { arrived: false }>> = {}): Sent => ({
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
    return failed(`no name server said within ${seconds(connectMs)} what the receiver’s name stands for`)
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
    return `the receiver answered ${status} and sent us elsewhere: redirects are not followed, give the address at their end`
  if (status === 410) return "the receiver answered 410: it is gone for good"
  const words = wordsOf?.(body) ?? null
  return `the receiver answered ${status}${words === null ? "" : `: ${words}`}`
}

interface Exchange {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly connectMs: number
  readonly wholeMs: number
}

/** Resolves with the head of the answer and the beginning of its body; once there is a head, whatever happens to the body changes nothing. */
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
      agent: false, // a connection of its own, to an address that was looked at
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
          request.destroy(new Unanswered(`the receiver took no connection within ${seconds(connectMs)}`)),
        connectMs,
      ),
      setTimeout(
        () => request.destroy(new Unanswered(`the receiver did not answer within ${seconds(wholeMs)}`)),
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
    request.on("close", () => fail(new Unanswered("the receiver ended the connection without an answer")))
    request.end(body)
  })
}

/** In place of asking for the name again: it may stand for something else by now. */
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
    // cut off, or taking too long: the status stands above it
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString("utf8")
}

/** Seconds, of "120" or of a day and time; null: neither. */
export function readRetryAfter(header: string | undefined, now = new Date()): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.round((at - now.getTime()) / 1_000))
}

const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at the receiver’s address and port",
  ECONNRESET: "the receiver cut the connection before it answered",
  EPIPE: "the receiver cut the connection before it answered",
  ETIMEDOUT: "the receiver took no connection",
  EHOSTUNREACH: "there is no way to the receiver’s address from here",
  ENETUNREACH: "there is no way to the receiver’s address from here",
  CERT_HAS_EXPIRED: "the receiver’s certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver’s certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the receiver’s certificate is signed by somebody whom nobody knows",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver’s certificate is signed by somebody whom nobody knows",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver’s certificate is for another name",
  EPROTO: "the receiver speaks no TLS",
}

/** The message of the cause names addresses and ports only, and is not repeated all the same: what we do not know may say anything. */
function errorWords(cause: unknown): string {
  const { code = "", errors = [] } = cause as { code?: string; errors?: { code?: string }[] }
  const known = [code, ...errors.map((one) => one.code ?? "")].find((one) => ownValue(ERRORS, one))
  if (known !== undefined) return ownValue(ERRORS, known) as string
  if (code.startsWith("HPE_")) return "the receiver’s answer is no HTTP"
  return `the receiver could not be asked (${/^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown cause"})`
}

/** With words for people. */
class Unanswered extends Error {}

const seconds = (ms: number): string => `${ms / 1_000} s`

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
