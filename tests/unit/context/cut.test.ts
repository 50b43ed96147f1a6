import { describe, expect, test } from "vitest"
import { cutOf } from "@/lib/memory/memory-files/load-limit"

const limits = (some: Partial<{ lines: number; bytes: number; characters: number }>) => ({
  lines: null,
  bytes: null,
  characters: null,
  ...some,
})

describe("the load limit of a harness", () => {
  test("at the line after the last that is loaded", () => {
    expect(cutOf("a\nb\nc\n", limits({ lines: 2 }))).toEqual({ line: 3, offset: 4, reason: "lines" })
    expect(cutOf("a\r\nb\r\n", limits({ lines: 2 }))).toBeNull()
    expect(cutOf("", limits({ lines: 0 }))).toBeNull()
  })

  test("bytes are UTF-8, and a byte order mark counts", () => {
    expect(cutOf("é\né\n", limits({ bytes: 4 }))).toEqual({ line: 2, offset: 2, reason: "bytes" })
    expect(cutOf("é\né\n", limits({ bytes: 5 }))).toBeNull()
    expect(cutOf("🚀\n🚀", limits({ bytes: 9 }))).toBeNull()
    expect(cutOf("\uFEFFa", limits({ bytes: 3 }))).toEqual({ line: 1, offset: 1, reason: "bytes" })
  })

  test("the first limit that is reached is the reason", () => {
    expect(cutOf("aaaa\nbbbb\ncccc", limits({ lines: 2, bytes: 6, characters: 12 }))).toMatchObject({
      line: 2,
      reason: "bytes",
    })
    expect(cutOf("aaaa\nbbbb\ncccc", limits({ characters: 12 }))).toEqual({
      line: 3,
      offset: 10,
      reason: "characters",
    })
  })
})
