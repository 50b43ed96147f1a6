import { RETRY_SECONDS, takeStream } from "@/lib/api/request-limits"
import { problem, guardDatabase } from "@/lib/api/error-responses"
import { actorFromRequest } from "@/lib/auth/actor"
import { networkAddress } from "@/lib/auth/password"
import { isListening } from "@/lib/db/infra/listen"
import { refused } from "@/lib/memory/inputs/outcome"
import { countChanges, listenTo, type Notice } from "@/lib/operations/inbox/live"
import type { Actor } from "@/lib/memory/teams/actor"

export const dynamic = "force-dynamic"

const BREATH_MS = 20_000
/**
 * Maximum duration of a stream in milliseconds. The browser then reconnects, and the server checks the rights
 * again.
 */
const LONGEST_MS = 10 * 60_000

/**
 * Responds with the server-sent events of one team: `ready` with the number of changes so far, `change` for
 * each committed change, `lost` if changes may have been missed, and `refused` if the user may not read the
 * team. 401 without a login, 429 with too many open streams, 503 if the database is unavailable.
 */
export const GET = guardDatabase(answerLive)

async function answerLive(request: Request): Promise<Response> {
  const actor = await actorFromRequest(request)
  if (!actor.ok) return new Response(actor.message, { status: 401 })
  const team = new URL(request.url).searchParams.get("team") ?? ""
  const place = takeStream({
    authorization: request.headers.get("authorization"),
    address: networkAddress(request.headers),
  })
  if ("refusal" in place)
    return problem(refused("too-many", place.refusal), { headers: { "retry-after": String(RETRY_SECONDS) } })
  return new Response(await streamOf(actor.value, team, { release: place.release, signal: request.signal }), {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  })
}

interface Connection {
  /** Releases the slot that the stream occupies in the limit of open streams. */
  readonly release: () => void
  /** Aborted when the browser closes the connection. */
  readonly signal: AbortSignal
}

/**
 * Returns the stream of a team's events. The stream ends with the connection, after `LONGEST_MS`, when the
 * actor's rights change, or after `refused` if the actor may not read the team.
 */
async function streamOf(
  actor: Actor,
  team: string,
  { release, signal }: Connection,
): Promise<ReadableStream<Uint8Array>> {
  let stop = release
  const text = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => stop(),
  })
  const send = (event: string, data: unknown) => {
    try {
      controller?.enqueue(text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    } catch {
      stop() // the browser closed the stream
    }
  }
  const end = () => {
    stop()
    try {
      controller?.close()
    } catch {
      // the browser closed the stream already
    }
  }
  const heard = await listenTo(actor, team, (notice) => {
    if (notice === "rights") end()
    else if (notice === "lost") send("lost", {})
    else send("change", shown(notice))
  }).catch((cause: unknown) => {
    stop()
    throw cause
  })
  if (heard.ok) {
    const breath = setInterval(() => send("breath", {}), BREATH_MS)
    const last = setTimeout(end, LONGEST_MS)
    stop = () => {
      clearInterval(breath)
      clearTimeout(last)
      heard.value()
      release()
    }
    if (signal.aborted) stop()
    signal.addEventListener("abort", () => stop(), { once: true })
    try {
      await isListening()
      send("ready", { changes: await countChanges(actor, team) })
    } catch (cause) {
      stop()
      throw cause
    }
  } else {
    send("refused", { message: heard.message })
    end()
  }
  return stream
}

const shown = ({ number, kind, by, byId, proposals, conflicts, alerts, syntheses, seeds }: Notice) => ({
  number,
  kind,
  by,
  byId,
  ...(proposals ? { proposals } : {}),
  ...(conflicts ? { conflicts } : {}),
  ...(alerts ? { alerts } : {}),
  ...(syntheses ? { syntheses } : {}),
  ...(seeds ? { seeds } : {}),
})
