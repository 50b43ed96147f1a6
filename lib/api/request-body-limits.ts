import { E_TIMEOUT, Semaphore, withTimeout } from "async-mutex"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"

/** Largest body taken as JSON, in bytes: a portion of files in base64, or a manifest of 100,000 files. */
export const LARGEST_JSON = 24 * 1024 * 1024

/** Bodies up to this size, in bytes, never wait. */
const SMALL = 64 * 1024
/** How much larger a body is assumed to be than its gzip. */
const PACKED = 6
const WAIT_MS = 10_000

/** Bytes of JSON bodies that are handled at once. Decoded and parsed, a body takes up to five times its size of a heap of some hundred MB. */
const room = new Semaphore(LARGEST_JSON)
const waiting = withTimeout(room, WAIT_MS)
/** Requests that already read their body come before those that wait to begin. */
const FIRST = 1

/** Memory reserved for the body of one request, until `release`. */
export interface BodyMemory {
  /**
   * Reserves what is missing for `size` bytes, without waiting. Returns false if there is no memory for them
   * now.
   */
  fits(size: number): boolean
  release(): void
}

/** Reserves memory for a body of about `expected` bytes, waiting for others to end. Returns null if none is free in time. */
export async function reserveBodyMemory(expected: number): Promise<BodyMemory | null> {
  let held = 0
  if (expected > SMALL)
    try {
      await waiting.acquire(Math.min(LARGEST_JSON, expected))
      held = Math.min(LARGEST_JSON, expected)
    } catch (cause) {
      if (cause === E_TIMEOUT) return null
      throw cause
    }
  return {
    fits(size) {
      if (size <= Math.max(SMALL, held)) return true
      // At least doubled, so that a body without a declared size does not ask for each of its parts.
      const more = Math.min(LARGEST_JSON, Math.max(size, 2 * held)) - held
      if (room.getValue() < more) return false
      void room.acquire(more, FIRST)
      held += more
      return true
    },
    release() {
      if (held > 0) room.release(held)
      held = 0
    },
  }
}

/** The size that the headers of a request declare, in bytes, with what its gzip may become; 0 if they declare none. */
export function expectedSize(headers: Headers): number {
  const declared = Number(headers.get("content-length") ?? 0)
  if (!Number.isFinite(declared)) return 0
  return headers.has("content-encoding") ? declared * PACKED : declared
}

/** Reads a body into memory. Returns null if it exceeds the limit. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  room: BodyMemory,
  most = LARGEST_JSON,
): Promise<Uint8Array | "no room" | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) return null
    if (!room.fits(size)) return "no room"
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export const noBodyMemory = (): Refusal =>
  refused(
    "unavailable",
    "The server is already handling the maximum number of large requests. Try again in a few seconds",
  )
