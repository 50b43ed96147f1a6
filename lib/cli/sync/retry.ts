import { setTimeout as pause } from "node:timers/promises"
import { isOutOfReach } from "../infra/http-client"
import type { Call, Server } from "../infra/server"

/** Milliseconds of pause between attempts while the server restarts or is busy. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000]

/**
 * Returns a server that repeats a request if the server becomes unreachable during a sync. Starting a run is
 * not repeated, because that is not safe. Throws immediately if the server was never reachable.
 */
export function withRetries(server: Server, pauses: readonly number[] = PAUSES_MS): Server {
  let answered = false
  const call: Call = async (operation, input) => {
    for (const ms of operation === "import.start" ? [] : pauses) {
      try {
        const answer = await server.call(operation, input)
        answered = true
        return answer
      } catch (cause) {
        if (!answered || !isOutOfReach(cause)) throw cause
        await pause(ms)
      }
    }
    return server.call(operation, input)
  }
  return { ...server, call }
}
