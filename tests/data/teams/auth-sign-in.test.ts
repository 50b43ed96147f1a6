import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { signInWithPassword } from "@/lib/auth/password"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { cheapHash } from "../../support/data/cheap-hash"
import { givenPerson } from "../../support/data/people"

const PASSWORD = "correct horse battery"
const NOON = new Date("2026-11-21T12:00:00Z")
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1_000)
let passwordHash: string

beforeAll(async () => {
  passwordHash = cheapHash(PASSWORD)
})

describe("signing in with a password", () => {
  let email: string
  let address: string
  const attempt = (password: string, now = NOON) => signInWithPassword({ email, password, address }, now)

  beforeEach(async () => {
    email = `${newId()}@example.com`
    address = newId()
    await givenPerson({ email, passwordHash })
  })

  it("accepts the right password with any spelling of the address", async () => {
    email = ` ${email.toUpperCase()} `
    expect(await attempt(PASSWORD)).toMatchObject({ ok: true })
  })

  it("returns the same error for a wrong password and an unknown address", async () => {
    const wrong = await attempt("not the password")
    email = "nobody@example.com"
    expect(await attempt("not the password")).toEqual(wrong)
    expect(wrong).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("rejects a disabled user", async () => {
    await database().user.update({ where: { email }, data: { disabledAt: NOON } })
    expect(await attempt(PASSWORD)).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("delays repeated guesses for an increasing time, and returns the end of the delay", async () => {
    for (let guess = 0; guess < 5; guess += 1)
      expect(await attempt("a wrong guess")).toMatchObject({ reason: "unauthenticated" })
    expect(await attempt(PASSWORD, after(1))).toMatchObject({
      reason: "too-many",
      message: "Too many attempts. Try again in 29 seconds.",
    })
    expect(await attempt("a wrong guess", after(31))).toMatchObject({ reason: "unauthenticated" })
    expect(await attempt(PASSWORD, after(62))).toMatchObject({
      reason: "too-many",
      message: "Too many attempts. Try again in 29 seconds.",
    })
    expect(await attempt(PASSWORD, after(92))).toMatchObject({ ok: true })
  })

  it("resets the failures after the right password", async () => {
    for (let guess = 0; guess < 4; guess += 1) await attempt("a wrong guess")
    expect(await attempt(PASSWORD)).toMatchObject({ ok: true })
    for (let guess = 0; guess < 4; guess += 1) await attempt("a wrong guess")
    expect(await attempt(PASSWORD)).toMatchObject({ ok: true })
  })

  it("counts concurrent guesses one after another", async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => attempt("a wrong guess")))
    expect(guesses.filter((one) => !one.ok && one.reason === "unauthenticated")).toHaveLength(5)
  })

  it("delays a network address that tries many accounts", async () => {
    const { countAttempt } = await import("@/lib/db/teams/logins")
    for (let guess = 0; guess < 20; guess += 1)
      await countAttempt(
        `address ${address}`,
        { free: 20, firstWaitSeconds: 30, longestWaitSeconds: 900 },
        NOON,
      )
    expect(await attempt(PASSWORD)).toMatchObject({ reason: "too-many" })
    address = newId()
    expect(await attempt(PASSWORD)).toMatchObject({ ok: true })
  })
})
