/** SQLSTATE classes and socket errors that mean: the server is not there now, waiting helps. */
const CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
])

const WORDS =
  /Can't reach database server|terminating connection|Connection terminated|timeout exceeded when trying to connect|the database system is (starting|shutting|not yet accepting|in recovery)|Server has closed the connection|DatabaseNotReachable|ConnectionClosed|SocketTimeout/i

/** Whether an error, or one that it was caused by, says that the database is away rather than that we asked it wrongly. */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    if (
      CODES.has((one as { code?: string }).code ?? "") ||
      WORDS.test(one.message) ||
      WORDS.test(JSON.stringify((one as { meta?: unknown }).meta ?? ""))
    )
      return true
  }
  return false
}
