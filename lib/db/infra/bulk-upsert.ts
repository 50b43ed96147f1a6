import { ownValue } from "@/lib/memory/text/own-value"
import type { Tx } from "./commit"

/** A row as JSON: column name → value. Bytes as hexadecimal, dates as ISO text, objects as they are. */
export type Row = Readonly<Record<string, unknown>>

export interface Table {
  readonly name: string
  /** SQL type of each column. `hex` is a bytea given in hexadecimal, `words` a tsvector given as text. */
  readonly columns: Readonly<Record<string, string>>
  readonly key: readonly string[]
}

/**
 * Inserts rows in one statement and replaces rows with the same key. Uses one JSON parameter instead of
 * thousands.
 */
export async function upsert(tx: Tx, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(table.columns)
  const record = names
    .map((name) => `${name} ${transport(ownValue(table.columns, name) as string)}`)
    .join(", ")
  const values = names.map((name) => value(name, ownValue(table.columns, name) as string)).join(", ")
  const replaced = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `${name} = excluded.${name}`)
  const sql = `INSERT INTO ${table.name} (${names.join(", ")}) SELECT ${values} FROM json_to_recordset($1::json) AS row(${record})
    ON CONFLICT (${table.key.join(", ")}) DO UPDATE SET ${replaced.join(", ")}`
  const json = JSON.stringify(rows)
  await tx.$executeRawUnsafe(sql, UNSTORABLE.test(json) ? JSON.stringify(rows, storable) : json)
}

/**
 * NUL and unpaired surrogates in JSON, which PostgreSQL cannot store. Replaced, because one would fail all
 * rows.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

const storable = (_: string, value: unknown) =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\u2400") : value

function transport(type: string): string {
  return type === "hex" || type === "words" ? "text" : type
}

function value(name: string, type: string): string {
  if (type === "hex") return `decode(row.${name}, 'hex')`
  if (type === "words") return `to_tsvector('simple', row.${name})`
  return `row.${name}`
}

export const MEMORY_FILES: Table = {
  name: "memory_file",
  key: ["team_id", "id"],
  columns: {
    team_id: "uuid",
    id: "uuid",
    project_id: "uuid",
    source_id: "uuid",
    agent_id: "uuid",
    category_id: "uuid",
    path: "text",
    format: "text",
    role: "text",
    scope: "text",
    subject: "text",
    state: "text",
    title: "text",
    sha256: "hex",
    base: "hex",
    head: "int",
    bytes: "int",
    lines: "int",
    entries: "int",
    retired: "int",
    sessions: "int",
    cut: "int",
    problems: "int",
    limits: "jsonb",
    meta: "jsonb",
    diagnostics: "jsonb",
    activity: "jsonb",
    rules: "int",
    updated_on: "date",
    changed_at: "timestamptz",
  },
}

export const REVISIONS: Table = {
  name: "revision",
  key: ["team_id", "file_id", "number"],
  columns: {
    team_id: "uuid",
    file_id: "uuid",
    number: "int",
    text: "text",
    sha256: "hex",
    actor_kind: "text",
    actor_id: "text",
    actor_name: "text",
    reason: "text",
    run_id: "uuid",
    entry_ids: "uuid[]",
  },
}

export const SECTIONS: Table = {
  name: "section",
  key: ["team_id", "file_id", "position"],
  columns: {
    team_id: "uuid",
    file_id: "uuid",
    position: "int",
    name: "text",
    level: "int",
    line: "int",
    end_line: "int",
    audience: "text",
    description: "text",
    entries: "int",
  },
}

export const ENTRIES: Table = {
  name: "entry",
  key: ["team_id", "id"],
  columns: {
    team_id: "uuid",
    id: "uuid",
    project_id: "uuid",
    file_id: "uuid",
    agent_id: "uuid",
    scope: "text",
    position: "int",
    key: "text",
    text: "text",
    section: "text",
    title: "text",
    labels: "text[]",
    line: "int",
    end_line: "int",
    state: "text",
    retired_because: "text",
    stated_on: "date",
    type: "text",
    confidence: "float8",
    accessed_count: "int",
    overrides: "text",
    since_revision: "int",
    search: "words",
  },
}

export const LOG_RECORDS: Table = {
  name: "log_record",
  key: ["team_id", "file_id", "position"],
  columns: {
    team_id: "uuid",
    file_id: "uuid",
    position: "int",
    agent_id: "uuid",
    date: "date",
    summary: "text",
    outcome: "text",
    line: "int",
  },
}

export const IMPORT_ITEMS: Table = {
  name: "import_item",
  key: ["team_id", "run_id", "path"],
  columns: {
    team_id: "uuid",
    run_id: "uuid",
    path: "text",
    size: "int",
    sha256: "hex",
    modified_at: "timestamptz",
    status: "text",
    written: "bool",
    format: "text",
    project_name: "text",
    agent: "text",
    category: "text",
    scope: "text",
    placed: "bool",
    entries: "int",
    diagnostics: "jsonb",
    reason: "text",
  },
}
