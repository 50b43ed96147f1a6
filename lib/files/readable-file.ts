/** A file that was found but not read, and why: named to the person, never dropped in silence. */
export interface RefusedFile {
  readonly path: string
  readonly size: number
  readonly reason: string
  /** `left-alone`: not memory. `set-aside`: could be, but could not be read. */
  readonly status: "left-alone" | "set-aside"
}

/** A file that can be read, relative to the root, with forward slashes. */
export interface ReadableFile {
  readonly path: string
  readonly size: number
}

/** Names the user of the operating system in reasons. A command on a person's own machine replaces it with "your user". */
export const SERVER_USER = "the user that runs Quarterdeck"
