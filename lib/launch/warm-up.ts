import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { tokenCounter } from "@/lib/operations/context/tokens"
import type { LaunchOptions } from "./launch"

/** So long after a start is all else that a start leaves to do begun. */
const AFTER_MS = 500

/**
 * Loads what the first session would wait for longer than its hook has time: the vocabulary that tokens are counted by, and the route
 * that harnesses ask. Begins when the server is ready, and nothing waits for it. Returns how to stop.
 */
export function warmUp(options: Pick<LaunchOptions, "home" | "host" | "port">): () => void {
  const end = new AbortController()
  void load(options, end.signal).catch((cause: unknown) => {
    if (!end.signal.aborted)
      console.error("Could not preload data for the first session, which will start slower:", cause)
  })
  return () => end.abort()
}

async function load(
  { home, host, port }: Pick<LaunchOptions, "home" | "host" | "port">,
  signal: AbortSignal,
): Promise<void> {
  await pause(AFTER_MS, undefined, { signal, ref: false })
  const count = await tokenCounter()
  count("What is counted first takes longer than all that follows")
  const token = (await readFile(join(home, "owner.token"), "utf8")).trim()
  const address = EVERYWHERE.includes(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  const response = await fetch(`http://${address}:${port}/api/v1/receipts?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })
  await response.arrayBuffer()
}

const EVERYWHERE = ["", "0.0.0.0", "::"]
