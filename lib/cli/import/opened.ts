/** A run that the server has opened, and the files whose bytes it wants. */
export interface OpenedImport {
  readonly run: string
  /** The team's slug. */
  readonly team: string
  readonly wanted: readonly string[]
}
