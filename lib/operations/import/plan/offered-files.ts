import { sha256Hex } from "@/lib/files/sha256"
import type { Row } from "@/lib/db/infra/bulk-upsert"
import { type KnownFile, knownFiles } from "@/lib/db/memory-files/store-files"
import { IMPORT_LIMITS } from "@/lib/files/readable-file"
import { isAgentDefinition } from "@/lib/formats/workspace/agent-definition"
import { whyIgnored } from "@/lib/formats/memory-signs"
import { type Candidate, locator } from "@/lib/formats/format-detection"
import { FIRST_DAY } from "@/lib/memory/memory-files/entry-dates"
import { type FormatId, type FormatRule, NOT_MEMORY } from "@/lib/memory/memory-files/format"
import {
  isMemoryFolder,
  prefixOfMemoryFolder,
  proposeProjects,
} from "@/lib/memory/sources/project-assignment"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { knownDefinitions } from "@/lib/db/sources/running-imports"
import { endedKey, endedSessions } from "@/lib/db/sessions"
import { projectNameIn } from "@/lib/formats/paths"
import { formatRuleOf } from "@/lib/formats/all-formats"
import { copiedTogether } from "@/lib/memory/sources/checkout-times"
import { ENDED_WITH_ITS_SESSION, isCurrentOrBase, restoresFile, whySame } from "../file-status"
import { MISSING_ID, ownerOfSource } from "../source-facts"

/** A file that a client offers by name. Its bytes are sent only if they are new. */
export interface Offered {
  readonly path: string
  readonly size: number
  /** SHA-256 of the bytes in hexadecimal. Without it, the bytes are always requested. */
  readonly sha256?: string | undefined
  readonly modifiedAt?: Date | undefined
}

export interface Offer {
  readonly teamId: string
  readonly source: { readonly kind: string; readonly name: string }
  readonly complete: boolean
  /**
   * True if the source is synced. Files that it never exchanged are merged or become conflicts, and are never
   * replaced.
   */
  readonly sync?: boolean | undefined
  readonly projectName: string | null
  /** Formats that a person assigned to files of the source. The source remembers them. */
  readonly takenAs?: readonly FormatRule[] | undefined
  readonly files: readonly Offered[]
  readonly refused: readonly {
    readonly path: string
    readonly size: number
    readonly status: "left-alone" | "set-aside"
    readonly reason: string
  }[]
}

const BLANK = {
  sha256: null,
  modified_at: null,
  written: false,
  format: null,
  project_name: null,
  agent: null,
  category: null,
  scope: null,
  placed: false,
  entries: 0,
  diagnostics: [],
  reason: null,
}

type OpenedRow = Row & { readonly path: string; readonly status: string }

const commonRow = (file: Offered) => ({
  ...BLANK,
  path: shortened(file.path),
  size: storableSize(file.size),
  modified_at: storableTime(file.modifiedAt),
  sha256: file.sha256 ?? null,
})

/**
 * Returns the row of a file that is not memory. An agent definition is requested unless the stored one has
 * the same hash.
 */
function otherRow(
  file: Offered,
  {
    holder,
    projectName,
    known,
  }: {
    holder: string
    projectName: string
    known: { agent: string; sha256: string; reason: string } | undefined
  },
): OpenedRow {
  const common = commonRow(file)
  if (!isAgentDefinition(holder + common.path) || file.size > IMPORT_LIMITS.fileBytes)
    return { ...common, status: "left-alone", reason: whyIgnored(holder + file.path) }
  if (known && known.sha256 === file.sha256)
    return { ...common, ...known, project_name: projectName, status: "left-alone" }
  return { ...common, status: "wanted", project_name: projectName }
}

/** Returns the row of an unreadable file. The row has a project only if the path is one of memory. */
function refusedRow(
  { path, size, status, reason }: Offer["refused"][number],
  { format, projectName }: { format: FormatId | null; projectName: string },
): OpenedRow {
  const isMissed = status === "set-aside" && (format !== null || path.endsWith("/") || isMemoryFolder(path))
  return {
    ...BLANK,
    path: shortened(path),
    size: storableSize(size),
    status,
    reason,
    format,
    project_name: isMissed ? projectName : null,
  }
}

/** Returns the row of a file that belongs to a closed session. */
const endedRow = (file: Offered): OpenedRow => ({
  ...commonRow(file),
  status: "left-alone",
  reason: ENDED_WITH_ITS_SESSION,
})

/**
 * Returns the row of a file that a rule excludes from its source. The bytes are requested if the rule assigns
 * the file to another team.
 */
const leftOutRow = (file: Offered, { team }: FormatRule): OpenedRow => ({
  ...commonRow(file),
  status: team === undefined ? "left-alone" : "wanted",
  reason: "skipped because of a rule for this source. Choose a format for the file to import it again",
})

/**
 * Returns the row of a file that may be memory. An unchanged file is read again if a person assigned another
 * format, or if its workspace now belongs to an agent.
 */
function offeredRow(
  file: Offered,
  { format, location, isTaken }: Candidate,
  { projectName, known }: { projectName: string; known: ReadonlyMap<string, KnownFile> },
): OpenedRow {
  const common = commonRow(file)
  if (common.path !== file.path)
    return {
      ...common,
      status: "set-aside",
      project_name: projectName,
      reason: `its path is longer than ${LONGEST_PATH.toLocaleString("en")} bytes. Import from a deeper folder`,
    }
  if (file.size > IMPORT_LIMITS.fileBytes)
    return {
      ...common,
      status: "set-aside",
      project_name: projectName,
      reason: `exceeds the maximum size of a memory file (${IMPORT_LIMITS.fileBytes} bytes)`,
    }
  const stored = known.get(file.path)
  const isRead = stored !== undefined && (!isTaken || stored.format === format)
  const agent = stored === undefined ? location.agent : agentNow(stored, { format, location })
  if (
    isRead &&
    agent === stored.agent &&
    restoresFile(stored) &&
    file.sha256 !== undefined &&
    isCurrentOrBase(stored, file.sha256)
  ) {
    return {
      ...common,
      status: "same",
      format: stored.format,
      scope: stored.scope,
      agent: stored.agent,
      category: stored.category,
      entries: stored.entries,
      project_name: stored.projectName,
      placed: true,
      reason: whySame(stored),
    }
  }
  const placed = stored
    ? { project_name: stored.projectName, agent, category: stored.category, placed: true }
    : { project_name: projectName, agent, category: location.category }
  return { ...common, ...placed, scope: location.scope, status: "wanted" }
}

/**
 * Returns the agent of a stored file. A workspace file without an agent and category gets the owner of the
 * workspace. Null if the file has no agent.
 */
function agentNow(
  { agent, category }: KnownFile,
  { format, location }: Pick<Candidate, "format" | "location">,
): string | null {
  const isOfOwner = WORKSPACES.has(format) && location.root === ""
  return agent ?? (isOfOwner && category === null ? location.agent : null)
}

const WORKSPACES: ReadonlySet<FormatId> = new Set(["memory-workspace", "openclaw-workspace"])

/**
 * Indexes stored files by path. Files of this source win over other files with the same path. A project name
 * limits the index to files of that project.
 */
export function indexByPath(
  files: readonly KnownFile[],
  sourceId: string,
  projectName: string | null,
): Map<string, KnownFile> {
  const eligible = projectName === null ? files : files.filter((file) => file.projectName === projectName)
  const isMine = (file: KnownFile) => file.held || file.sourceId === sourceId
  const [mine, others] = [eligible.filter(isMine), eligible.filter((file) => !isMine(file))]
  return new Map([...others, ...mine].map((file) => [file.path, file]))
}

/** Returns a size that fits an integer. Refused files can be larger. */
const storableSize = (size: number): number => Math.min(size, 2_147_483_647)

/**
 * Returns a time as an ISO instant that can be stored. Null for a missing time and for times before 1970.
 * Future times become the current time.
 */
function storableTime(time: Date | undefined, now = new Date()): string | null {
  if (!time || !(time.getTime() >= Date.parse(FIRST_DAY))) return null
  return (time > now ? now : time).toISOString()
}

/** Maximum number of bytes in a path. PostgreSQL can index rows of up to 2,700 bytes. */
const LONGEST_PATH = 1500

/** Returns a path that fits the index. A longer path keeps its beginning and a hash. */
function shortened(path: string): string {
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path
  const beginning = Buffer.from(path)
    .subarray(0, LONGEST_PATH)
    .toString()
    .replace(/\uFFFD+$/, "")
  return `${beginning}…${sha256Hex(path).slice(0, 12)}`
}

/** The source of an offer. `id` is null if nothing was imported from it yet. */
export interface OfferedSource {
  readonly id: string | null
  readonly takenAs: readonly FormatRule[]
}

/**
 * Returns a row for each file of an offer, by name and hash: wanted, unchanged, or not memory. Writes
 * nothing. Reads in the given transaction.
 */
export async function compareOffer(
  offer: Offer,
  source: OfferedSource,
  tx?: Tx,
): Promise<(Row & { readonly path: string; readonly status: string })[]> {
  const paths = offer.files.map((file) => file.path)
  const holder = prefixOfMemoryFolder(offer.source, paths)
  const owner = await ownerOfSource(
    {
      teamId: offer.teamId,
      source: { id: source.id, name: offer.source.name },
      projectName: offer.projectName,
      paths,
    },
    tx,
  )
  const locate = locator(paths, holder, { takenAs: source.takenAs, owner })
  const copied = offer.source.kind === "upload" ? copiedTogether(offer.files) : new Set()
  const files = offer.files.map((file) => (copied.has(file) ? { ...file, modifiedAt: undefined } : file))
  const located = files.map((file): { file: Offer["files"][number]; candidate: Candidate | null } => ({
    file,
    candidate: locate(file.path)[0] ?? null,
  }))
  const placeable = located.flatMap(({ file, candidate }) => {
    if (candidate === null) return []
    const { format, location } = candidate
    return [{ path: file.path, root: location.root, projectName: projectNameIn(format, location) }]
  })
  const projectOf =
    offer.projectName === null
      ? proposeProjects(placeable, offer.source.name)
      : () => offer.projectName as string
  const sourceId = source.id ?? MISSING_ID
  const projectNames = [...new Set(placeable.map(({ path }) => projectOf(path)))]
  const from = { sourceId, strict: offer.sync === true }
  const stored = await knownFiles(wholeTeamUnchecked(offer.teamId), { sourceId, projectNames, from }, tx)
  const known = indexByPath(stored, sourceId, offer.projectName)
  const definitions = await knownDefinitions(wholeTeamUnchecked(offer.teamId), sourceId, tx)
  const isOfSession = located.some(({ candidate }) => candidate?.location.scope === "session")
  const ended = isOfSession
    ? await endedSessions(wholeTeamUnchecked(offer.teamId), projectNames, tx)
    : new Set<string>()
  const rows = located.map(({ file, candidate }) => {
    const projectName = projectOf(file.path)
    const rule = formatRuleOf(source.takenAs, file.path)
    if (rule?.format === NOT_MEMORY) return leftOutRow(file, rule)
    if (candidate === null) return otherRow(file, { holder, projectName, known: definitions.get(file.path) })
    const { scope, subject } = candidate.location
    const isOver =
      scope === "session" && ended.has(endedKey(projectName, subject ?? "")) && !known.has(file.path)
    return isOver ? endedRow(file) : offeredRow(file, candidate, { projectName, known })
  })
  const others = offer.refused.map((one) => {
    const candidate = locate(one.path).find(({ needsProof }) => !needsProof)
    return refusedRow(one, { format: candidate?.format ?? null, projectName: projectOf(one.path) })
  })
  return [...new Map([...rows, ...others].map((row) => [row.path, row])).values()]
}
