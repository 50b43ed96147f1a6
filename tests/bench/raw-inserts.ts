import { Client } from "pg"
import { timed } from "./figures"

const COLUMNS = "team_id, id, project_id, file_id, agent_id, scope, position, key, text, section, line, end_line, state, retired_because, stated_on, type, confidence, accessed_count, since_revision"
const TYPES = ["uuid", "uuid", "uuid", "uuid", "uuid", "text", "int", "text", "text", "text", "int", "int", "text", "text", "date", "text", "float8", "int", "int"]

/** Inserts the entries that are stored once more, raw: `unnest` over arrays into a table of the same columns and indexes, nothing else. Milliseconds. */
export async function insertRaw(url: string): Promise<{ ms: number; rows: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("DROP TABLE IF EXISTS raw_entry; CREATE TABLE raw_entry (LIKE entry INCLUDING ALL)")
    const { rows } = await client.query({ text: `SELECT ${COLUMNS.replace("stated_on", "stated_on::text")} FROM entry`, rowMode: "array" })
    const sql = `INSERT INTO raw_entry (${COLUMNS}, search) SELECT *, to_tsvector('simple', row.text) FROM unnest(${TYPES.map((type, place) => `$${place + 1}::${type}[]`).join(", ")}) AS row(${COLUMNS})`
    const { ms } = await timed(async () => {
      for (let from = 0; from < rows.length; from += 5_000) {
        const some = rows.slice(from, from + 5_000) as unknown[][]
        await client.query(sql, TYPES.map((_, column) => some.map((row) => row[column])))
      }
    })
    return { ms, rows: rows.length }
  } finally {
    await client.query("DROP TABLE IF EXISTS raw_entry").catch(() => undefined)
    await client.end()
  }
}
