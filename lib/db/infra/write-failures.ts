import { ownValue } from "@/lib/memory/text/own-value"
import { isDatabaseUnreachable } from "./database-unavailable"

/**
 * The description of a failed write for people. Prisma and PostgreSQL report failures as SQLSTATEs and as
 * text about statements and constraints. That text only goes to the log. People get the result of
 * `describeFailure`.
 */
export interface FailureDescription {
  /** A clause without a full stop, for one file: "it contains a character that the database cannot store". */
  readonly what: string
  /** Sentence about the next step, without a full stop: "Remove the character and import the file again". */
  readonly next: string
}

/** SQLSTATE for each code of Prisma, for failures that Prisma reports without an SQLSTATE. */
const PRISMA_STATES: Readonly<Record<string, string>> = {
  P2000: "22001",
  P2002: "23505",
  P2003: "23503",
  P2004: "23514",
  P2011: "23502",
  P2020: "22003",
  P2025: "23503",
  P2028: "57014",
  P2029: "54023",
  P2034: "40001",
}

/** Returns the five-character SQLSTATE of an error or of its causes. Null if no database reported it. */
export function sqlStateOf(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    const state = stateIn(one)
    if (state !== undefined) return state
  }
  return null
}

/** Returns the SQLSTATE that an error itself has: in its message, metadata or code, or in the cause that the database adapter gave. */
function stateIn(error: Error): string | undefined {
  const { code = "", meta } = error as { code?: string; meta?: unknown }
  return (
    /Code: `(\w{5})`/.exec(error.message)?.[1] ??
    /originalCode":"(\w{5})"/.exec(textOf(meta))?.[1] ??
    ownValue(PRISMA_STATES, code) ??
    (isSqlState(code) ? code : undefined) ??
    (error.cause as { originalCode?: string } | undefined)?.originalCode
  )
}

/**
 * True if a code is an SQLSTATE. Codes of Prisma also begin with P, but only P0001 is an SQLSTATE, for an
 * error that a trigger raised.
 */
const isSqlState = (code: string): boolean =>
  code === "P0001" || (/^[0-9A-Z]{5}$/.test(code) && !/^P\d/.test(code))

function textOf(meta: unknown): string {
  try {
    return JSON.stringify(meta ?? "") ?? ""
  } catch {
    return ""
  }
}

/**
 * True if the database cannot store these data, for example because of a NUL character or an index row that
 * is too large.
 */
export function isUnstorable(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== null) return /^(?:22|54)/.test(state)
  return error instanceof Error && TOO_LARGE.test(error.message)
}

/**
 * True if a write failed because of another transaction, so that the same write may succeed if it is
 * repeated.
 */
export const isContention = (error: unknown): boolean =>
  /^(?:40001|40P01|55P03)$/.test(sqlStateOf(error) ?? "")

/**
 * True if no write can succeed now: the database is unavailable, its disk is full, or statement and schema do
 * not match. All other failures may be caused by the data.
 */
export function isOutage(error: unknown): boolean {
  return isDatabaseUnreachable(error) || /^(?:08|25|28|3D|3F|42|53[134]|58)/.test(sqlStateOf(error) ?? "")
}

/** Messages of V8 and PostgreSQL for values that are too large to allocate. */
const TOO_LARGE = /Invalid string length|invalid memory alloc|Invalid array length|Maximum call stack/

const UNEXPECTED: FailureDescription = {
  what: "an unexpected error occurred",
  next: "See the server log for details",
}
const SHORTEN = "Shorten it and try again"

/** Descriptions by SQLSTATE, or by its class (the first two characters). */
const DESCRIPTIONS: Readonly<Record<string, FailureDescription>> = {
  "22": {
    what: "it contains a value that the database cannot store",
    next: "Correct the numbers, dates and special characters, then try again",
  },
  "22001": { what: "it contains a value that is too long", next: SHORTEN },
  "22003": { what: "it contains a number that is out of range", next: "Correct the number and try again" },
  "22007": { what: "it contains an invalid date", next: "Write dates as YYYY-MM-DD and try again" },
  "22008": { what: "it contains a date that is out of range", next: "Correct the date and try again" },
  "22021": {
    what: "it contains a character that the database cannot store",
    next: "Remove NUL characters and broken emoji, then try again",
  },
  "22P02": {
    what: "it contains a character or value that the database cannot store",
    next: "Remove NUL characters and broken emoji, correct the numbers, and try again",
  },
  "22P05": {
    what: "it contains a character that the database cannot store",
    next: "Remove NUL characters and broken emoji, then try again",
  },
  "23": {
    what: "a database constraint does not allow it",
    next: "See the server log for the name of the constraint",
  },
  "23503": {
    what: "its project or agent was removed at the same time",
    next: "Try again",
  },
  "23505": {
    what: "another item was stored under the same name or path at the same time",
    next: "Try again",
  },
  "40": { what: "other writes to the same files kept blocking it", next: "Try again" },
  "53": {
    what: "the database is out of resources",
    next: "Free up disk space or memory on the database server, then try again",
  },
  "53100": {
    what: "the database has no disk space left",
    next: "Free up disk space on the database server and try again",
  },
  "53200": { what: "it is too large to store at once", next: "Split it into smaller parts and try again" },
  "54": {
    what: "it has too many values or is too large to store at once",
    next: "Split it into smaller parts and try again",
  },
  "54000": { what: "it contains an entry, name or path that is too long to index", next: SHORTEN },
  "55P03": { what: "other writes to the same files kept blocking it", next: "Try again" },
  "57014": { what: "storing it took too long", next: "Split it into smaller parts and try again" },
  P0001: {
    what: "a database rule rejected it",
    next: "Ask the database administrator about this rule",
  },
}

/** Returns why something could not be read or written. Never quotes the database, Prisma or a stack trace. */
export function describeFailure(error: unknown): FailureDescription {
  if (isDatabaseUnreachable(error))
    return { what: "the database was unreachable", next: "Try again in a minute" }
  const state = sqlStateOf(error)
  if (state !== null)
    return ownValue(DESCRIPTIONS, state) ?? ownValue(DESCRIPTIONS, state.slice(0, 2)) ?? UNEXPECTED
  if (error instanceof Error && TOO_LARGE.test(error.message)) return DESCRIPTIONS["53200"] ?? UNEXPECTED
  return UNEXPECTED
}

/**
 * Returns the message of an error of this project, which is written for people, at most 500 characters. For
 * other errors, returns the text of `describeFailure`.
 */
export function failureMessage(error: unknown): string {
  const isOurs =
    error instanceof Error &&
    !FOREIGN_NAME.test(error.name) &&
    !FOREIGN_TEXT.test(error.message) &&
    (error as { code?: unknown }).code === undefined &&
    error.message.trim() !== ""
  if (isOurs) return error.message.trim().slice(0, 500)
  const { what, next } = describeFailure(error)
  return `${what}. ${next}`
}

const FOREIGN_NAME =
  /^(?:error$|Prisma|Driver|Type|Range|Reference|Syntax|Eval|URI|Assertion|DOMException|Aggregate)/
const FOREIGN_TEXT = /Raw query failed|\binvocation:|Can't reach database/
