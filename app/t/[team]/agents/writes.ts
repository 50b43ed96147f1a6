/** Kinds of events that change memory, and so what the views of the fleet show. */
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
