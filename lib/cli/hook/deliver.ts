import { setTimeout as pause } from "node:timers/promises"
import { ask, type Exchange } from "../infra/ask"
import { EXIT, Stop } from "../infra/refusal"
import type { Server } from "../infra/server"
import { overHttp } from "./over-http"
import { noteRefusal } from "./answers"
import {
  agentOf,
  countFailure,
  dequeue,
  type Place,
  type Queued,
  tidy,
  type Waiting,
  waitingFor,
} from "./queue"

/** Refused for what is sent, now and always; else for who sends it or for what stands there, which may change. */
const FINAL = ["invalid", "too-large"]

const CLOSED = ["not-found", "forbidden"]

/** So many at once: what comes next waits for the next hook. */
const MOST = 100

/** So many that fail one after the other, and it is the server that fails. */
const MOST_IN_A_ROW = 3

/** What failed so often keeps the rest of its own session waiting no longer. */
const PATIENCE = 5

interface Delivery {
  readonly now: Date
  /** What the call is about that delivers. */
  readonly place?: Place
  /** Milliseconds since 1970: what is under way then failed. */
  readonly until?: number
  /** Hears what the server says of what it took: that nobody knows the agent, say. */
  readonly say?: (message: string) => void
}

/**
 * Sends what waits, the oldest first and of one session in its order, until all is taken or the server is out of reach. What fails keeps
 * nothing of other sessions waiting: it is asked for again after them. Where a project is not there, or not for this key, one is refused for
 * all that wait for it. Returns what was refused for good, in words.
 */
export async function deliver(
  folders: readonly string[],
  server: Server,
  { now, place, until = Infinity, say = () => undefined }: Delivery,
): Promise<string[]> {
  const refused: string[] = []
  const shut = new Set<string>()
  let [sent, inARow] = [0, 0]
  for (const waiting of inOrder(waitingFor(folders, server.url, now, place))) {
    const { queued } = waiting
    const [there, session] = [placeOf(queued), sessionOf(queued)]
    if (shut.has(there) || shut.has(session)) continue
    if ((sent += 1) > MOST) break
    const hear = (message: string) => noteRefusal(waiting.file, { at: now.toISOString(), message })
    const outcome = await send(server, queued, { until, say, hear })
    if (outcome === "away") break
    if (outcome === "closed") shut.add(there)
    if (outcome === "failed" || outcome === "later") {
      countFailure(waiting)
      if (waiting.failures + 1 < PATIENCE) shut.add(session)
    }
    if (outcome === "failed" && ((inARow += 1) >= MOST_IN_A_ROW || Date.now() >= until)) break
    if (outcome !== "failed") inARow = 0
    if (outcome === "failed" || outcome === "later" || outcome === "closed") continue
    dequeue(waiting.file)
    if (outcome !== "taken") refused.push(outcome)
  }
  tidy(folders, now)
  return refused
}

/** What never failed, each after what failed before it in its session; then what else failed, the least often first. */
function* inOrder(all: Iterable<Waiting>): Generator<Waiting> {
  const failed: Waiting[] = []
  for (const one of all) {
    if (one.failures > 0) {
      failed.push(one)
      continue
    }
    const isBefore = ({ queued }: Waiting) =>
      sessionOf(queued) === sessionOf(one.queued) && queued.at <= one.queued.at
    while (failed.some(isBefore)) yield* failed.splice(failed.findIndex(isBefore), 1)
    yield one
  }
  yield* failed.toSorted((a, b) => a.failures - b.failures)
}

const placeOf = (queued: Queued): string =>
  JSON.stringify([queued.body.team, queued.body.project, agentOf(queued)])

/** What has no session stands for itself. */
function sessionOf(queued: Queued): string {
  return placeOf(queued) + JSON.stringify(queued.body.session ?? closedIn(queued.path) ?? queued.id)
}

function closedIn(path: string): string | null {
  const name = /^\/sessions\/([^/]+)\/close$/.exec(path)?.[1]
  return name === undefined ? null : decodeURIComponent(name)
}

/** Sends what could not be put into the queue. */
export async function sendAtOnce(
  server: Server,
  queued: Queued,
  say: (message: string) => void,
): Promise<string[]> {
  const outcome = await send(server, queued, { until: Infinity, say, hear: () => undefined })
  return outcome === "taken"
    ? []
    : [
        ["away", "failed", "later", "closed"].includes(outcome)
          ? "not written: the server is unreachable or busy"
          : outcome,
      ]
}

/** `failed`: the server answered, but not as it should. `closed`: nothing is taken there at present, whatever it says. */
type Sent = "taken" | "away" | "failed" | "later" | "closed" | (string & {})

interface How extends Required<Pick<Delivery, "until" | "say">> {
  /** What a server says that does not take it yet. */
  hear(message: string): void
}

async function send(server: Server, { id, path, body, instead }: Queued, how: How): Promise<Sent> {
  const first = await sendInTime(server, { id, path, body }, how)
  if (!first.startsWith("invalid: ") || instead === undefined) return first
  const second = await sendInTime(server, { id: `${id}-instead`, path, body: instead }, how)
  if (second === "taken")
    how.say(`written without the session's text, which was rejected (${first.slice("invalid: ".length)})`)
  return second
}

type ToSend = Pick<Queued, "id" | "path" | "body">

async function sendInTime(server: Server, one: ToSend, { until, ...how }: How): Promise<Sent> {
  if (until === Infinity) return sendOne(server, one, how)
  const enough = new AbortController()
  const late = pause(Math.max(0, until - Date.now()), "failed", { signal: enough.signal })
  return Promise.race([sendOne(server, one, how), late]).finally(() => {
    late.catch(() => undefined) // that is what ending it throws
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
    const taken = await ask<Partial<Record<string, unknown>> | null>(
      { url: server.url, ...server.key(), method: "POST", path, body, key: id },
      exchange,
    )
    if (taken?.path === undefined) return "failed" // something else than Quarterdeck said yes
    if (typeof taken.message === "string") say(taken.message)
    return "taken"
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause
    if (status > 0) hear(`${cause.reason}: ${cause.message}`)
    if (cause.exit === EXIT.outOfReach) return isAway(status, cause) ? "away" : "failed"
    if (cause.reason === "unauthenticated" || cause.reason === "too-many") return "away"
    if (CLOSED.includes(cause.reason)) return "closed"
    return FINAL.includes(cause.reason) ? `${cause.reason}: ${cause.message}` : "later"
  }
}

/** Nobody takes anything there: it was not reached, says so itself, or sends on to somewhere else. */
function isAway(status: number, { cause }: Stop): boolean {
  if (status > 0) return status === 503 || (status >= 300 && status < 400)
  return (
    ((cause as { cause?: NodeJS.ErrnoException } | undefined)?.cause?.code ?? "ECONNRESET") !== "ECONNRESET"
  )
}
