import { Pool } from "pg"
import { RedactingClient } from "../infra/redacting-client"
import { QUEUE_SCHEMA } from "../infra/migrate-rights"

/** Connections of the queue for scheduled jobs: at most two, beside all others. */
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
  pool.on("error", () => undefined) // an idle connection broke: the next query opens a new one
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
