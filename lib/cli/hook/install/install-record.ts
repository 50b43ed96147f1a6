import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { z } from "zod"
import { hashAt, replaceFile } from "@/lib/files/replace-file"
import type { Environment } from "../harnesses/harness"
import { queueFolder } from "../queue"

/**
 * Record of an installation, with which a file can be restored. The record contains no text of the file
 * except replaced lines of Quarterdeck.
 */
const InstallRecord = z.object({
  /** Path of the file. */
  file: z.string(),
  /** True if the installation created the file. */
  made: z.boolean(),
  /** Folders that the installation created, innermost first. */
  folders: z.array(z.string()),
  /**
   * Hexadecimal hash of the file after the installation. The installation can be undone only while the file
   * has this hash.
   */
  sha256: z.string(),
  /** Edits that undo the installation. Null if an unknown version was installed before. */
  undo: z.array(z.object({ offset: z.number(), length: z.number(), text: z.string() })).nullable(),
})
export type InstallRecord = z.output<typeof InstallRecord>

/**
 * Returns the path of the record of a file. Each record has its own file beside the queue, so that
 * installations do not interfere.
 */
const placeOf = (env: Environment, file: string) =>
  join(
    dirname(queueFolder(env)),
    "hooks",
    `${createHash("sha256").update(file).digest("hex").slice(0, 32)}.json`,
  )

/** Returns the record of a file, undefined if it is missing or unreadable. */
export function readInstallRecord(env: Environment, file: string): InstallRecord | undefined {
  try {
    const written = InstallRecord.parse(JSON.parse(readFileSync(placeOf(env, file), "utf8")))
    return written.file === file ? written : undefined
  } catch {
    return undefined
  }
}

/** Stores or, for null, deletes the record of a file. Returns a message if that fails, else null. */
export async function storeInstallRecord(
  env: Environment,
  file: string,
  written: InstallRecord | null,
): Promise<string | null> {
  try {
    const place = placeOf(env, file)
    if (written === null) {
      rmSync(place, { force: true })
      return null
    }
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    await replaceFile({
      file: place,
      bytes: Buffer.from(`${JSON.stringify(written)}\n`),
      expected: await hashAt(place),
    })
    return null
  } catch (cause) {
    return `the original of ${file} could not be saved (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}): hook remove will delete the added lines but cannot restore the file byte for byte`
  }
}
