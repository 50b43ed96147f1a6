import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** What a server last said of a write that it did not take. */
export interface Refusal {
  /** ISO instant. */
  readonly at: string
  readonly message: string
}

/** Beside the queue and not in it: a write that another process has had taken meanwhile must not come back by being written anew. */
const folderOf = (file: string): string => join(dirname(dirname(file)), "answers")

/** The same however often the write failed, which its name counts. */
const placeOf = (file: string): string =>
  join(folderOf(file), basename(file).replace(/(?:\.\d+)?\.json$/, ""))

const LONGEST = 2_000

/** Keeps it for whoever asks why a write waits. Where it cannot be kept, the write waits all the same. */
export function noteRefusal(file: string, { at, message }: Refusal): void {
  const place = placeOf(file)
  const draft = `${place}.${process.pid}`
  try {
    mkdirSync(folderOf(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify({ at, message: message.slice(0, LONGEST) }), { mode: 0o600 })
    renameSync(draft, place)
  } catch {
    rmSync(draft, { force: true })
  }
}

export function refusalOf(file: string): Refusal | null {
  try {
    const { at, message } = JSON.parse(readFileSync(placeOf(file), "utf8")) as Partial<
      Record<keyof Refusal, unknown>
    >
    return typeof at === "string" && typeof message === "string" && !Number.isNaN(Date.parse(at))
      ? { at, message }
      : null
  } catch {
    return null // the server was never reached with it
  }
}

export const forgetRefusal = (file: string): void => rmSync(placeOf(file), { force: true })

/** Those of writes that are gone, once they are so old that all of their time would be. `queue`: the folder of the writes. */
export function tidyRefusals(queue: string, isTooOld: (at: number) => boolean): void {
  const folder = folderOf(join(queue, "x"))
  try {
    for (const name of readdirSync(folder))
      if (isTooOld(statSync(join(folder, name)).mtimeMs)) rmSync(join(folder, name), { force: true })
  } catch {
    // none was ever kept, or another process tidies as well
  }
}
