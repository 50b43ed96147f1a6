import { E_TIMEOUT, Semaphore, withTimeout } from "async-mutex"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"

/** Maximum size of a JSON body in bytes. Fits a batch of files in base64, or a manifest of 100,000 files. */
export const LARGEST_JSON = 24 * 1024 * 1024

/** Maximum size in bytes of a body that needs no reserved memory. */
const SMALL = 64 * 1024
/** Assumed ratio of the size of a body to the size of its gzip. */
const PACKED = 6
const WAIT_MS = 10_000

/**
 * Semaphore for the bytes of JSON bodies that are handled at once. A decoded and parsed body takes up to five
 * times its size, of a heap of a few hundred MB.
 */
const room = new Semaphore(LARGEST_JSON)
const waiting = withTimeout(room, WAIT_MS)
/** Priority of requests that already read their body, above requests that wait to begin. */
const FIRST = 1

/** Memory reserved for the body of one request, until `release`. */
export interface BodyMemory {
  /**
   * Extends the reserved memory to `size` bytes, without waiting. Returns false if too little memory is free.
   */
  fits(size: number): boolean
  release(): void
}

/**
 * Reserves memory for a body of about `expected` bytes. Waits at most 10 seconds until other requests release
 * enough memory, then returns null.
 */
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
      // The reserved memory at least doubles, so that a body without a declared size does not extend it for
      // each chunk.
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

/**
 * Returns the expected size of a body in bytes, estimated from the declared length if the body is compressed.
 * 0 if the headers declare no length.
 */
export function expectedSize(headers: Headers): number {
  const declared = Number(headers.get("content-length") ?? 0)
  if (!Number.isFinite(declared)) return 0
  return headers.has("content-encoding") ? declared * PACKED : declared
}

/**
 * Reads a body into memory. Returns null if it exceeds `most` bytes, "no room" if too little memory is free.
 */
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
