import { Spool } from "@/lib/files/archive/spool"
import { CAPS } from "@/lib/files/caps"

/** Largest archive that is taken, in bytes. */
export const LARGEST_ARCHIVE: number = CAPS.archiveBytes

/** Stores an upload on disk, encrypted, until `discardUploads`. Returns null if it is larger than an archive may be. */
export const storeUpload = (body: AsyncIterable<Uint8Array>): Promise<Spool | null> =>
  Spool.store(body, LARGEST_ARCHIVE)

/** Deletes the uploads among the members of an input. */
export async function discardUploads(input: Readonly<Record<string, unknown>>): Promise<void> {
  for (const value of Object.values(input)) if (value instanceof Spool) await value.discard()
}
