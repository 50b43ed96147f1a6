/** One entry of an archive, as the archive describes it. */
export interface ArchiveEntry {
  /** Bytes of the entry's name. */
  readonly name: Uint8Array
  /** Unpacked size in bytes as the archive declares it. It may be wrong. */
  readonly size: number
  readonly isFolder: boolean
  /** Reason why the content cannot be read, such as a link; null for a file. */
  readonly problem: string | null
  /**
   * Returns the unpacked bytes. They must be read, or skipped, before the next entry is requested. Throws if
   * they are damaged.
   */
  content(): AsyncIterable<Uint8Array>
}

/** Thrown if an archive is rejected as a whole. The message is shown to the user. */
export class RefusedArchive extends Error {}
