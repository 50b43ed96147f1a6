import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { z } from "zod"
import { hashAt, replaceWhole } from "@/lib/files/write-whole"
import type { Environment } from "../harnesses/harness"
import { queueFolder } from "../queue"

/** What became of a file when hooks were installed, so that it can become again what it was. It holds nothing of the file but what was replaced: our own lines. */
const Written = z.object({
  /** Which file. */
  file: z.string(),
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

/** Beside the queue, a file for each: two installations at once are in nobody's way. */
const placeOf = (env: Environment, file: string) =>
  join(
    dirname(queueFolder(env)),
    "hooks",
    `${createHash("sha256").update(file).digest("hex").slice(0, 32)}.json`,
  )

/** What was kept of a file. What cannot be read is as good as never written. */
export function readWritten(env: Environment, file: string): Written | undefined {
  try {
    const written = Written.parse(JSON.parse(readFileSync(placeOf(env, file), "utf8")))
    return written.file === file ? written : undefined
  } catch {
    return undefined
  }
}

/** Keeps what became of a file; null: nothing of ours is there any more. Returns why it could not be kept. */
export async function keepWritten(
  env: Environment,
  file: string,
  written: Written | null,
): Promise<string | null> {
  try {
    const place = placeOf(env, file)
    if (written === null) {
      rmSync(place, { force: true })
      return null
    }
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    await replaceWhole({
      file: place,
      bytes: Buffer.from(`${JSON.stringify(written)}\n`),
      expected: await hashAt(place),
    })
    return null
  } catch (cause) {
    return `the original of ${file} could not be saved (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}): hook remove will delete the added lines, but not restore every byte`
  }
}
