import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** The server's last response to a write that it did not accept. */
export interface Refusal {
  /** ISO instant. */
  readonly at: string
  readonly message: string
}

/** Stored beside the queue: a write that another process has sent meanwhile must not be queued again. */
const folderOf = (file: string): string => join(dirname(dirname(file)), "answers")

/** The file name without the number of failures, which changes. */
const placeOf = (file: string): string =>
  join(folderOf(file), basename(file).replace(/(?:\.\d+)?\.json$/, ""))

const LONGEST = 2_000

/** Records why a write waits. Errors are ignored: the write waits in any case. */
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
    return null // the server was never reached
  }
}

export const forgetRefusal = (file: string): void => rmSync(placeOf(file), { force: true })

/** Deletes old records of writes that are no longer queued. `queue` is the folder of the writes. */
export function tidyRefusals(queue: string, isTooOld: (at: number) => boolean): void {
  const folder = folderOf(join(queue, "x"))
  try {
    for (const name of readdirSync(folder))
      if (isTooOld(statSync(join(folder, name)).mtimeMs)) rmSync(join(folder, name), { force: true })
  } catch {
    // no records, or another process deletes them
  }
}
