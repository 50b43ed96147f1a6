import { setTimeout as pause } from "node:timers/promises"
import { isOutOfReach } from "../infra/ask"
import type { Server } from "../infra/server"

/** So long is waited for a server that restarts while a folder is synced, or has too much to do. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000]

/**
 * A server that is asked again where it goes away in the middle: what a sync says may be said twice, but for the start of a run. One
 * that never answered is away, and whoever asks is told at once.
 */
export function withRetries(server: Server, pauses: readonly number[] = PAUSES_MS): Server {
  let answered = false
  async function send<T>(method: "POST" | "PUT" | "PATCH", path: string, body?: unknown): Promise<T> {
    for (const ms of path.endsWith("/start") ? [] : pauses) {
      try {
        const answer = await server.send<T>(method, path, body)
        answered = true
        return answer
      } catch (cause) {
        if (!answered || !isOutOfReach(cause)) throw cause
        await pause(ms)
      }
    }
    return server.send<T>(method, path, body)
  }
  return { ...server, send }
}
