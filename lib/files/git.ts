import { execFile } from "node:child_process"
import { devNull } from "node:os"
import { copiedTogether } from "@/lib/memory/sources/checkout-times"

/** A repository, with the position of one folder in it. */
export interface Repository {
  /** The folder with the objects and refs of all its working trees. */
  readonly commonDir: string
  readonly gitDir: string
  /** Path of the folder in the repository's trees, with a trailing slash; empty at the top. */
  readonly prefix: string
  readonly bare: boolean
}

/** Thrown if git fails. The message is the first line of git's own. */
export class GitRefused extends Error {}

/** Thrown if git is not installed. */
export class GitMissing extends Error {
  constructor() {
    super("Git is not installed on the Quarterdeck server: install it, or download a patch")
  }
}

/** Returns the repository of a folder; null if the folder is outside a repository. */
export async function repositoryAt(folder: string): Promise<Repository | null> {
  const said = await git(null, [
    "-C",
    folder,
    "rev-parse",
    "--path-format=absolute",
    "--git-dir",
    "--git-common-dir",
    "--is-bare-repository",
    "--show-prefix",
  ]).catch((cause: unknown) => {
    if (cause instanceof GitRefused && /not a git repository/i.test(cause.message)) return null
    throw cause
  })
  if (said === null) return null
  const [gitDir = "", commonDir = "", bare, prefix = ""] = said.toString().split("\n")
  return { gitDir, commonDir, bare: bare === "true", prefix }
}

interface Running {
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** True: paths are literal, without pathspec magic. A few commands do not support it. */
  readonly literal?: boolean
}

/**
 * Runs git without a shell and returns its output. Only the repository's own configuration is used, without
 * hooks, file monitor, signing and transports. A named repository is not searched for in parent folders.
 * Throws a GitRefused if git fails, and a GitMissing if git is not installed.
 */
export function git(
  repository: Repository | null,
  args: readonly string[],
  { input, env = {}, literal = true }: Running = {},
): Promise<Buffer> {
  const at = repository === null ? [] : [`--git-dir=${repository.gitDir}`]
  const child = [
    "--no-pager",
    ...(literal ? ["--literal-pathspecs"] : []),
    ...at,
    ...SETTINGS.flatMap((one) => ["-c", one]),
    ...args,
  ]
  return new Promise((resolve, reject) => {
    const running = execFile(
      "git",
      child,
      {
        encoding: "buffer",
        maxBuffer: MOST_OUTPUT,
        timeout: PATIENCE_MS,
        env: { ...ENVIRONMENT, ...env } as unknown as NodeJS.ProcessEnv,
      },
      (cause, stdout, stderr) => {
        if (cause === null) resolve(stdout)
        else if ((cause as NodeJS.ErrnoException).code === "ENOENT") reject(new GitMissing())
        else reject(new GitRefused(firstLine(stderr.toString()) || cause.message, { cause }))
      },
    )
    running.stdin?.on("error", () => undefined) // if git ends early, its exit code and message say why
    running.stdin?.end(input ?? "")
  })
}

const MOST_OUTPUT = 1024 * 1024 * 1024
const PATIENCE_MS = 120_000

const SETTINGS = [
  "safe.directory=*",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "commit.gpgSign=false",
  "protocol.allow=never",
  "core.sshCommand=false",
  "gc.auto=0",
  "core.quotePath=false",
]

const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: devNull,
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
}

const firstLine = (text: string): string =>
  (text.split("\n").find((line) => line !== "") ?? "").replace(/^(?:fatal|error): /, "")

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
