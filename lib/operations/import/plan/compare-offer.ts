import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Row } from "@/lib/db/infra/bulk"
import type { Tx } from "@/lib/db/infra/commit"
import { knownDefinitions } from "@/lib/db/sources/running-imports"
import { knownFiles } from "@/lib/db/memory-files/stored-files"
import { endedKey, endedSessions } from "@/lib/db/sessions/session-memory"
import { type Candidate, locator } from "@/lib/formats/format-detection"
import { projectNameIn } from "@/lib/formats/project-name"
import { formatRuleOf } from "@/lib/formats/assigned-format"
import { NOT_MEMORY, type FormatRule } from "@/lib/memory/memory-files/format"
import { copiedTogether } from "@/lib/memory/sources/checkout-times"
import { prefixOfMemoryFolder, proposeProjects } from "@/lib/memory/sources/project-assignment"
import { MISSING_ID } from "./missing-id"
import {
  endedRow,
  indexByPath,
  leftOutRow,
  type Offer,
  offeredRow,
  otherRow,
  refusedRow,
} from "./offered-file-status"
import { ownerOfSource } from "./workspace-owner"

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
