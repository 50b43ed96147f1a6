import { appendFile, mkdir, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { pathProblem } from "@/lib/files/unsafe-paths"
import { hashAt, replaceFile } from "@/lib/files/replace-file"
import { refuse } from "../infra/exit-codes"

/** Creates a file below a directory. Returns false if the file exists, and does not change it. */
export async function createIfMissing(directory: string, path: string, text: string): Promise<boolean> {
  const root = await ensureDirectory(directory)
  try {
    const problem = await pathProblem(root, path)
    if (problem !== null) throw new Error(problem)
    const file = join(root, path)
    if ((await hashAt(file)) !== null) return false
    await replaceFile({ file, bytes: Buffer.from(text), expected: null })
    return true
  } catch (cause) {
    throw refuse("conflict", `${path} could not be created in ${root}: ${(cause as Error).message}`)
  }
}

/** True if the .gitignore file of this directory has a line for the folder. */
export async function isIgnored(directory: string, folder: string): Promise<boolean> {
  return (await ignoreFile(directory))
    .split(/\r?\n/)
    .some((line) => [folder, `/${folder}`, `${folder}/`, `/${folder}/`].includes(line.trim()))
}

export async function addToGitignore(directory: string, folder: string): Promise<void> {
  const before = await ignoreFile(directory)
  await appendFile(
    join(resolve(directory), ".gitignore"),
    `${before === "" || before.endsWith("\n") ? "" : "\n"}${folder}/\n`,
  )
}

async function ignoreFile(directory: string): Promise<string> {
  return readFile(join(resolve(directory), ".gitignore"), "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return ""
    throw refuse("forbidden", `.gitignore in ${directory} cannot be read (${cause.code})`)
  })
}

export async function ensureDirectory(directory: string): Promise<string> {
  const root = resolve(directory)
  await mkdir(root, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    throw refuse("invalid", `${root} cannot be created (${cause.code}): choose a directory with --dir`)
  })
  return root
}
