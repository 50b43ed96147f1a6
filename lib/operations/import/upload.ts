import { Spool } from "@/lib/files/archive/encrypted-upload"
import { IMPORT_LIMITS } from "@/lib/files/import-limits"

/** Largest accepted archive, in bytes. */
export const LARGEST_ARCHIVE: number = IMPORT_LIMITS.archiveBytes

/**
 * Stores an upload on disk, encrypted, until `discardUploads` deletes it. Returns null if it is too large.
 */
export const storeUpload = (body: AsyncIterable<Uint8Array>): Promise<Spool | null> =>
  Spool.store(body, LARGEST_ARCHIVE)

/** Deletes the uploads in an input. */
export async function discardUploads(input: Readonly<Record<string, unknown>>): Promise<void> {
  for (const value of Object.values(input)) if (value instanceof Spool) await value.discard()
}
