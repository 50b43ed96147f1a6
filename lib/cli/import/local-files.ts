import { createHash } from "node:crypto"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { changeTimes } from "@/lib/files/change-times"
import type { RefusedFile } from "@/lib/files/readable-file"
import { readFound, walk } from "@/lib/files/walk"
import { isWorthReading, locator } from "@/lib/formats/format-detection"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import type { Screen } from "../infra/command"
import { sourceNameOf } from "../infra/source-name"
import { wrongArguments } from "../infra/exit-codes"
import { count } from "../infra/table"

/** The files of a directory on this machine, in the form that the server accepts. */
export interface LocalOffer {
  /** Path with links resolved. */
  readonly root: string
  /** Name of the source: this machine and the directory. */
  readonly source: string
  readonly files: readonly OfferedFile[]
  readonly refused: readonly RefusedFile[]
}

export interface OfferedFile {
  readonly path: string
  readonly size: number
  readonly sha256?: string
  readonly modifiedAt?: string | undefined
}

/** Number of files read in parallel. Each may have 10 MB. */
const AT_ONCE = 4

/**
 * Lists a directory and hashes the files that may be memory. Other files are listed without a hash. Throws if
 * the directory cannot be read.
 */
export async function offerOf(directory: string, screen: Screen): Promise<LocalOffer> {
  screen.progress(`Scanning ${directory}`)
  const walked = await walk(directory).catch((cause: Error) => {
    throw wrongArguments(cause.message)
  })
  const paths = walked.found.map((file) => file.path)
  const source = sourceNameOf(walked.root)
  const holder = prefixOfMemoryFolder({ kind: "client", name: source }, paths)
  const locate = locator(paths, holder)
  const isRead = (file: { path: string }) => isWorthReading(locate(file.path), holder + file.path)
  const [candidates, others] = [walked.found.filter(isRead), walked.found.filter((file) => !isRead(file))]
  const files: OfferedFile[] = [...others]
  const refused: RefusedFile[] = [...walked.refused]
  for (let start = 0; start < candidates.length; start += AT_ONCE) {
    if (start % 200 === 0)
      screen.progress(`Reading ${start.toLocaleString("en")} of ${count(candidates.length, "file")}`)
    for (const one of await Promise.all(
      candidates.slice(start, start + AT_ONCE).map((file) => hash(walked.root, file.path)),
    )) {
      if ("reason" in one) refused.push(one)
      else files.push(one)
    }
  }
  return { root: walked.root, source, files: await withChangeTimes(walked.root, files), refused }
}

/**
 * Returns the files with the times of their last change. In a Git checkout, modification times only show when
 * it was checked out (see `changeTimes`).
 */
export async function withChangeTimes<File extends { path: string; modifiedAt?: string | undefined }>(
  root: string,
  files: readonly File[],
): Promise<File[]> {
  const timed = files.map(({ path, modifiedAt }) => ({
    path,
    modifiedAt: modifiedAt === undefined ? undefined : new Date(modifiedAt),
  }))
  const times = await changeTimes(root, timed)
  return files.map((file) => ({ ...file, modifiedAt: times.get(file.path)?.toISOString() }))
}

async function hash(root: string, path: string): Promise<OfferedFile | RefusedFile> {
  const bytes = await readFound(root, path)
  if ("reason" in bytes) return bytes
  const changed = await stat(join(root, path)).then(
    (one) => one.mtime,
    () => null,
  )
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  return {
    path,
    size: bytes.length,
    sha256,
    ...(changed && Number.isFinite(changed.getTime()) ? { modifiedAt: changed.toISOString() } : {}),
  }
}
