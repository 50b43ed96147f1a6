import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** The server's last response to a write that it did not accept. */
export interface Refusal {
  /** ISO instant. */
  readonly at: string
  readonly message: string
}

/**
 * Returns the folder of the refusals, beside the queue. A refusal is not stored in the write's own file,
 * because that could queue a write again that another process has sent.
 */
const folderOf = (file: string): string => join(dirname(dirname(file)), "answers")

/**
 * Returns the path of the stored refusal of a queued write. Drops the attempt count from the file name,
 * because the count changes.
 */
const placeOf = (file: string): string =>
  join(folderOf(file), basename(file).replace(/(?:\.\d+)?\.json$/, ""))

const LONGEST = 2_000

/**
 * Stores why the server did not accept a write. Errors are ignored, because the write stays queued in any
 * case.
 */
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
    return null // No refusal is stored, or it is malformed.
  }
}

export const forgetRefusal = (file: string): void => rmSync(placeOf(file), { force: true })

/** Deletes old refusals. `queue`: the folder of the writes. `isTooOld`: takes milliseconds since 1970. */
export function tidyRefusals(queue: string, isTooOld: (at: number) => boolean): void {
  const folder = folderOf(join(queue, "x"))
  try {
    for (const name of readdirSync(folder))
      if (isTooOld(statSync(join(folder, name)).mtimeMs)) rmSync(join(folder, name), { force: true })
  } catch {
    // no records, or another process deletes them
  }
}
