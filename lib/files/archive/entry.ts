/** One entry of an archive, as the archive describes it. */
export interface ArchiveEntry {
  /** The bytes of its name. */
  readonly name: Uint8Array
  /** Bytes that the archive declares. Not to be relied on. */
  readonly size: number
  readonly isFolder: boolean
  /** Why its content is not read, such as being a link; null for a file. */
  readonly problem: string | null
  /** Returns the unpacked bytes. To be consumed, or left, before the next entry is asked for. Throws if they are damaged. */
  content(): AsyncIterable<Uint8Array>
}

/** An archive that is refused as a whole. The message is for people. */
export class RefusedArchive extends Error {}
