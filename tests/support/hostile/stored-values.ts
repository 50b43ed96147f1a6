import { inspect } from "node:util"
import { Client } from "pg"
import { vi } from "vitest"

/** Every row of every table in the test's database as text, after the table's name. Bytes are hexadecimal. */
export async function everythingStored(): Promise<string> {
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
    )
    const stored: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
      stored.push(...rows.map(({ row }) => `${name} ${row}`))
    }
    return stored.join("\n")
  } finally {
    await client.end()
  }
}

/**
 * Encodings in which a value could be stored: plain, JSON, URL, hexadecimal, and base64 at each of the three
 * offsets.
 */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const escaped = JSON.stringify(value).slice(1, -1)
  const cores = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "")
    return encoded.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1)
  })
  const urls = [
    encodeURIComponent(value),
    Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  ]
  return [
    ...new Set([
      value,
      escaped,
      escaped.replaceAll("\\", "\\\\"),
      bytes.toString("hex"),
      ...urls,
      ...cores,
      ...cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_")),
    ]),
  ]
}

/** The values found in a text in any encoding, ignoring case, because a search index changes it. */
export function foundIn(text: string, values: Iterable<string>): string[] {
  const folded = text.toLowerCase()
  return [...new Set(values)].filter(
    (value) =>
      folded.includes(value.toLowerCase()) ||
      formsOf(value).some((form) => text.includes(form) || folded.includes(form.toLowerCase())),
  )
}

/** Captures the output of this process until `stop` is called. */
export function listenToProcess(): { heard: () => string; stop: () => void } {
  const said: string[] = []
  const spies = (["log", "info", "debug", "warn", "error", "trace"] as const).map((level) =>
    vi
      .spyOn(console, level)
      .mockImplementation((...words: unknown[]) => void said.push(words.map(printed).join(" "))),
  )
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((words) => said.push(String(words)) > 0),
  )
  return {
    heard: () => said.join("\n"),
    stop: () => [...spies, ...streams].forEach((spy) => spy.mockRestore()),
  }
}

/** A value as util.inspect prints it to a depth of 12, with the causes and properties of errors. */
const printed = (value: unknown): string =>
  typeof value === "string"
    ? value
    : inspect(value, { depth: 12, maxStringLength: null, maxArrayLength: null, showHidden: true })
