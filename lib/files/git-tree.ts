import { isUtf8 } from "node:buffer"
import { access, realpath } from "node:fs/promises"
import { join } from "node:path"
import { CAPS, sizeOf } from "./caps"
import type { Refused } from "./found"
import { git, type Repository, repositoryAt } from "./git"
import { headOf, readBlobs } from "./git-branch"
import type { Walked } from "./walk"

/** What the last commit of a bare repository holds, and how to read it. */
export interface WalkedCommit extends Walked {
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
}

/** Lists the files of a bare repository's HEAD; null where the directory is none. */
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
  if (head === null) throw new Error(`${directory} has no commits yet: push one, then import it`)
  return walkCommit(await realpath(directory), repository, head)
}

async function walkCommit(root: string, repository: Repository, commit: string): Promise<WalkedCommit> {
  const said = await git(repository, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
  const [found, refused, ids]: [Walked["found"], Refused[], Map<string, string>] = [[], [], new Map()]
  for (const line of linesOf(said)) {
    const [, mode, kind, id, size, path] =
      /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line.toString()) ?? []
    if (!mode || !id || !path) continue
    const why = !isUtf8(line)
      ? "its name is not UTF-8: rename it"
      : Number(size) > CAPS.fileBytes
        ? `too large (${sizeOf(Number(size))}): the limit is ${sizeOf(CAPS.fileBytes)}`
        : path.split("/").length - 1 > CAPS.depth
          ? `more than ${CAPS.depth} folders deep`
          : null
    if (kind !== "blob" || mode === "120000")
      refused.push({
        path,
        size: 0,
        status: "left-alone",
        reason:
          kind === "blob"
            ? "a link: its target is checked at its own path"
            : "a separate repository: import it from there",
      })
    else if (why !== null) refused.push({ path, size: Number(size), status: "set-aside", reason: why })
    else {
      found.push({ path, size: Number(size) })
      ids.set(path, id)
    }
    if (found.length + refused.length > CAPS.files)
      throw new Error(
        `${root} contains more than ${CAPS.files.toLocaleString("en")} files: import a clone folder by folder`,
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

/** Each ends with a NUL; names may be no text. */
function* linesOf(said: Buffer): Generator<Buffer> {
  for (let at = 0, end = said.indexOf(0); end >= 0; at = end + 1, end = said.indexOf(0, at))
    yield said.subarray(at, end)
}
