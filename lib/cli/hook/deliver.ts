import { ask, isOutOfReach } from "../ask"
import { Stop } from "../refusal"
import type { Server } from "../server"
import { dequeue, type Queued, waitingFor } from "./queue"

/** Refused for what is sent, now and always; else for who sends it or for what stands there, which may change. */
const FINAL = ["invalid", "too-large"]

const CLOSED = ["not-found", "forbidden"]

/** So many at once: what comes next waits for the next hook. */
const MOST = 100

/**
 * Sends what waits, the oldest first, until all is taken or the server is out of reach. Where a project is not there, or not for this key, one
 * is refused for all that wait for it: they keep nothing else waiting. Returns what was refused for good, in words.
 */
export async function deliver(folder: string, server: Server, now: Date): Promise<string[]> {
  const refused: string[] = []
  const closed = new Set<string>()
  let sent = 0
  for (const { file, queued } of waitingFor(folder, server.url, now)) {
    const place = placeOf(queued)
    if (closed.has(place)) continue
    if ((sent += 1) > MOST) break
    const outcome = await send(server, queued)
    if (outcome === "away") break
    if (outcome === "closed") closed.add(place)
    if (outcome === "closed" || outcome === "later") continue
    dequeue(file)
    if (outcome !== "taken") refused.push(outcome)
  }
  return refused
}

const placeOf = ({ body: { team, project, agent } }: Queued): string => JSON.stringify([team, project, agent])

/** Sends what could not be put into the queue. */
export async function sendAtOnce(server: Server, queued: Queued): Promise<string[]> {
  const outcome = await send(server, queued)
  return outcome === "taken" ? [] : [outcome === "away" || outcome === "later" || outcome === "closed" ? "not written: the server is away, or takes it later" : outcome]
}

/** `closed`: nothing is taken there at present, whatever it says. */
type Sent = "taken" | "away" | "later" | "closed" | (string & {})

async function send(server: Server, { id, path, body, instead }: Queued): Promise<Sent> {
  const first = await sendOne(server, { id, path, body })
  return first.startsWith("invalid: ") && instead !== undefined ? sendOne(server, { id: `${id}-instead`, path, body: instead }) : first
}

async function sendOne(server: Server, { id, path, body }: Pick<Queued, "id" | "path" | "body">): Promise<Sent> {
  try {
    await ask({ url: server.url, ...server.key(), method: "POST", path, body, key: id })
    return "taken"
  } catch (cause) {
    if (isOutOfReach(cause)) return "away"
    if (!(cause instanceof Stop)) throw cause
    if (cause.reason === "unauthenticated") return "away"
    if (CLOSED.includes(cause.reason)) return "closed"
    return FINAL.includes(cause.reason) ? `${cause.reason}: ${cause.message}` : "later"
  }
}
