import { describe, expect, it } from "vitest"
import { hashPassword, passwordProblem, verifyPassword } from "@/lib/auth/password"

describe("a password", () => {
  it("is stored with its salt and the cost of guessing it, and never itself", async () => {
    const hash = await hashPassword("correct horse battery")
    expect(hash).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(hash).not.toContain("correct")
    expect(await verifyPassword("correct horse battery", hash)).toBe(true)
    expect(await verifyPassword("correct horse batterz", hash)).toBe(false)
  })

  it("has a different hash each time", async () => {
    expect(await hashPassword("correct horse battery")).not.toBe(await hashPassword("correct horse battery"))
  })

  it("is the same on a keyboard that composes its letters", async () => {
    expect(await verifyPassword("cafe\u0301 au lait", await hashPassword("caf\u00e9 au lait"))).toBe(true)
  })

  it("is checked at the cost it was stored with", async () => {
    const cheap = "scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$" + "A".repeat(43)
    expect(await verifyPassword("anything at all", cheap)).toBe(false)
  })

  it.each([null, "", "scrypt$", "plain text", "scrypt$1024$8$1$AAAA$AAAA"])(
    "never fits the hash %j",
    async (hash) => {
      expect(await verifyPassword("", hash)).toBe(false)
    },
  )

  it("has at least ten characters and not a megabyte of them", () => {
    expect(passwordProblem("123456789")).toMatch(/at least 10/)
    expect(passwordProblem("1234567890")).toBeNull()
    expect(passwordProblem("x".repeat(1_000_000))).toMatch(/at most/)
  })
})
