import { createInterface } from "node:readline/promises"

/** Whether a person at a terminal says yes; null where nobody is there to be asked. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
