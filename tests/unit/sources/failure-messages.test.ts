import { describe, expect, it } from "vitest"
import {
  describeFailure,
  failureMessage,
  isContention,
  isOutage,
  isUnstorable,
  sqlStateOf,
} from "@/lib/db/infra/write-failures"

/** An error that Prisma throws for raw SQL. */
const raw = (state: string) =>
  Object.assign(
    new Error(
      `\nInvalid \`prisma.$executeRawUnsafe()\` invocation:\n\n\nRaw query failed. Code: \`${state}\`. Message: \`index row size 4000 exceeds btree version 4 maximum 2704\``,
    ),
    { name: "PrismaClientKnownRequestError", code: "P2010" },
  )
const INTERNAL = /prisma|code|row|btree|[0-9A-Z]{5}/

describe("the SQLSTATE of a failure", () => {
  it("is read from raw queries, model queries, the adapter and pg itself, also below a cause", () => {
    expect(sqlStateOf(raw("54000"))).toBe("54000")
    expect(sqlStateOf(Object.assign(new Error("x"), { code: "P2002" }))).toBe("23505")
    expect(sqlStateOf(Object.assign(new Error("x"), { code: "22P02" }))).toBe("22P02")
    expect(sqlStateOf(Object.assign(new Error("x"), { code: "P0001" }))).toBe("P0001")
    expect(
      sqlStateOf(
        Object.assign(new Error("x"), { meta: { driverAdapterError: { cause: { originalCode: "40P01" } } } }),
      ),
    ).toBe("40P01")
    expect(sqlStateOf(new Error("x", { cause: raw("22021") }))).toBe("22021")
    expect(sqlStateOf(new TypeError("x"))).toBe(null)
  })

  it("distinguishes bad data, contention and outages", () => {
    expect([isUnstorable(raw("22021")), isContention(raw("22021")), isOutage(raw("22021"))]).toEqual([
      true,
      false,
      false,
    ])
    expect([isUnstorable(raw("40001")), isContention(raw("40001")), isOutage(raw("40001"))]).toEqual([
      false,
      true,
      false,
    ])
    expect([isUnstorable(raw("53100")), isContention(raw("53100")), isOutage(raw("53100"))]).toEqual([
      false,
      false,
      true,
    ])
    expect(isUnstorable(new RangeError("Invalid string length"))).toBe(true)
  })
})

describe("the message of a failure", () => {
  it("never quotes the database, the language or Node", () => {
    const foreign = [
      ...["22021", "23505", "40001", "42703", "53100", "54000", "57014", "P0001", "XX000"].map(raw),
      new TypeError("Cannot read properties of undefined (reading 'rows')"),
      Object.assign(new Error("EACCES: permission denied, open '/srv/code/x'"), { code: "EACCES" }),
      "a thrown text with code",
    ]
    for (const one of foreign) {
      expect(failureMessage(one)).not.toMatch(INTERNAL)
      expect(failureMessage(one)).toMatch(/^[a-z].+\. [A-Z]/)
      expect(describeFailure(one).next).not.toBe("")
    }
  })

  it("is the message of an error that was written for people", () => {
    expect(failureMessage(new Error("for 1 of 3 teams: no luck", { cause: raw("54000") }))).toBe(
      "for 1 of 3 teams: no luck",
    )
  })
})
