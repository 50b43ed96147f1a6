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
