import { createInterface } from "node:readline/promises"

/**
 * Asks a yes/no question on the terminal. Returns true for yes, false for any other answer, null if there is
 * no terminal.
 */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
