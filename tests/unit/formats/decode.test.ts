import { describe, expect, test } from "vitest"
import { decode } from "@/lib/formats/decode"

describe("bytes to text", () => {
  test("UTF-8 is text, and a byte order mark stays", () => {
    expect(decode(new TextEncoder().encode("\uFEFF# 記憶 🚀\r\n"))).toEqual({
      ok: true,
      text: "\uFEFF# 記憶 🚀\r\n",
    })
    expect(decode(new Uint8Array())).toEqual({ ok: true, text: "" })
  })

  test("invalid UTF-8 is rejected with its byte and its line", () => {
    expect(decode(Uint8Array.from([0x61, 0x0a, 0xc3, 0xa9, 0xff, 0x62]))).toMatchObject({
      ok: false,
      code: "encoding-invalid",
      line: 2,
      column: 2,
      message: expect.stringContaining("Byte 4 "),
    })
    expect(decode(Uint8Array.from([0x61, 0xe8, 0xa8]))).toMatchObject({
      ok: false,
      code: "encoding-truncated",
      message: expect.stringContaining("(byte 1)"),
    })
  })

  test("NUL bytes and UTF-16 are reported with the way to fix them", () => {
    expect(decode(Uint8Array.from([0x61, 0x0d, 0x0a, 0x62, 0x00]))).toMatchObject({
      ok: false,
      code: "nul-byte",
      line: 2,
      column: 2,
    })
    expect(decode(Uint8Array.from([0xff, 0xfe, 0x61, 0x00]))).toMatchObject({
      ok: false,
      code: "encoding-utf16",
      message: expect.stringContaining("save it as UTF-8"),
    })
  })
})
