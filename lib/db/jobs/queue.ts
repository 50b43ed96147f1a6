import { Pool } from "pg"
import { RedactingClient } from "../infra/redacting-client"
import { QUEUE_SCHEMA } from "../infra/migrate-rights"

/** How the queue that wakes the heartbeat reaches its tables: two connections at most, beside those of everything else. */
export interface QueueConnection {
  readonly schema: string
  readonly db: { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }
  close(): Promise<void>
}

export function connectQueue(): QueueConnection {
  const pool = new Pool({
    connectionString: process.env.DATABASE_URL,
    max: 2,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    Client: RedactingClient,
  })
  pool.on("error", () => undefined) // a connection that breaks while nobody uses it: the next question makes a new one
  let closed = false
  return {
    schema: QUEUE_SCHEMA,
    db: { executeSql: async (text, values) => (closed ? { rows: [] } : pool.query(text, values)) },
    async close() {
      closed = true
      await pool.end()
    },
  }
}
