import { setTimeout as pause } from "node:timers/promises"

/** A harness says a few hundred bytes, one of one's own a conversation. Bytes. */
const MOST = 64 * 1024 * 1024

/** All that a harness says, or as much as came where it never ends. A terminal says nothing, and what is endless neither. */
export async function standardInput(ms: number, say: (message: string) => void): Promise<string> {
  try {
    if (process.stdin.isTTY) return ""
    const parts: Buffer[] = []
    await Promise.race([read(parts), pause(ms)])
    return Buffer.concat(parts).toString("utf8")
  } catch (cause) {
    say(`standard input cannot be read (${(cause as Error).message}), so that the harness says nothing`)
    return ""
  }
}

async function read(parts: Buffer[]): Promise<void> {
  let size = 0
  for await (const part of process.stdin) {
    size += (part as Buffer).length
    if (size > MOST) {
      parts.length = 0
      throw new Error(`it has more than ${MOST / 1024 / 1024} MB`)
    }
    parts.push(part as Buffer)
  }
}
