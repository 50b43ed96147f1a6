import { afterEach, describe, expect, it, vi } from "vitest"
import { expectedSize, LARGEST_JSON, readBody, reserveBodyMemory } from "@/lib/api/request-limits"

const MB = 1024 * 1024

async function* partsOf(size: number, part = MB) {
  for (let sent = 0; sent < size; sent += part) yield new Uint8Array(Math.min(part, size - sent))
}

const roomFor = async (size: number) => {
  const room = await reserveBodyMemory(size)
  if (room === null) throw new Error("no room")
  return room
}

afterEach(() => vi.useRealTimers())

describe("memory for bodies", () => {
  it("admits as many bytes as it holds, and the next body when one is done", async () => {
    const first = await roomFor(LARGEST_JSON - MB)
    const waiting = reserveBodyMemory(2 * MB)
    const isIn = vi.fn<() => void>()
    void waiting.then(isIn)
    await Promise.resolve()
    expect(isIn).not.toHaveBeenCalled()
    first.release()
    const second = await waiting
    expect(second).not.toBeNull()
    second?.release()
  })

  it("rejects a request that waited too long for memory", async () => {
    vi.useFakeTimers()
    const first = await roomFor(LARGEST_JSON)
    const waiting = reserveBodyMemory(MB)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await waiting).toBeNull()
    first.release()
  })

  it("never makes a small body wait", async () => {
    const first = await roomFor(LARGEST_JSON)
    const small = await roomFor(1_000)
    expect(await readBody(partsOf(60_000, 1_000), small)).toHaveLength(60_000)
    small.release()
    first.release()
  })

  it("stops a body that declared less than it has once the room is taken", async () => {
    const first = await roomFor(LARGEST_JSON - 2 * MB)
    const second = await roomFor(0)
    expect(await readBody(partsOf(8 * MB), second)).toBe("no room")
    first.release()
    second.release()
    const third = await roomFor(0)
    expect(await readBody(partsOf(8 * MB), third)).toHaveLength(8 * MB)
    third.release()
  })

  it("releases its bytes exactly once", async () => {
    const first = await roomFor(MB)
    expect(await readBody(partsOf(LARGEST_JSON), first)).toHaveLength(LARGEST_JSON)
    first.release()
    first.release()
    const whole = await roomFor(LARGEST_JSON)
    expect(await readBody(partsOf(LARGEST_JSON + 1), whole)).toBeNull()
    whole.release()
  })

  it("expects a gzip to become several times as large", () => {
    expect(expectedSize(new Headers({ "content-length": "1000" }))).toBe(1000)
    expect(expectedSize(new Headers({ "content-length": "1000", "content-encoding": "gzip" }))).toBe(6000)
    expect(expectedSize(new Headers())).toBe(0)
  })
})
