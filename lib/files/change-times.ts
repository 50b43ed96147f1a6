import { copiedTogether } from "@/lib/memory/sources/checkout-times"
import { git, type Repository, repositoryAt } from "./git"

interface TimedFile {
  readonly path: string
  readonly modifiedAt?: Date | undefined
}

/**
 * Returns the last change of each file below a folder: the time of the file itself or, for files that were
 * only checked out together, of the last commit that changed the file. Files without such a time are left
 * out.
 */
export async function changeTimes(root: string, files: readonly TimedFile[]): Promise<Map<string, Date>> {
  const copied = copiedTogether(files)
  const committed = copied.size === 0 ? new Map<string, Date>() : await commitTimes(root)
  return new Map(
    files.flatMap((file) => {
      const time = copied.has(file) ? committed.get(file.path) : file.modifiedAt
      return time === undefined ? [] : [[file.path, time] as const]
    }),
  )
}

/** Maximum number of commits that are searched. Files that only older ones changed have no time. */
const MOST_COMMITS = 10_000

/** Returns the time of the last commit that changed each file below a folder. Empty outside a repository, or without git. */
async function commitTimes(root: string): Promise<Map<string, Date>> {
  try {
    const repository = await repositoryAt(root)
    return repository === null ? new Map() : readLog(repository)
  } catch {
    return new Map() // without git the times are unknown, and an import does not need them
  }
}

async function readLog(repository: Repository): Promise<Map<string, Date>> {
  const { prefix } = repository
  const log = await git(repository, [
    "log",
    "-z",
    `--max-count=${MOST_COMMITS}`,
    "--format=format:%x01%ct",
    "--name-only",
    "--no-renames",
    "--diff-filter=AM",
    "HEAD",
    ...(prefix === "" ? [] : ["--", prefix]),
  ])
  const times = new Map<string, Date>()
  let time = new Date(0)
  for (const token of log.toString().split(/[\0\n]/)) {
    if (token.startsWith("\u0001")) time = new Date(Number(token.slice(1)) * 1000)
    else if (token.startsWith(prefix) && token !== "" && !times.has(token.slice(prefix.length)))
      times.set(token.slice(prefix.length), time)
  }
  return times
}
