import { Client } from "pg"

export type ServerState =
  | { readonly ok: true; readonly major: number; readonly text: string }
  /** `passing` is true if the failure may be temporary. It is false for a wrong password, for example. */
  | { readonly ok: false; readonly reason: string; readonly passing: boolean }

export interface DatabaseHealth {
  readonly status: "ok" | "away"
  /** Name and version, such as "PostgreSQL 18.4". Undefined if the database is unavailable. */
  readonly server?: string
  readonly reason?: string
}

const TIMEOUT_MS = 2_000
const FRESH_MS = 1_000

let last: { at: number; health: Promise<DatabaseHealth> } | undefined

/**
 * Returns the state of the database, checked over a separate connection. Results are reused for one second.
 */
export function databaseHealth(now = Date.now()): Promise<DatabaseHealth> {
  if (!last || now - last.at > FRESH_MS) last = { at: now, health: ask(process.env.DATABASE_URL) }
  return last.health
}

async function ask(url: string | undefined): Promise<DatabaseHealth> {
  if (!url) return { status: "away", reason: "DATABASE_URL is not set" }
  const server = await inspectServer(url)
  return server.ok
    ? { status: "ok", server: `PostgreSQL ${server.text}` }
    : { status: "away", reason: server.reason }
}

/** Connects once and returns the version of the server. Never throws. A failure is part of the result. */
export async function inspectServer(url: string): Promise<ServerState> {
  let client: Client | undefined
  try {
    client = new Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on("error", () => undefined) // a broken connection also fails its query
    await client.connect()
    const { rows } = await client.query<{ number: string; text: string }>(
      "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text",
    )
    return {
      ok: true,
      major: Math.floor(Number(rows[0]?.number) / 10_000),
      text: rows[0]?.text.split(" ")[0] ?? "",
    }
  } catch (error) {
    return { ok: false, ...explain(error) }
  } finally {
    await client?.end().catch(() => undefined)
  }
}

const PASSING = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ENOENT",
  "EAI_AGAIN",
  "57P01",
  "57P03",
  "53300",
])

function explain(error: unknown): { reason: string; passing: boolean } {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const { code = "", message = String(inner) } = inner as { code?: string; message?: string }
  const passing = PASSING.has(code) || /timeout|terminated/i.test(message)
  if (code === "ECONNREFUSED") return { reason: "connection refused", passing }
  if (code === "ENOTFOUND") return { reason: "host not found", passing }
  return { reason: message, passing }
}
