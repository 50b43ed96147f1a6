import { describe, expect, it } from "vitest"
import { findUnavailable, isDatabaseUnavailable, markUnavailable } from "@/lib/db/infra/database-unavailable"

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)
/** An error of the database adapter as Prisma wraps it. */
const byAdapter = (code: string, cause: object) =>
  error("Invalid `prisma.team.create()` invocation", {
    code,
    meta: { driverAdapterError: { name: "DriverAdapterError", cause } },
  })

describe("findUnavailable", () => {
  it.each([
    ["busy", byAdapter("P2037", { originalCode: "53300", kind: "TooManyConnections" })],
    ["busy", byAdapter("P2010", { originalCode: "53300", kind: "TooManyConnections" })],
    ["busy", error("Raw query failed. Code: `53300`. Message: `too many connections for role`")],
    ["busy", error("timeout exceeded when trying to connect")],
    ["busy", error("Unable to start a transaction in the given time.", { code: "P2028" })],
    ["away", byAdapter("P1001", { kind: "DatabaseNotReachable", host: "127.0.0.1" })],
    ["away", error("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" })],
    ["away", error("connect ENOENT /tmp/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" })],
    ["away", error("the database system is starting up", { code: "57P03" })],
    ["away", error("the database system is not yet accepting connections", { code: "57P03" })],
    ["interrupted", error("terminating connection due to administrator command", { code: "57P01" })],
    ["interrupted", error("Client has encountered a connection error and is not queryable")],
    ["interrupted", error("Connection terminated unexpectedly")],
    ["interrupted", error("Transaction API error: Transaction not found.", { code: "P2028" })],
    ["slow", error("A query cannot be executed on an expired transaction.", { code: "P2028" })],
    ["slow", byAdapter("P2010", { kind: "postgres", code: "57014", originalCode: "57014" })],
    ["full", byAdapter("P2010", { kind: "postgres", code: "53100", originalCode: "53100" })],
    ["full", error('could not write to file "pg_wal/xlogtemp.7": No space left on device')],
    ["full", byAdapter("P2010", { kind: "postgres", code: "58030", message: "No space left on device" })],
    ["memory", error("out of memory", { code: "53200" })],
    ["read-only", error("cannot execute INSERT in a read-only transaction", { code: "25006" })],
    ["contended", error("canceling statement due to lock timeout", { code: "55P03" })],
    ["contended", byAdapter("P2034", { kind: "TransactionWriteConflict", originalCode: "40P01" })],
    ["contended", byAdapter("P2010", { kind: "TransactionWriteConflict", originalCode: "40001" })],
  ])("recognizes as %s: %o", (kind, cause) => {
    expect(findUnavailable(cause)?.kind).toBe(kind)
    expect(findUnavailable(error("the import failed", { cause }))?.kind).toBe(kind)
  })

  it.each([
    [null],
    ["a string"],
    [error("Unique constraint failed", { code: "P2002" })],
    [error("Raw query failed. Code: `22001`. Message: `value too long`", { code: "P2010" })],
    [error("ENOENT: no such file or directory, open 'MEMORY.md'", { code: "ENOENT", syscall: "open" })],
    [error("ENOSPC: no space left on device, write", { code: "ENOSPC", syscall: "write" })],
    [new TypeError("Cannot read properties of undefined")],
  ])("leaves other errors alone: %o", (cause) => {
    expect(isDatabaseUnavailable(cause)).toBe(false)
  })

  it("stops at circular causes", () => {
    const circle = error("first")
    circle.cause = circle
    expect(findUnavailable(circle)).toBeNull()
  })

  it("responds with a message without SQL, and a time to retry", () => {
    const found = findUnavailable(error("Raw query failed. Code: `53100`. Message: `INSERT INTO entry`"))
    expect(found?.message).toMatch(/^The database disk is full\. Nothing was changed; free disk space/)
    expect(found?.retryAfter).toBeGreaterThan(0)
  })
})

it("marks an error for the browser only when the database is unavailable", () => {
  expect(markUnavailable(error("timeout exceeded when trying to connect"))).toHaveProperty(
    "digest",
    "DATABASE_UNAVAILABLE",
  )
  expect(markUnavailable(error("a bug"))).not.toHaveProperty("digest")
})
