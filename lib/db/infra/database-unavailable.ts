import { ownValue } from "@/lib/memory/text/own-value"

/**
 * Recognizes all reasons for which PostgreSQL is temporarily unavailable, so that interfaces respond 503
 * instead of 500. Error codes come from three places: SQLSTATE (pg and the Prisma adapter), Prisma's P codes,
 * and Node's socket errors.
 */
export type UnavailableKind =
  | "away"
  | "interrupted"
  | "busy"
  | "memory"
  | "full"
  | "read-only"
  | "slow"
  | "contended"

export interface Unavailable {
  readonly kind: UnavailableKind
  /**
   * Message for the caller: the failure, whether something was changed, and the next step. Contains no SQL.
   */
  readonly message: string
  /** Number of seconds after which to retry. */
  readonly retryAfter: number
}

/**
 * Digest of the error of a page if the database is unavailable. Next.js sends it to the browser instead of
 * the message.
 */
export const UNAVAILABLE_DIGEST = "DATABASE_UNAVAILABLE"

const ANSWERS: Readonly<Record<UnavailableKind, Omit<Unavailable, "kind">>> = {
  away: {
    message: "The database is unavailable. Nothing was changed; retry in a few seconds.",
    retryAfter: 5,
  },
  interrupted: {
    message:
      "The connection to the database was lost. Reload to see whether the change was saved; a request with an Idempotency-Key can be repeated safely.",
    retryAfter: 5,
  },
  busy: {
    message: "All database connections are in use. Nothing was changed; retry in a few seconds.",
    retryAfter: 5,
  },
  memory: {
    message: "The database is out of memory. Nothing was changed; retry in a few seconds.",
    retryAfter: 10,
  },
  full: {
    message:
      "The database disk is full. Nothing was changed; free disk space on the database server, then retry.",
    retryAfter: 60,
  },
  "read-only": {
    message:
      "The database is read-only, for example because it is a standby after a failover. Nothing was changed; retry in a few seconds, or point DATABASE_URL to the primary.",
    retryAfter: 10,
  },
  slow: {
    message: "The database took too long to respond. Nothing was changed; retry in a few seconds.",
    retryAfter: 5,
  },
  contended: {
    message: "Another change has locked the same rows. Nothing was changed; retry in a few seconds.",
    retryAfter: 5,
  },
}

const KIND_BY_CODE: Readonly<Record<string, UnavailableKind>> = {
  ECONNREFUSED: "away",
  EHOSTUNREACH: "away",
  EAI_AGAIN: "away",
  "57P03": "away", // starting up, shutting down, in recovery
  "08001": "away",
  "08004": "away",
  P1001: "away",
  P1002: "away",
  ECONNRESET: "interrupted",
  EPIPE: "interrupted",
  ETIMEDOUT: "interrupted",
  "57P01": "interrupted", // terminated by an administrator or a shutdown
  "57P02": "interrupted", // another server process crashed
  "57P05": "interrupted", // idle session timeout
  "25P03": "interrupted", // idle-in-transaction timeout
  "08000": "interrupted",
  "08003": "interrupted",
  "08006": "interrupted",
  P1008: "interrupted",
  P1017: "interrupted",
  P2028: "interrupted", // a transaction that was closed during a request, as at shutdown
  "53300": "busy",
  "53400": "busy",
  P2024: "busy",
  P2037: "busy",
  "53200": "memory",
  "53100": "full",
  "25006": "read-only",
  "57014": "slow", // statement timeout
  "55P03": "contended", // lock timeout
  "40001": "contended",
  "40P01": "contended",
  P2034: "contended",
}

/** Patterns for messages of errors without a code or with an ambiguous one. The first match decides. */
const KIND_BY_WORDS: readonly (readonly [RegExp, UnavailableKind])[] = [
  [/No space left on device/, "full"], // PostgreSQL's capital letter: our own files say "ENOSPC: no space left"
  [/connect ENOENT/, "away"], // the folder of a local socket
  [
    /timeout exceeded when trying to connect|Unable to start a transaction in the given time|too many (?:clients|connections)/i,
    "busy",
  ],
  [/the database system is (?:starting|shutting|not yet accepting|in recovery)/i, "away"],
  [/Can't reach database server|timeout expired/i, "away"],
  [/in a read-only transaction/i, "read-only"],
  [/expired transaction/i, "slow"],
  [
    /terminating connection|Connection terminated|connection error and is not queryable|Client was closed and is not queryable|Cannot use a pool after calling end|Server has closed the connection/i,
    "interrupted",
  ],
]

const KIND_BY_ADAPTER: Readonly<Record<string, UnavailableKind>> = {
  DatabaseNotReachable: "away",
  ConnectionClosed: "interrupted",
  SocketTimeout: "interrupted",
  TooManyConnections: "busy",
  TransactionWriteConflict: "contended",
}

/** Returns the reason why the database is unavailable. Null if `error` and its causes have other reasons. */
export function findUnavailable(error: unknown): Unavailable | null {
  const causes = listCauses(error)
  const kind =
    firstOf(causes, (one) => KIND_BY_WORDS.find(([words]) => words.test(one.message ?? ""))?.[1]) ??
    firstOf(causes, (one) => ownValue(KIND_BY_CODE, sqlStateIn(one.message))) ??
    firstOf(
      causes,
      (one) => ownValue(KIND_BY_CODE, one.code ?? "") ?? ownValue(KIND_BY_CODE, one.originalCode ?? ""),
    ) ??
    firstOf(causes, (one) => ownValue(KIND_BY_ADAPTER, one.kind ?? ""))
  return kind === undefined ? null : { kind, ...ANSWERS[kind] }
}

/** True if `error` says that the database is temporarily unavailable, so that a retry can succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return findUnavailable(error) !== null
}

const UNREACHABLE: ReadonlySet<UnavailableKind> = new Set(["away", "interrupted", "busy"])

/**
 * True if `error` means that statements cannot reach the database. Background work then waits instead of
 * failing.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  const kind = findUnavailable(error)?.kind
  return kind !== undefined && UNREACHABLE.has(kind)
}

/**
 * Marks and returns `error`. The mark tells a page that the database is unavailable. Other errors stay
 * unmarked.
 */
export function markUnavailable(error: unknown): unknown {
  if (error instanceof Error && isDatabaseUnavailable(error))
    Object.assign(error, { digest: UNAVAILABLE_DIGEST })
  return error
}

interface Cause {
  readonly message?: string
  readonly code?: string
  readonly originalCode?: string
  readonly kind?: string
}

const DEEPEST = 8

/**
 * Returns the error, its causes, and what the Prisma adapter attached to them. Causes of the adapter are
 * plain objects.
 */
function listCauses(error: unknown): readonly Cause[] {
  const causes: Cause[] = []
  let open: unknown[] = [error]
  while (open.length > 0 && causes.length < DEEPEST) {
    const [one, ...rest] = open
    open = rest
    if (typeof one !== "object" || one === null) continue
    causes.push(one as Cause)
    const { cause, meta, errors } = one as {
      cause?: unknown
      meta?: { driverAdapterError?: unknown }
      errors?: unknown
    }
    open.push(cause, meta?.driverAdapterError, ...(Array.isArray(errors) ? (errors as unknown[]) : []))
  }
  return causes
}

/**
 * Returns the SQLSTATE that Prisma quotes for a raw query, as in "Raw query failed. Code: `53300`. …". Empty
 * if there is none.
 */
const sqlStateIn = (message = ""): string => /Code: `(\w{5})`/.exec(message)?.[1] ?? ""

function firstOf<T>(causes: readonly Cause[], find: (one: Cause) => T | undefined): T | undefined {
  for (const one of causes) {
    const found = find(one)
    if (found !== undefined) return found
  }
}
