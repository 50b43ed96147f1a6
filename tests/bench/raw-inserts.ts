import { Client } from "pg"
import { searchDocument } from "@/lib/memory/search/search-text"
import { timed } from "./figures"

const COLUMNS =
  "team_id, id, project_id, file_id, agent_id, scope, position, key, text, section, line, end_line, state, retired_because, stated_on, type, confidence, accessed_count, since_revision"
const TEXT = COLUMNS.split(", ").indexOf("text")
const TYPES = [
  "uuid",
  "uuid",
  "uuid",
  "uuid",
  "uuid",
  "text",
  "int",
  "text",
  "text",
  "text",
  "int",
  "int",
  "text",
  "text",
  "date",
  "text",
  "float8",
  "int",
  "int",
]

/**
 * Inserts the stored entries again with plain `unnest` into a table with the same columns and indexes. The
 * search column is computed before, so that the rows are identical. Returns milliseconds.
 */
export async function insertRaw(url: string): Promise<{ ms: number; rows: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("DROP TABLE IF EXISTS raw_entry; CREATE TABLE raw_entry (LIKE entry INCLUDING ALL)")
    const { rows } = await client.query({
      text: `SELECT ${COLUMNS.replace("stated_on", "stated_on::text")} FROM entry`,
      rowMode: "array",
    })
    const words = (rows as unknown[][]).map((row) => searchDocument(row[TEXT] as string))
    const arrays = [...TYPES, "text"].map((type, place) => `$${place + 1}::${type}[]`).join(", ")
    const sql = `INSERT INTO raw_entry (${COLUMNS}, search) SELECT ${COLUMNS}, to_tsvector('simple', words) FROM unnest(${arrays}) AS row(${COLUMNS}, words)`
    const { ms } = await timed(async () => {
      for (let from = 0; from < rows.length; from += 5_000) {
        const some = rows.slice(from, from + 5_000) as unknown[][]
        await client.query(sql, [
          ...TYPES.map((_, column) => some.map((row) => row[column])),
          words.slice(from, from + 5_000),
        ])
      }
    })
    return { ms, rows: rows.length }
  } finally {
    await client.query("DROP TABLE IF EXISTS raw_entry").catch(() => undefined)
    await client.end()
  }
}
