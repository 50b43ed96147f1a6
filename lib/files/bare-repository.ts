import { isUtf8 } from "node:buffer"
import { access, realpath } from "node:fs/promises"
import { join } from "node:path"
import { IMPORT_LIMITS, sizeOf, type RefusedFile } from "./readable-file"
import { git, type Repository, repositoryAt } from "./git"
import { headOf, readBlobs } from "./git-branch"
import type { Walked } from "./walk"

/** The files of the last commit of a bare repository. */
export interface WalkedCommit extends Walked {
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

/** Lists the files of a bare repository's HEAD; null for other directories. Throws if there are no commits. */
export async function walkBare(directory: string): Promise<WalkedCommit | null> {
  const looksBare = await Promise.all(
    ["HEAD", "objects", "refs"].map((name) =>
      access(join(directory, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  if (looksBare.includes(false)) return null
  const repository = await repositoryAt(directory)
  if (!repository?.bare) return null
  const head = await headOf(repository)
  if (head === null) throw new Error(`${directory} has no commits yet: push one, then import again`)
  return walkCommit(await realpath(directory), repository, head)
}

async function walkCommit(root: string, repository: Repository, commit: string): Promise<WalkedCommit> {
  const said = await git(repository, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
  const [found, refused, ids]: [Walked["found"], RefusedFile[], Map<string, string>] = [[], [], new Map()]
  for (const line of linesOf(said)) {
    const entry = readTreeEntry(line)
    if (entry === null) continue
    const { path, size, id } = entry
    const refusal = refusalOf(entry)
    if (refusal !== null) refused.push(refusal)
    else {
      found.push({ path, size })
      ids.set(path, id)
    }
    if (found.length + refused.length > IMPORT_LIMITS.files)
      throw new Error(
        `${root} contains more than ${IMPORT_LIMITS.files.toLocaleString("en")} files: clone the repository and import the folders of the clone one by one`,
      )
  }
  return {
    root,
    found,
    refused,
    async read(paths) {
      const bytes = await readBlobs(
        repository,
        paths.flatMap((path) => ids.get(path) ?? []),
      )
      return new Map(
        paths.flatMap((path) =>
          bytes.has(ids.get(path) ?? "")
            ? [[path, bytes.get(ids.get(path) ?? "") as Uint8Array] as const]
            : [],
        ),
      )
    },
  }
}

interface TreeEntry {
  readonly mode: string
  readonly kind: string
  readonly id: string
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** True if the name is UTF-8. */
  readonly isNamed: boolean
}

/** Parses a line of `git ls-tree`; null if the line has another format. */
function readTreeEntry(line: Buffer): TreeEntry | null {
  const [, mode, kind = "", id, size, path] =
    /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line.toString()) ?? []
  if (!mode || !id || !path) return null
  return { mode, kind, id, path, size: Number(size), isNamed: isUtf8(line) }
}

/** Returns why a file is not imported; null if it is. */
function refusalOf({ path, kind, mode, size, isNamed }: TreeEntry): RefusedFile | null {
  const skip = (reason: string): RefusedFile => ({ path, size: 0, status: "left-alone", reason })
  const setAside = (reason: string): RefusedFile => ({ path, size, status: "set-aside", reason })
  if (kind !== "blob") return skip("a Git submodule: import it separately")
  if (mode === "120000")
    return skip("a symbolic link, which is not followed: its target is checked at its own path")
  if (!isNamed) return setAside("its name is not UTF-8: rename it")
  if (size > IMPORT_LIMITS.fileBytes)
    return setAside(`too large (${sizeOf(size)}): the limit is ${sizeOf(IMPORT_LIMITS.fileBytes)}`)
  return path.split("/").length - 1 > IMPORT_LIMITS.depth
    ? setAside(`more than ${IMPORT_LIMITS.depth} folders deep: clone the repository and import a subfolder`)
    : null
}

/** Splits the output at NUL characters. Names may not be UTF-8. */
function* linesOf(said: Buffer): Generator<Buffer> {
  for (let at = 0, end = said.indexOf(0); end >= 0; at = end + 1, end = said.indexOf(0, at))
    yield said.subarray(at, end)
}
