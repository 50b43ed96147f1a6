import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { ownerUrl } from "../data/owner"

/** Returns all regular files below a folder. Files deleted during the walk are left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name)] : [],
  )
}

/** Returns the files below the folders that contain one of the values as raw bytes in UTF-8 or UTF-16. */
export function filesWith(folders: readonly string[], values: readonly string[]): string[] {
  const needles = values.flatMap((value) => [Buffer.from(value), Buffer.from(value, "utf16le")])
  return folders.flatMap(filesBelow).filter((file) => {
    const bytes = readIfThere(file)
    return bytes !== null && needles.some((needle) => bytes.includes(needle))
  })
}

/** Flushes PostgreSQL to disk and returns the folders of the database's tables and of the write-ahead log. */
export async function databaseFolders(): Promise<{ tables: string; log: string }> {
  const client = new Client({ connectionString: ownerUrl() })
  await client.connect()
  try {
    await client.query("CHECKPOINT")
    const { rows } = await client.query<{ data: string; oid: string }>(
      "SELECT current_setting('data_directory') AS data, oid::text FROM pg_database WHERE datname = current_database()",
    )
    const [{ data, oid } = { data: "", oid: "" }] = rows
    return { tables: join(data, "base", oid), log: join(data, "pg_wal") }
  } finally {
    await client.end()
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null
    throw cause
  }
}
