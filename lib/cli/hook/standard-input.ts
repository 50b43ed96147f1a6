import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"

/** A harness says a few hundred bytes, one of one's own a conversation. Bytes. */
const MOST = 64 * 1024 * 1024

/** So much is looked at for its end, where the end of the input does not come by itself. Bytes. */
const MOST_TO_LOOK_AT = 1024 * 1024

/** All that a harness says, or as much as came where it never ends. A terminal says nothing, and what is endless neither. */
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

/** On a machine that is busy the time may be over before anybody looked at what is there already. */
async function quiet(parts: readonly Buffer[]): Promise<void> {
  for (let seen = -1; seen !== parts.length;) {
    seen = parts.length
    await turn()
    await turn()
  }
}

/** A harness that keeps the input open has said all once its JSON is whole. */
function isWhole(parts: readonly Buffer[]): boolean {
  if (parts.at(-1)?.toString("latin1").trimEnd().endsWith("}") !== true) return false
  try {
    JSON.parse(Buffer.concat(parts).toString("utf8"))
    return true
  } catch {
    return false // more comes
  }
}
