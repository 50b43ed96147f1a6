import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { sep } from "node:path"
import { knownFiles } from "@/lib/db/memory-files/store-files"
import type { SourceRow } from "@/lib/db/sources/write-backs"
import { type WriteTarget, findWriteTarget } from "@/lib/files/write-file"
import { mapConcurrently } from "@/lib/files/map-concurrently"
import { decode } from "@/lib/formats/decode"
import { formatById } from "@/lib/formats/format-detection"
import type { Location } from "@/lib/memory/memory-files/format"
import { reasonWithoutAdvice, mergeDerivations } from "../import/plan/merge-decisions"
import { deriveAs } from "../writing/derive"
import { placeKey } from "../import/file-status"
import { readingOf } from "../writing/revise-head"
import { type PendingWrite, leaveUnchanged, type PlannedWrite, removal } from "./pending-writes"
import { sha256Hex } from "@/lib/files/sha256"

const READS_AT_ONCE = 16

interface DirectoryTarget {
  readonly teamId: string
  readonly source: SourceRow
  readonly root: string
  /** True for a download. The target then need not be writable. */
  readonly download: boolean
}

/** Plans the change of each file in a directory. */
export async function planDirectory(
  { teamId, source, root, download }: DirectoryTarget,
  waiting: readonly PendingWrite[],
): Promise<PlannedWrite[]> {
  const found = await mapConcurrently(waiting, READS_AT_ONCE, (file) => findWriteTarget(root, file.place))
  const places = found.map((place) =>
    download && place.kind !== "problem" ? { ...place, readOnly: null } : place,
  )
  return mapConcurrently(waiting, 4, (file) =>
    planAt(teamId, source, file, places[waiting.indexOf(file)] as WriteTarget),
  )
}

/** Plans the change of one file, by the current content at its path. */
export async function planAt(
  teamId: string,
  source: SourceRow,
  file: PendingWrite,
  place: WriteTarget,
): Promise<PlannedWrite> {
  if (place.kind === "problem") return leaveUnchanged(file, "problem", place.why)
  if (place.kind === "nothing") return planMissing(file, source.name, place.readOnly)
  const seen = sha256Hex(place.bytes)
  const decoded = decode(place.bytes)
  if (!decoded.ok)
    return leaveUnchanged(file, "problem", `the file cannot be read in the source (${decoded.message})`)
  const before = decoded.text
  if (file.goes) return planRemoval(file, source.name, place, { before, seen })
  if (seen === file.sha256) return leaveUnchanged(file, "same", null, before)
  if (place.readOnly !== null) return leaveUnchanged(file, "read-only", place.readOnly, before)
  if (seen === file.base) return { file, standing: "write", reason: null, before, after: file.text, seen }
  const met = await mergeWith(teamId, source, file, before)
  if ("why" in met) return leaveUnchanged(file, "conflict", met.why, before)
  return {
    file,
    standing: "merge",
    reason: "the file also changed in the source, so both changes are merged",
    before,
    after: met.text,
    seen,
  }
}

function planMissing(file: PendingWrite, source: string, readOnly: string | null): PlannedWrite {
  if (file.goes) return leaveUnchanged(file, "same", "the file no longer exists")
  if (!file.madeHere)
    return leaveUnchanged(
      file,
      "gone",
      `removed from ${source}. Import the source again to remove the file from Quarterdeck, or restore the file in the source`,
    )
  return readOnly === null
    ? { file, standing: "make", reason: null, before: null, after: file.text, seen: null }
    : leaveUnchanged(file, "read-only", readOnly)
}

function planRemoval(
  file: PendingWrite,
  source: string,
  place: Extract<WriteTarget, { kind: "file" }>,
  { before, seen }: { readonly before: string; readonly seen: string },
): PlannedWrite {
  if (!place.file.split(sep).join("/").endsWith(`/${file.place}`))
    return leaveUnchanged(
      file,
      "problem",
      "a migration moved this file in Quarterdeck, but a symbolic link in the source points to it. Remove the link and the file there yourself",
      before,
    )
  const agreed = seen === file.base || seen === file.sha256
  const planned = removal(file, { source, before, agreed })
  return planned.standing === "remove" && place.readOnly !== null
    ? leaveUnchanged(file, "read-only", place.readOnly, before)
    : planned
}

/**
 * Merges a file with the source's text in the same way as an import, so that the preview shows the result.
 * Returns `why` if the texts cannot be merged.
 */
async function mergeWith(
  teamId: string,
  source: SourceRow,
  file: PendingWrite,
  theirs: string,
): Promise<{ text: string } | { why: string }> {
  const known = await knownFiles(wholeTeamUnchecked(teamId), {
    sourceId: null,
    projectNames: [file.projectName],
    paths: [file.path],
  })
  const reading = await readingOf(wholeTeamUnchecked(teamId), {
    format: file.format,
    path: file.path,
    sourceId: source.id,
    sourceKind: source.kind,
    sourceName: source.name,
  })
  const holder = reading.path.slice(0, reading.path.length - file.path.length)
  const content = Buffer.from(theirs)
  const stored = known.find((one) => one.id === file.id)
  const location: Location = {
    scope: (stored?.scope ?? "project") as Location["scope"],
    role: "memory",
    root: "",
    agent: stored?.agent ?? null,
    category: stored?.category ?? null,
    subject: null,
  }
  const derived = deriveAs(
    { format: formatById(file.format), location },
    { path: reading.path, text: theirs, bytes: content },
  )
  const item = {
    path: file.path,
    status: "changed" as const,
    content,
    modifiedAt: null,
    projectName: file.projectName,
    agent: null,
    category: null,
    placed: true,
  }
  const [met] = await mergeDerivations(teamId, {
    source,
    holder,
    items: [item],
    derived: [derived],
    known: new Map(known.map((one) => [placeKey(one), one])),
  })
  if (met?.kind === "memory") return { text: met.text }
  return {
    why:
      met?.kind === "set-aside"
        ? reasonWithoutAdvice(met.reason)
        : "the file is no longer a memory file in the source",
  }
}
