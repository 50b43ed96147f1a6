/** Random access to the bytes of an archive, in memory or on disk. */
export interface ArchiveSource {
  readonly size: number
  /** Returns the bytes from `position` on: `length` of them, or fewer at the end. */
  read(position: number, length: number): Promise<Buffer>
}

/** Number of bytes that are read at once. */
export const BLOCK_BYTES = 64 * 1024

export function bufferSource(bytes: Uint8Array): ArchiveSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
  }
}

/** Yields the bytes from `start` up to, and without, `end`. */
export async function* blocksOf(
  source: ArchiveSource,
  start = 0,
  end = source.size,
): AsyncGenerator<Buffer, void, undefined> {
  for (let position = start; position < end; position += BLOCK_BYTES)
    yield await source.read(position, Math.min(BLOCK_BYTES, end - position))
}

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
