/** An opened run, with the files whose content the server needs. */
export interface OpenedImport {
  readonly run: string
  /** The team's slug. */
  readonly team: string
  readonly wanted: readonly string[]
}
