/** Turns texts into vectors. Texts of similar meaning have vectors with a small distance. */
export interface Embedder {
  /** Id of the model. Only vectors of the same id can be compared. */
  readonly id: string
  /** Number of dimensions of the vectors. Null if it is not known before the first response. */
  readonly dimensions: number | null
  /** True if texts are sent to another machine. */
  readonly outside: boolean
  /** True if the model supports the script of a text. Vectors of other texts are meaningless. */
  reads(text: string): boolean
  /** Returns a vector for each text, in order. Throws an `EmbeddingError` if the texts cannot be embedded. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /** Stops background processes. The next `embed` starts them again. */
  close(): Promise<void>
}

/**
 * Thrown if texts cannot be embedded. The message names the problem, the place and the next step, and never
 * contains a key.
 */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError"

  /** `aboutTexts`: the texts were rejected; others may be accepted. */
  constructor(
    message: string,
    { aboutTexts = false, ...options }: ErrorOptions & { readonly aboutTexts?: boolean } = {},
  ) {
    super(message, options)
    this.aboutTexts = aboutTexts
  }

  readonly aboutTexts: boolean
}
