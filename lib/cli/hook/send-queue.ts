import { setTimeout as pause } from "node:timers/promises"
import { request as requestPlain, type RequestOptions } from "node:http"
import type { LookupAddress, LookupOptions } from "node:dns"
import { readFileSync } from "node:fs"
import { ownValue } from "@/lib/memory/text/own-value"
import { sendRequest, type Exchange } from "../infra/http-client"
import { EXIT, CommandError } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import {
  noteRefusal,
  agentOf,
  countFailure,
  dequeue,
  type CallPlace,
  type QueuedWrite,
  tidy,
  type WaitingWrite,
  waitingFor,
} from "./queue"

/** Reasons for which a write is rejected permanently. After other rejections, it is sent again. */
const FINAL = ["invalid", "too-large"]

/** Reasons for which other writes of the same project and agent would be rejected, too. */
const CLOSED = ["not-found", "forbidden"]

/** Maximum number of writes sent in one run. The next hook sends the rest. */
const MOST = 100

/** Number of failures in a row after which the run ends, because the server is failing. */
const MOST_IN_A_ROW = 3

/** Number of failures after which a write no longer blocks later writes of its session. */
const PATIENCE = 5

interface Delivery {
  readonly now: Date
  /** Project and agent of the hook call that sends the queue. */
  readonly place?: CallPlace
  /** Milliseconds since 1970. A write that is not answered by then failed. */
  readonly until?: number
  /** Receives messages of the server about accepted writes, such as an unknown agent. */
  readonly say?: (message: string) => void
}

/**
 * Sends queued writes, oldest first and in order within a session, until the queue is empty or the server is
 * unreachable. Failed writes are sent again after those of other sessions. After a write is refused as not
 * found or forbidden, other writes of the same project and agent are not sent. Returns messages about
 * permanently rejected writes.
 */
export async function deliver(
  folders: readonly string[],
  server: Server,
  { now, place, until = Infinity, say = () => undefined }: Delivery,
): Promise<string[]> {
  const refused: string[] = []
  const skipped = new SkippedWrites()
  let [sent, failedInARow] = [0, 0]
  for (const waiting of inOrder(waitingFor(folders, server.url, now, place))) {
    if (skipped.has(waiting)) continue
    if ((sent += 1) > MOST) break
    const hear = (message: string) => noteRefusal(waiting.file, { at: now.toISOString(), message })
    const outcome = await send(server, waiting.queued, { until, say, hear })
    if (outcome === "away") break
    failedInARow = outcome === "failed" ? failedInARow + 1 : 0
    if (isUnsettled(outcome)) {
      skipped.add(waiting, outcome)
      if (isServerFailing(failedInARow, until)) break
      continue
    }
    dequeue(waiting.file)
    if (outcome !== "taken") refused.push(outcome)
  }
  tidy(folders, now)
  return refused
}

const isServerFailing = (failedInARow: number, until: number): boolean =>
  failedInARow >= MOST_IN_A_ROW || (failedInARow > 0 && Date.now() >= until)

type Unsettled = "failed" | "later" | "closed"

/** True if a write stays in the queue. */
const isUnsettled = (outcome: Sent): outcome is Unsettled => ["failed", "later", "closed"].includes(outcome)

/** Projects with agents, and sessions, whose other writes are not sent in this run. */
class SkippedWrites {
  private readonly keys = new Set<string>()

  has({ queued }: WaitingWrite): boolean {
    return this.keys.has(placeOf(queued)) || this.keys.has(sessionOf(queued))
  }

  /**
   * Skips the project and agent of a `closed` write. After any other failure, skips the session to keep the
   * order of its writes, up to `PATIENCE` failures.
   */
  add(waiting: WaitingWrite, outcome: Unsettled): void {
    if (outcome === "closed") {
      this.keys.add(placeOf(waiting.queued))
      return
    }
    countFailure(waiting)
    if (waiting.failures + 1 < PATIENCE) this.keys.add(sessionOf(waiting.queued))
  }
}

/**
 * Yields writes that never failed, each after earlier failed writes of its session. Then yields the remaining
 * failed writes, fewest failures first.
 */
function* inOrder(all: Iterable<WaitingWrite>): Generator<WaitingWrite> {
  const failed: WaitingWrite[] = []
  for (const one of all) {
    if (one.failures > 0) {
      failed.push(one)
      continue
    }
    const isBefore = ({ queued }: WaitingWrite) =>
      sessionOf(queued) === sessionOf(one.queued) && queued.at <= one.queued.at
    while (failed.some(isBefore)) yield* failed.splice(failed.findIndex(isBefore), 1)
    yield one
  }
  yield* failed.toSorted((a, b) => a.failures - b.failures)
}

const placeOf = (queued: QueuedWrite): string =>
  JSON.stringify([queued.body.team, queued.body.project, agentOf(queued)])

/** Returns the key of a write's session. A write without a session gets a key of its own. */
function sessionOf(queued: QueuedWrite): string {
  return placeOf(queued) + JSON.stringify(queued.body.session ?? closedIn(queued.path) ?? queued.id)
}

function closedIn(path: string): string | null {
  const name = /^\/sessions\/([^/]+)\/close$/.exec(path)?.[1]
  return name === undefined ? null : decodeURIComponent(name)
}

/**
 * Sends a write that could not be queued. Returns a list with the reason why it was not stored, or an empty
 * list.
 */
export async function sendAtOnce(
  server: Server,
  queued: QueuedWrite,
  say: (message: string) => void,
): Promise<string[]> {
  let heard = "the server is unreachable or busy"
  const outcome = await send(server, queued, { until: Infinity, say, hear: (message) => (heard = message) })
  if (outcome === "taken") return []
  const isRefused = outcome !== "away" && !isUnsettled(outcome)
  return [isRefused ? outcome : `not written: ${heard}`]
}

/**
 * Result of sending a write. `away`: the server is unreachable, busy, or rejects the access token. `failed`:
 * an unexpected response, or none in time. `later`: a rejection that may change. `closed`: the project and
 * agent accept no writes at present. Any other text is the reason of a permanent rejection.
 */
type Sent = "taken" | "away" | "failed" | "later" | "closed" | (string & {})

interface How extends Required<Pick<Delivery, "until" | "say">> {
  /** Receives the error of a server that did not accept the write. */
  hear(message: string): void
}

async function send(server: Server, { id, path, body, instead }: QueuedWrite, how: How): Promise<Sent> {
  const first = await sendInTime(server, { id, path, body }, how)
  if (!first.startsWith("invalid: ") || instead === undefined) return first
  const second = await sendInTime(server, { id: `${id}-instead`, path, body: instead }, how)
  if (second === "taken")
    how.say(`written without the session's text, which was rejected (${first.slice("invalid: ".length)})`)
  return second
}

type ToSend = Pick<QueuedWrite, "id" | "path" | "body">

async function sendInTime(server: Server, one: ToSend, { until, ...how }: How): Promise<Sent> {
  if (until === Infinity) return sendOne(server, one, how)
  const enough = new AbortController()
  const late = pause(Math.max(0, until - Date.now()), "failed", { signal: enough.signal })
  return Promise.race([sendOne(server, one, how), late]).finally(() => {
    late.catch(() => undefined) // abort() rejects the pause.
    enough.abort()
  })
}

async function sendOne(
  server: Server,
  { id, path, body }: ToSend,
  { say, hear }: Pick<How, "say" | "hear">,
): Promise<Sent> {
  let status = 0
  const exchange: Exchange = async (...asked) => {
    const answered = await overHttp(...asked)
    status = answered.status
    return answered
  }
  try {
    const taken = await sendRequest<Partial<Record<string, unknown>> | null>(
      { url: server.url, ...server.key(), method: "POST", path, body, key: id },
      exchange,
    )
    if (taken?.path === undefined) return "failed" // Another server than Quarterdeck responded.
    if (typeof taken.message === "string") say(taken.message)
    return "taken"
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause
    if (status > 0) hear(`${cause.reason}: ${cause.message}`)
    return outcomeOf(cause, status)
  }
}

function outcomeOf(stop: CommandError, status: number): Sent {
  if (stop.exit === EXIT.outOfReach) return isAway(status, stop) ? "away" : "failed"
  if (stop.reason === "unauthenticated" || stop.reason === "too-many") return "away"
  if (CLOSED.includes(stop.reason)) return "closed"
  return FINAL.includes(stop.reason) ? `${stop.reason}: ${stop.message}` : "later"
}

/**
 * True if the server is unreachable, unavailable, or redirects. A reset connection counts as a failed write.
 */
function isAway(status: number, { cause }: CommandError): boolean {
  if (status > 0) return status === 503 || (status >= 300 && status < 400)
  return (
    ((cause as { cause?: NodeJS.ErrnoException } | undefined)?.cause?.code ?? "ECONNRESET") !== "ECONNRESET"
  )
}

type Found = (cause: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** Milliseconds before a name server counts as unresponsive. */
const PATIENCE_MS = 700

/**
 * Resolves a host name. The system's lookup cannot be canceled and can delay the end of the process by ten
 * seconds. So the name server is queried first, and the system's lookup is used only if the name server does
 * not have the name.
 */
function lookUp(host: string, options: LookupOptions, found: Found): void {
  void addressesOf(host, options).then(
    (addresses) => {
      const [first] = addresses
      if (options.all) found(null, addresses)
      else if (first) found(null, first.address, first.family)
    },
    (cause: NodeJS.ErrnoException) => found(cause, []),
  )
}

async function addressesOf(host: string, options: LookupOptions): Promise<LookupAddress[]> {
  const dns = await import("node:dns")
  const bySystem = () => dns.promises.lookup(host, { ...options, all: true })
  if (host === "localhost" || isInHosts(host)) return bySystem()
  const resolver = new dns.promises.Resolver({ timeout: PATIENCE_MS, tries: 1 })
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const known = asked.flatMap((one, place) =>
    one.status === "fulfilled" ? one.value.map((address) => ({ address, family: place === 0 ? 4 : 6 })) : [],
  )
  if (known.length > 0) return known
  const silent = asked.find(
    (one) => one.status === "rejected" && (one.reason as NodeJS.ErrnoException).code === "ETIMEOUT",
  )
  if (silent?.status === "rejected") throw silent.reason
  process.env.RES_OPTIONS ??= "timeout:1 attempts:1" // Time limit of the system's lookup.
  return bySystem()
}

function isInHosts(host: string): boolean {
  try {
    return readFileSync("/etc/hosts", "utf8")
      .split("\n")
      .some((line) => (line.split("#")[0] ?? "").split(/\s+/).slice(1).includes(host))
  } catch {
    return false // Without this file, the name server is queried.
  }
}

/** Maximum bytes of a response. Quarterdeck's responses are far smaller. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024

/** Sends one request without `fetch`, which is slow to load. Follows no redirects and limits the response. */
export const overHttp: Exchange = async (url, { method, headers, body }) => {
  const request = url.startsWith("https:") ? (await import("node:https")).request : requestPlain
  // An older server ignores unknown fields instead of rejecting the request (RFC 7240).
  const said = { ...headers, prefer: "handling=lenient" }
  const options: RequestOptions = {
    method,
    lookup: lookUp,
    headers: body === undefined ? said : { ...said, "content-length": String(Buffer.byteLength(body)) },
  }
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Error("the request failed", { cause }))
    const asked = request(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on("data", (part: Buffer) => {
        size += part.length
        if (size > MOST_ANSWER_BYTES)
          return void asked.destroy(new Error(`the response exceeds ${MOST_ANSWER_BYTES / 1024 / 1024} MB`))
        parts.push(part)
      })
      response.on("error", fail)
      response.on("close", () => fail(new Error("connection lost")))
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          header(name) {
            const value = ownValue(response.headers, name)
            return typeof value === "string" ? value : null
          },
          text: Buffer.concat(parts).toString("utf8"),
        }),
      )
    })
    asked.on("error", fail)
    asked.end(body)
  })
}
