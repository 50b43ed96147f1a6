import { mkdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { z } from "zod"
import { hashAt, replaceWhole } from "@/lib/files/write-whole"
import type { Environment } from "../harnesses/harness"
import { queueFolder } from "../queue"

/** What became of a file when hooks were installed, so that it can become again what it was. It holds nothing of the file but what was replaced: our own lines. */
const Written = z.object({
  /** The file was not there before. */
  made: z.boolean(),
  /** Folders that were not there before, the innermost first. */
  folders: z.array(z.string()),
  /** Hexadecimal, of the file as it was left: of another one, the way back is not known. */
  sha256: z.string(),
  /** The way back; null: something of ours stood there before. */
  undo: z.array(z.object({ offset: z.number(), length: z.number(), text: z.string() })).nullable(),
})
export type Written = z.output<typeof Written>

const All = z.record(z.string(), Written)

const fileIn = (env: Environment) => join(dirname(queueFolder(env)), "hooks.json")

/** By the files themselves. What cannot be read is as good as never written. */
export function readWritten(env: Environment): Readonly<Record<string, Written>> {
  try {
    return All.parse(JSON.parse(readFileSync(fileIn(env), "utf8")))
  } catch {
    return {}
  }
}

/** Keeps what became of some files; null: nothing of ours is there any more. Returns why it could not be kept. */
export async function keepWritten(env: Environment, changes: Readonly<Record<string, Written | null>>): Promise<string | null> {
  const file = fileIn(env)
  const all = Object.fromEntries(Object.entries({ ...readWritten(env), ...changes }).filter(([, one]) => one !== null))
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    await replaceWhole({ file, bytes: Buffer.from(`${JSON.stringify(all, null, 1)}\n`), expected: await hashAt(file) })
    return null
  } catch (cause) {
    return `${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}), so that hook remove takes the lines out, and does not bring back the file's bytes`
  }
}
