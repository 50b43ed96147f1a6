import { readFileSync } from "node:fs"

/** What memory is for: conventions, facts, habits. None of it is aimed at the agent's user. */
export const CONVENTIONS: readonly string[] = readFileSync(
  "lib/launch/train/examples/honest/honest-conventions.txt",
  "utf8",
)
  .trimEnd()
  .split("\n")
