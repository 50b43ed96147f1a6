import { sep } from "node:path"
import { knownFiles } from "@/lib/db/memory-files/list"
import type { SourceRow } from "@/lib/db/sources/write-backs"
import { type PlaceIn, placeIn } from "@/lib/files/place-in"
import { sideBySide } from "@/lib/files/side-by-side"
import { decode } from "@/lib/formats/decode"
import { formatById } from "@/lib/formats/identify"
import type { Location } from "@/lib/memory/memory-files/format"
import { reasonAlone, settle } from "../import/plan/decided"
import { deriveAs } from "../writing/derive"
import { placeKey } from "../import/item-rows"
import { readingOf } from "../writing/revise"
import type { Waiting } from "./pending"
import { hashOf, leave, type Planned, removal } from "./standing"

const READS_AT_ONCE = 16

/** What writing to a directory would do to each file there, as it is now. For a download it does not matter what may be written there. */
export async function planDirectory(
  teamId: string,
  source: SourceRow,
  root: string,
  waiting: readonly Waiting[],
  { download }: { download: boolean },
): Promise<Planned[]> {
  const found = await sideBySide(waiting, READS_AT_ONCE, (file) => placeIn(root, file.place))
  const places = found.map((place) =>
    download && place.kind !== "problem" ? { ...place, readOnly: null } : place,
  )
  return sideBySide(waiting, 4, (file) =>
    planAt(teamId, source, file, places[waiting.indexOf(file)] as PlaceIn),
  )
}

/** One file against what is in its place. */
export async function planAt(
  teamId: string,
  source: SourceRow,
  file: Waiting,
  place: PlaceIn,
): Promise<Planned> {
  if (place.kind === "problem") return leave(file, "problem", place.why)
  if (place.kind === "nothing") {
    if (file.goes) return leave(file, "same", "it no longer exists")
    if (!file.madeHere)
      return leave(
        file,
        "gone",
        `removed from ${source.name}: import it again to remove it here, or restore it there`,
      )
    return place.readOnly === null
      ? { file, standing: "make", reason: null, before: null, after: file.text, seen: null }
      : leave(file, "read-only", place.readOnly)
  }
  const seen = hashOf(place.bytes)
  const decoded = decode(place.bytes)
  if (!decoded.ok) return leave(file, "problem", `it cannot be read there (${decoded.message})`)
  const before = decoded.text
  if (file.goes) {
    if (!place.file.split(sep).join("/").endsWith(`/${file.place}`))
      return leave(
        file,
        "problem",
        "a migration moved it here, but a symbolic link leads to it there: remove both there yourself",
        before,
      )
    const one = removal(file, {
      source: source.name,
      before,
      agreed: seen === file.base || seen === file.sha256,
    })
    return one.standing === "remove" && place.readOnly !== null
      ? leave(file, "read-only", place.readOnly, before)
      : one
  }
  if (seen === file.sha256) return leave(file, "same", null, before)
  if (place.readOnly !== null) return leave(file, "read-only", place.readOnly, before)
  if (seen === file.base) return { file, standing: "write", reason: null, before, after: file.text, seen }
  const met = await meet(teamId, source, file, before)
  if ("why" in met) return leave(file, "conflict", met.why, before)
  return {
    file,
    standing: "merge",
    reason: "it also changed there: both changes are merged",
    before,
    after: met.text,
    seen,
  }
}

/** What an import of the source's text would make of it: so the preview shows what the write-back will find. */
async function meet(
  teamId: string,
  source: SourceRow,
  file: Waiting,
  theirs: string,
): Promise<{ text: string } | { why: string }> {
  const known = await knownFiles(teamId, {
    sourceId: null,
    projectNames: [file.projectName],
    paths: [file.path],
  })
  const reading = await readingOf(teamId, {
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
  const [met] = await settle(teamId, {
    source,
    holder,
    items: [item],
    derived: [derived],
    known: new Map(known.map((one) => [placeKey(one), one])),
  })
  if (met?.kind === "memory") return { text: met.text }
  return {
    why: met?.kind === "set-aside" ? reasonAlone(met.reason) : "it is no longer a memory file there",
  }
}
