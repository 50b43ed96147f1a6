import { createHash } from "node:crypto"
import type { Row } from "@/lib/db/bulk"
import { commit } from "@/lib/db/commit"
import { endedKey, endedSessions } from "@/lib/db/session-memory"
import { knownDefinitions, openRun, recallDiagnostics, saveItems } from "@/lib/db/imports"
import { type KnownFile, knownFiles } from "@/lib/db/memory-files"
import { CAPS } from "@/lib/files/caps"
import { isAgentDefinition } from "@/lib/formats/agent-definition"
import { whyLeftAlone } from "@/lib/formats/decoys"
import { locator } from "@/lib/formats/identify"
import { projectNameIn } from "@/lib/formats/project-name"
import { FIRST_DAY } from "@/lib/memory/date-range"
import type { FormatId, Location } from "@/lib/memory/format"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { holderOf, isMemoryFolder, proposeProjects } from "@/lib/memory/placement"
import { secretsInInput } from "../guarded-input"
import { ENDED_WITH_ITS_SESSION, isAgreed, standsFor, whySame } from "./item-rows"
import { withoutBadNames, withoutSecretNames } from "./offered-names"

/** A file that a client offers, by name; its bytes come only if they are wanted. */
export interface Offered {
  readonly path: string
  readonly size: number
  /** Hexadecimal, where the client has it. Without one the file is always wanted. */
  readonly sha256?: string | undefined
  readonly modifiedAt?: Date | undefined
}

export interface Offer {
  readonly teamId: string
  readonly source: { readonly kind: string; readonly name: string }
  readonly complete: boolean
  /** The source is kept in step with the store: what it never exchanged is merged or in conflict, never replaced. */
  readonly sync?: boolean | undefined
  readonly projectName: string | null
  readonly files: readonly Offered[]
  readonly refused: readonly {
    readonly path: string
    readonly size: number
    readonly status: "left-alone" | "set-aside"
    readonly reason: string
  }[]
}

/** Opens an import run from what a source offers, and says which files' bytes are wanted: those that may be memory and that the store does not have or has not had from there. */
export async function openImport(
  actor: Actor,
  given: Offer,
): Promise<Outcome<{ run: string; wanted: string[] }>> {
  if (given.files.length + given.refused.length > CAPS.files)
    return refused("too-large", `more than ${CAPS.files.toLocaleString("en")} files: import folder by folder`)
  const secret = secretsInInput({ source: given.source.name, project: given.projectName }, [])
  if (secret !== null) return refused("invalid", secret)
  const offer = withoutBadNames(await withoutSecretNames(given))
  const { source } = offer
  return commit(
    actor,
    {
      kind: "import.open",
      teamId: offer.teamId,
      subject: source.name,
      detail: { files: offer.files.length },
    },
    async (tx) => {
      const { id, sourceId } = await openRun(tx, actor, offer)
      const paths = offer.files.map((file) => file.path)
      const holder = holderOf(source, paths)
      const locate = locator(paths, holder)
      const located = offer.files.map((file) => {
        const [likeliest] = locate(file.path)
        return { file, format: likeliest?.format ?? null, location: likeliest?.location ?? null }
      })
      const placeable = located.flatMap(({ file, format, location }) =>
        location
          ? [
              {
                path: file.path,
                root: location.root,
                projectName: projectNameIn(format, location),
              },
            ]
          : [],
      )
      const projectOf =
        offer.projectName === null
          ? proposeProjects(placeable, source.name)
          : () => offer.projectName as string
      const names = new Set(
        located.filter((one) => one.location !== null).map(({ file }) => projectOf(file.path)),
      )
      const known = indexByPath(
        await knownFiles(
          offer.teamId,
          { sourceId, projectNames: [...names], from: { sourceId, strict: offer.sync === true } },
          tx,
        ),
        sourceId,
        offer.projectName,
      )
      const ended = located.some((one) => one.location?.scope === "session")
        ? await endedSessions(offer.teamId, [...names], tx)
        : new Set<string>()
      const definitions = await knownDefinitions(tx, offer.teamId, sourceId)
      const rows = located.map(({ file, location }) => {
        const isOver =
          location?.scope === "session" &&
          ended.has(endedKey(projectOf(file.path), location.subject ?? "")) &&
          !known.has(file.path)
        const row = isOver
          ? { ...commonRow(file), status: "left-alone", reason: ENDED_WITH_ITS_SESSION }
          : location === null
            ? otherRow(file, { holder, projectName: projectOf(file.path), known: definitions.get(file.path) })
            : itemRow(file, location, projectOf(file.path), known)
        return { team_id: offer.teamId, run_id: id, ...row }
      })
      const others = offer.refused.map((one) => ({
        team_id: offer.teamId,
        run_id: id,
        ...refusedRow(one, { format: locate(one.path)[0]?.format ?? null, projectName: projectOf(one.path) }),
      }))
      await saveItems(tx, uniquePaths([...rows, ...others]))
      await recallDiagnostics(tx, offer.teamId, id)
      await tx.importRun.update({
        where: { teamId_id: { teamId: offer.teamId, id } },
        data: {
          files: rows.length + others.length,
          bytes: offer.files.reduce((sum, file) => sum + file.size, 0),
        },
      })
      return done({ run: id, wanted: rows.filter((row) => row.status === "wanted").map((row) => row.path) })
    },
  )
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

/** A file that is no memory. Definitions of agents are read for what they say of the agent, but not twice. */
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
  if (!isAgentDefinition(holder + common.path) || file.size > CAPS.fileBytes)
    return { ...common, status: "left-alone", reason: whyLeftAlone(holder + file.path) }
  if (known && known.sha256 === file.sha256)
    return { ...common, ...known, project_name: projectName, status: "left-alone" }
  return { ...common, status: "wanted", project_name: projectName }
}

/** What was found and could not be read. Where it stands in the place of memory, it says which project misses it. */
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

function itemRow(
  file: Offered,
  location: Location,
  projectName: string,
  known: ReadonlyMap<string, KnownFile>,
): OpenedRow {
  const common = commonRow(file)
  if (common.path !== file.path)
    return {
      ...common,
      status: "set-aside",
      project_name: projectName,
      reason: `its path has more than ${LONGEST_PATH.toLocaleString("en")} bytes: import it from further down`,
    }
  if (file.size > CAPS.fileBytes)
    return {
      ...common,
      status: "set-aside",
      project_name: projectName,
      reason: `larger than a memory file may be (${CAPS.fileBytes} bytes)`,
    }
  const stored = known.get(file.path)
  if (stored && standsFor(stored) && file.sha256 !== undefined && isAgreed(stored, file.sha256)) {
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
    ? { project_name: stored.projectName, agent: stored.agent, category: stored.category, placed: true }
    : { project_name: projectName, agent: location.agent, category: location.category }
  return { ...common, ...placed, scope: location.scope, status: "wanted" }
}

/** What the source brought before wins over what merely has the same path in the project; a project that is named wins over both. */
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

/** The size of what is refused for its size may be more than an integer holds. */
const storableSize = (size: number): number => Math.min(size, 2_147_483_647)

/** File systems keep any time. One before 1970 is no time at all, and one in the future counts as now. */
function storableTime(time: Date | undefined, now = new Date()): string | null {
  if (!time || !(time.getTime() >= Date.parse(FIRST_DAY))) return null
  return (time > now ? now : time).toISOString()
}

/** Bytes; PostgreSQL indexes rows of up to 2,700. */
const LONGEST_PATH = 1500

/** A path that fits the store's index: one that is too long keeps its beginning and a hash of the whole. */
function shortened(path: string): string {
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path
  const beginning = Buffer.from(path)
    .subarray(0, LONGEST_PATH)
    .toString()
    .replace(/\uFFFD+$/, "")
  return `${beginning}…${createHash("sha256").update(path).digest("hex").slice(0, 12)}`
}

function uniquePaths<T extends { path: string }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.path, row])).values()]
}
