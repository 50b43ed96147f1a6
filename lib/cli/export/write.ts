import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { pathProblem } from "@/lib/files/path-problem"
import { hashAt, replaceWhole } from "@/lib/files/write-whole"
import { refuse } from "../infra/refusal"

/** True if the file exists with exactly this text. */
export async function isSame(
  root: string,
  head: { readonly path: string; readonly sha256: string; readonly bytes: number },
): Promise<boolean> {
  const file = join(root, head.path)
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile() || found.size !== head.bytes) return false
  return (await hashAt(file).catch(() => null)) === head.sha256
}

/** Replaces a file atomically. */
export async function writeWhole(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path)
  try {
    // Checked again: the directory may have changed since all paths were checked.
    const problem = await pathProblem(root, path)
    if (problem !== null) throw new Error(problem)
    await replaceWhole({ file, bytes: Buffer.from(text), expected: await hashAt(file) })
  } catch (cause) {
    throw refuse(
      "conflict",
      `${path} could not be written (${(cause as Error).message}). Earlier files were written. Fix the problem and export again`,
    )
  }
}
