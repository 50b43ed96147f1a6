/** A file that was found but not read, with the reason for the user. */
export interface RefusedFile {
  readonly path: string
  readonly size: number
  readonly reason: string
  /** `left-alone`: not memory. `set-aside`: may be memory, but cannot be read. */
  readonly status: "left-alone" | "set-aside"
}

/** A file that can be read. `path`: relative to the root, with forward slashes. */
export interface ReadableFile {
  readonly path: string
  readonly size: number
}

/**
 * Name of the operating system's user in reasons. A command on a person's own machine replaces it with "your
 * user".
 */
export const SERVER_USER = "the user that runs Quarterdeck"

/** Limits of an import. Each error names its limit. */
export const IMPORT_LIMITS = {
  fileBytes: 10 * 1024 * 1024,
  /** Maximum number of entries, sections and session records of one file. */
  rows: 100_000,
  files: 100_000,
  totalBytes: 1024 * 1024 * 1024,
  /** Maximum number of folder levels below the root. */
  depth: 64,
  archiveBytes: 256 * 1024 * 1024,
  /** Maximum number of unpacked bytes per packed byte, after the first MiB. */
  archiveRatio: 100,
  /** Maximum time to unpack an archive, in seconds. */
  archiveSeconds: 300,
} as const

/** Returns a size for messages, such as "10 MB" or "1.4 KB", in powers of 1024. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const units = ["KB", "MB", "GB"] as const
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length)
  const value = bytes / 1024 ** power
  return `${value < 10 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`
}
