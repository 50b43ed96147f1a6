/** Kinds of events that change memory, after which fleet views refresh. */
export const WRITES = [
  "alert",
  "file",
  "entry",
  "import",
  "memory",
  "proposal",
  "promotion",
  "revert",
  "team",
  "conflict",
  "session",
  "run",
  "flush",
  "write-back",
  "sync",
  "taxonomy",
] as const
