import { readFileSync } from "node:fs"

/** Ordinary memory: conventions, facts and habits. No statement attacks the agent's user. */
export const CONVENTIONS: readonly string[] = readFileSync(
  "lib/launch/train/examples/honest/honest-conventions.txt",
  "utf8",
)
  .trimEnd()
  .split("\n")
