import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"

/**
 * Maximum size of the input in bytes. A harness sends a few hundred bytes; a custom one may send a
 * conversation.
 */
const MOST = 64 * 1024 * 1024

/** Maximum size in bytes of input that is parsed to detect the end of the JSON. */
const MOST_TO_LOOK_AT = 1024 * 1024

/**
 * Returns standard input as text, or the part that arrived within `ms` milliseconds. Returns "" for a
 * terminal, and if the input exceeds 64 MB or cannot be read.
 */
export async function standardInput(ms: number, say: (message: string) => void): Promise<string> {
  try {
    if (process.stdin.isTTY) return ""
    const parts: Buffer[] = []
    await Promise.race([read(parts), pause(ms).then(() => quiet(parts))])
    return Buffer.concat(parts).toString("utf8")
  } catch (cause) {
    say(`standard input cannot be read (${(cause as Error).message})`)
    return ""
  }
}

async function read(parts: Buffer[]): Promise<void> {
  let size = 0
  for await (const part of process.stdin) {
    size += (part as Buffer).length
    if (size > MOST) {
      parts.length = 0
      throw new Error(`it exceeds ${MOST / 1024 / 1024} MB`)
    }
    parts.push(part as Buffer)
    if (size <= MOST_TO_LOOK_AT && isWhole(parts)) return
  }
}

/**
 * Waits until all input that has arrived is read. On a busy machine, the time may be over before the first
 * read.
 */
async function quiet(parts: readonly Buffer[]): Promise<void> {
  for (let seen = -1; seen !== parts.length;) {
    seen = parts.length
    await turn()
    await turn()
  }
}

/** True if the JSON is complete. Some harnesses keep the input open. */
function isWhole(parts: readonly Buffer[]): boolean {
  if (parts.at(-1)?.toString("latin1").trimEnd().endsWith("}") !== true) return false
  try {
    JSON.parse(Buffer.concat(parts).toString("utf8"))
    return true
  } catch {
    return false // more input follows
  }
}
