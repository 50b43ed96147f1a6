import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { tokenCounter } from "@/lib/operations/context/token-counter"
import type { LaunchOptions } from "./launch"

/** Delay after the start, so that the other work of a start begins first. */
const AFTER_MS = 500

/**
 * Preloads what would make the first session slower than the timeout of its hook: the tokenizer, and the route that harnesses call. Runs in
 * the background after the server is ready. Returns a function that stops it.
 */
export function warmUp(options: Pick<LaunchOptions, "home" | "host" | "port">): () => void {
  const end = new AbortController()
  void load(options, end.signal).catch((cause: unknown) => {
    if (!end.signal.aborted)
      console.error(
        "Could not preload data for the first session, so that session will start more slowly:",
        cause,
      )
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
  const response = await fetch(`http://${localHost(host)}:${port}/api/v1/receipts?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })
  await response.arrayBuffer()
}

const EVERYWHERE = ["", "0.0.0.0", "::"]

/** Returns the host of the server for requests from this machine. */
function localHost(host: string): string {
  if (EVERYWHERE.includes(host)) return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}
