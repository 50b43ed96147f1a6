import type { TakenAs } from "@/lib/memory/memory-files/format"
import { createHash } from "node:crypto"
import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { type Refused, SERVER_USER } from "@/lib/files/found"
import { sideBySide } from "@/lib/files/side-by-side"
import { readFound, walk } from "@/lib/files/walk"
import { isBeside } from "@/lib/files/write-whole"
import { decode } from "@/lib/formats/decode"
import { type Candidate, choose, isWorthReading, locator } from "@/lib/formats/identify"
import { isIndex } from "@/lib/formats/claude/claude-memory"
import { linkedFiles, type SourceText } from "@/lib/formats/markdown/index-links"
import { projectNameIn } from "@/lib/formats/project-name"
import { holderOf, proposeProjects } from "@/lib/memory/sources/placement"
import type { Screen } from "../infra/command"
import type { OfferedFile } from "../import/offer"
import { sourceNameOf } from "../infra/machine"
import { wrongArguments } from "../infra/refusal"
import { count } from "../infra/table"
import { inMilliseconds, type Known, type KnownHashes, type Mark, type Read } from "./known-hashes"

export interface MemoryFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly modifiedAt: string | undefined
  readonly format: string
  /** The part of its path before the format's folders. */
  readonly root: string
  /** The project that its path suggests. */
  readonly project: string
}

/** A folder of this machine, as far as it is memory. */
export interface Local {
  /** With links resolved. */
  readonly root: string
  /** How the server knows it. */
  readonly source: string
  /** What stands before its paths: ".kaizen/" of a folder that is itself one of memory, else nothing. */
  readonly holder: string
  readonly files: readonly MemoryFile[]
  /** Definitions of agents, and everything that is no memory by its name: offered as an import offers it. */
  readonly besides: readonly OfferedFile[]
  readonly refused: readonly Refused[]
  /** Of these what would be memory by its name but may not be read, and what else stands where memory would, in sentences. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** What a sync that was cut off began beside files. */
  readonly begun: readonly string[]
  /** The project that the folder's name suggests. */
  readonly proposed: string
  /** The one project that its Kaizen files name, as far as they name any. */
  readonly says: string | null
  /** Changes whenever a definition of an agent does. */
  readonly definitions: string
}

const STATS_AT_ONCE = 32
/** Each may have 10 MB. */
const READS_AT_ONCE = 4

interface Looking {
  readonly known: KnownHashes | null
  /** What people said that files of the folder are. */
  readonly takenAs: readonly TakenAs[]
  readonly screen: Screen
  readonly env: Readonly<Record<string, string | undefined>> | undefined
  readonly keep: (files: ReadonlyMap<string, Known>) => void
}

/** Looks through a folder. Only what may be memory is read, and of that only what changed since `known`; `keep` hears what to know next time. */
export async function lookThrough(
  directory: string,
  { known, takenAs, screen, env, keep }: Looking,
): Promise<Local> {
  screen.progress(`Scanning ${directory}`)
  const walked = await walk(directory).catch((cause: Error) => {
    throw wrongArguments(cause.message)
  })
  const source = sourceNameOf(walked.root, env)
  const begun = walked.found.filter((file) => isBeside(file.path))
  const found = walked.found.filter((file) => !isBeside(file.path))
  const paths = found.map((file) => file.path)
  const holder = holderOf({ kind: "client", name: source }, paths)
  const linked = linkedFiles(await readIndexes(walked.root, paths), new Set(paths))
  const locate = locator(paths, holder, { linked, takenAs })
  const candidatesOf = new Map(found.map(({ path }) => [path, locate(path)]))
  const isRead = ({ path }: { path: string }) => isWorthReading(candidatesOf.get(path) ?? [], holder + path)
  const [worth, others] = [found.filter(isRead), found.filter((file) => !isRead(file))]
  const marks = await sideBySide(worth, STATS_AT_ONCE, (file) => markOf(join(walked.root, file.path)))
  const kept = new Map<string, Known>()
  let done = 0
  const looked = await sideBySide(
    worth,
    READS_AT_ONCE,
    async (
      { path },
      place,
    ): Promise<{ path: string; mark: Mark | null; read: Read; candidates: readonly Candidate[] }> => {
      const [mark, candidates] = [marks[place] ?? null, candidatesOf.get(path) ?? []]
      const asked = candidates.map((one) => one.format + (one.needsProof ? "?" : "")).join(" ")
      const read =
        (mark && known?.find(path, mark, asked)) ?? (await readOne(walked.root, path, { holder, candidates }))
      if (mark) kept.set(path, { mark, asked, read })
      if ((done += 1) % 200 === 0)
        screen.progress(`Reading ${done.toLocaleString("en")} of ${count(worth.length, "file")}`)
      return { path, mark, read, candidates }
    },
  )
  keep(kept)
  const placed = looked.flatMap(({ path, mark, read, candidates }) => {
    if (read.kind !== "memory") return []
    const candidate = candidates.find((one) => one.format === read.format)
    return candidate ? [{ path, mark, read, ...candidate }] : []
  })
  const projectOf = proposeProjects(
    placed.map(({ path, format, location }) => ({
      path,
      root: location.root,
      projectName: projectNameIn(format, location),
    })),
    source,
  )
  const other = looked.flatMap(({ path, read }) =>
    read.kind === "other" && read.status === "set-aside"
      ? [{ path, reason: read.reason, unread: read.unread === true }]
      : [],
  )
  const besides = walked.refused.filter(
    ({ path, status }) => status === "set-aside" && (path.endsWith("/") || locate(path).length > 0),
  )
  const definitions = looked.flatMap(({ path, mark, read }) =>
    read.kind === "definition" ? [{ path, size: mark?.size ?? 0, sha256: read.sha256 }] : [],
  )
  return {
    root: walked.root,
    source,
    holder,
    files: placed.map(({ path, mark, read, location }) => ({
      path,
      size: mark?.size ?? 0,
      sha256: read.sha256,
      modifiedAt: timeOf(mark),
      format: read.format,
      root: location.root,
      project: projectOf(path),
    })),
    besides: [...definitions, ...others],
    begun: begun.map((file) => file.path),
    refused: [
      ...walked.refused,
      ...looked.flatMap(({ path, mark, read }) =>
        read.kind === "other"
          ? [{ path, size: mark?.size ?? 0, status: read.status, reason: read.reason }]
          : [],
      ),
    ],
    unread: other.flatMap(({ path, reason, unread }) =>
      unread
        ? [
            {
              path,
              reason: `${path} ${reason.replace(SERVER_USER, "your user")}: check the permissions. The other files were synced`,
            },
          ]
        : [],
    ),
    skipped: [...besides, ...other.filter((one) => !one.unread)].map(({ path, reason }) => ({
      path,
      reason: reason.replace("imported folder", "folder"),
    })),
    proposed: mostUsed(placed.map((one) => projectOf(one.path))) ?? projectOf(""),
    says: onlyOne(placed.flatMap(({ read }) => read.project ?? [])),
    definitions: hashOf(JSON.stringify(definitions.map(({ path, sha256 }) => [path, sha256]))),
  }
}

/** The texts of all indexes: they say which files beside them are memory. One that cannot be read says nothing. */
async function readIndexes(root: string, paths: readonly string[]): Promise<SourceText[]> {
  const read = await sideBySide(paths.filter(isIndex), READS_AT_ONCE, async (path) => {
    const bytes = await readFound(root, path)
    const decoded = bytes instanceof Uint8Array ? decode(bytes) : null
    return decoded?.ok ? [{ path, text: decoded.text }] : []
  })
  return read.flat()
}

async function readOne(
  root: string,
  path: string,
  { holder, candidates }: { holder: string; candidates: readonly Candidate[] },
): Promise<Read> {
  const bytes = await readFound(root, path)
  if ("reason" in bytes) return { kind: "other", status: bytes.status, reason: bytes.reason, unread: true }
  const sha256 = hashOf(bytes)
  if (candidates.length === 0) return { kind: "definition", sha256 }
  const decoded = decode(bytes)
  if (!decoded.ok) return { kind: "other", status: "set-aside", reason: decoded.message }
  const chosen = choose(candidates, decoded.text, holder + path)
  if ("leftAlone" in chosen) return { kind: "other", status: "left-alone", reason: chosen.leftAlone }
  const project =
    chosen.format.id === "kaizen" ? chosen.format.parse(decoded.text, holder + path).meta.project : null
  return { kind: "memory", sha256, format: chosen.format.id, ...(project === null ? {} : { project }) }
}

/** Null where it cannot be looked at, which reading it then says in words. */
async function markOf(file: string): Promise<Mark | null> {
  const found = await lstat(file, { bigint: true }).catch(() => null)
  return (
    found && {
      size: Number(found.size),
      written: String(found.mtimeNs),
      changed: String(found.ctimeNs),
      inode: String(found.ino),
    }
  )
}

/** File systems keep any time; one that is no date says nothing. */
function timeOf(mark: Mark | null): string | undefined {
  const time = new Date(mark === null ? NaN : inMilliseconds(mark.written))
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

const onlyOne = (names: readonly string[]): string | null =>
  new Set(names).size === 1 ? (names[0] ?? null) : null

function mostUsed(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

const hashOf = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
