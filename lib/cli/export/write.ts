import { createHash } from "node:crypto"
import { lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { refuse } from "../refusal"
import { pathProblem } from "./paths"

/** Whether the file is there with exactly these bytes. */
export async function isSame(root: string, head: { readonly path: string; readonly sha256: string; readonly bytes: number }): Promise<boolean> {
  const file = join(root, head.path)
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile() || found.size !== head.bytes) return false
  const bytes = await readFile(file).catch(() => null)
  return bytes !== null && createHash("sha256").update(bytes).digest("hex") === head.sha256
}

/** Writes a file whole or not at all: beside its place first, to the disk, then into its place. Its mode stays where it was there. */
export async function writeWhole(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path)
  const beside = join(dirname(file), `.quarterdeck-${process.pid}-${Date.now().toString(36)}`)
  try {
    await mkdir(dirname(file), { recursive: true })
    // Looked at again: what stood there may have changed since all paths were checked.
    const problem = await pathProblem(root, path)
    if (problem !== null) throw new Error(problem)
    const mode = (await lstat(file).catch(() => null))?.mode
    const handle = await open(beside, "wx", mode === undefined ? 0o666 : mode & 0o777)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
    await syncFolder(dirname(file))
  } catch (cause) {
    await rm(beside, { force: true })
    throw refuse("conflict", `${path} could not be written (${(cause as Error).message}); what was written before it stays, export again when that is mended`)
  }
}

/** So that the rename itself outlives a power cut. Systems that cannot open a folder do without. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
