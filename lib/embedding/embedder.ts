/** Turns texts into vectors that lie close together where the texts mean much the same. */
export interface Embedder {
  /** Of the model: vectors of one id can be compared with each other, and with no others. */
  readonly id: string
  /** Null: not known before the first answer. */
  readonly dimensions: number | null
  /** Whether texts leave this machine for it. */
  readonly outside: boolean
  /** Whether it understands what is asked; of what it does not, its vectors say nothing. */
  reads(text: string): boolean
  /** A vector for each text, in their order. Throws `EmbeddingError` where it cannot. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /** Ends what it keeps running; it may be asked again and starts anew. */
  close(): Promise<void>
}

/** The message names the thing, the place and the way out, and never a key. */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError"

  /** `aboutTexts`: it is these texts that are not taken; others may be. */
  constructor(
    message: string,
    { aboutTexts = false, ...options }: ErrorOptions & { readonly aboutTexts?: boolean } = {},
  ) {
    super(message, options)
    this.aboutTexts = aboutTexts
  }

  readonly aboutTexts: boolean
}
