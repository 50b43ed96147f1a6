import { formatCount } from "@/lib/memory/text/sentence"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { type FileConflictFound, openFileConflict } from "@/lib/db/conflicts/file-conflicts"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import type { Exchange } from "@/lib/db/sources/merge-bases"
import { type DecidedFile, decidedFiles, type KnownFile } from "@/lib/db/memory-files/store-files"
import { formatById } from "@/lib/formats/format-detection"
import { mergeFile, mergeUnrelated } from "@/lib/memory/merge/merge-file"
import {
  type Derivation,
  type DerivedFile,
  deriveAs,
  type QuarantinedFile,
  quarantineFile,
  storable,
} from "../../writing/derive"
import { sourceHash, isCurrentOrBase, placeKey } from "../file-status"
import { withheldFrom } from "./forgotten-entries"

/** Facts of a source that decide how its files are compared. */
export interface ImportSource {
  readonly id: string
  readonly name: string
  /** True if the source is synced. */
  readonly sync?: boolean
}

export const sourceOf = ({
  sourceId,
  sourceName,
  sync,
}: {
  readonly sourceId: string
  readonly sourceName: string
  readonly sync: boolean
}): ImportSource => ({ id: sourceId, name: sourceName, sync })

export const exchangeOf = ({
  sourceId,
  sync,
}: {
  readonly sourceId: string
  readonly sync: boolean
}): Exchange => ({ sourceId, strict: sync })

interface Arrived {
  readonly source: ImportSource
  /** Folder before all paths of the source: "" or with a trailing slash. */
  readonly holder: string
  readonly items: readonly HeldItem[]
  readonly derived: readonly Derivation[]
  readonly known: ReadonlyMap<string, KnownFile>
}

/**
 * Returns the files as they will be stored, without forgotten entries, and merged with decisions made since
 * the last exchange.
 */
export async function mergeDerivations(
  teamId: string,
  arrived: Arrived,
  tx?: Tx,
): Promise<readonly Derivation[]> {
  const withheld = await withheldFrom(teamId, arrived, arrived.derived, tx)
  if (withheld === null) return meetDecisions(teamId, arrived, tx)
  // A forgotten entry that is no longer in the file is not merged. For further copies, the merge decides
  // which one is meant.
  const met = await meetDecisions(
    teamId,
    { ...arrived, derived: withheld.from(arrived.derived, "strangers") },
    tx,
  )
  return withheld.from(met, "all")
}

/**
 * Merges or quarantines files that changed here and in the source. With a transaction, stores a file conflict
 * with all three texts for each quarantined file. Returns all other files unchanged.
 */
async function meetDecisions(
  teamId: string,
  { source, holder, items, derived, known }: Arrived,
  tx?: Tx,
): Promise<readonly Derivation[]> {
  const stored = items.map((item, place) =>
    changedOnBothSides(derived[place] as Derivation, known.get(placeKey(item))),
  )
  const ids = stored.flatMap((file) => file?.id ?? [])
  if (ids.length === 0) return derived
  const decided = new Map(
    (
      await decidedFiles(wholeTeamUnchecked(teamId), ids, tx, {
        sourceId: source.id,
        strict: source.sync === true,
      })
    ).map((file) => [file.id, file]),
  )
  const settled: Derivation[] = []
  for (const [place, derivation] of derived.entries()) {
    const [file, item, at] = [decided.get(stored[place]?.id ?? ""), items[place], stored[place]]
    if (
      file === undefined ||
      item === undefined ||
      at === undefined ||
      at === null ||
      derivation.kind !== "memory"
    ) {
      settled.push(derivation)
      continue
    }
    const met = meet(derivation, { path: item.path, readAs: holder + item.path, file, source })
    if (met.kind === "set-aside" && tx)
      await openFileConflict(tx, teamId, conflictOf(met, { item, file, projectId: at.projectId, source }))
    settled.push(met)
  }
  return settled
}

/** Returns the file conflict of a quarantined file. `theirs`: the received text, with forgotten entries. */
function conflictOf(
  { reason }: QuarantinedFile,
  {
    item,
    file,
    projectId,
    source,
  }: { item: HeldItem; file: DecidedFile; projectId: string; source: ImportSource },
): FileConflictFound {
  const theirs = new TextDecoder("utf-8", { ignoreBOM: true }).decode(item.content)
  return {
    fileId: file.id,
    projectId,
    sourceId: source.id,
    base: file.base,
    ours: file.head,
    theirs,
    message: reasonWithoutAdvice(reason),
    foundBy: source.sync ? "sync" : "import",
  }
}

function changedOnBothSides(derivation: Derivation, stored: KnownFile | undefined): KnownFile | null {
  if (derivation.kind !== "memory" || stored === undefined || stored.base === stored.sha256) return null
  // A text without forgotten entries may equal the merge base. Later decisions must stay.
  return stored.sha256 === derivation.sha256 || isCurrentOrBase(stored, sourceHash(derivation))
    ? null
    : stored
}

function meet(
  theirs: DerivedFile,
  { path, readAs, file, source }: { path: string; readAs: string; file: DecidedFile; source: ImportSource },
): DerivedFile | QuarantinedFile {
  const format = formatById(theirs.format)
  const reading = { ...format, parse: (text: string, at: string) => storable(format.parse(text, at), text) }
  const asked = { format: reading, path: readAs }
  const unrelated = () =>
    source.sync ? mergeUnrelated(asked, { ours: file.head, theirs: theirs.text }) : null
  const merged =
    file.base === null
      ? unrelated()
      : mergeFile(asked, { base: file.base, ours: file.head, theirs: theirs.text })
  if (merged === null) return quarantineFile("changed-on-both-sides", whySetAside(path, file, source))
  const derived = deriveAs(
    { format, location: theirs.location },
    { path: readAs, text: merged, bytes: Buffer.from(merged) },
  )
  return derived.kind === "memory"
    ? {
        ...derived,
        broughtAs: sourceHash(theirs),
        merged: true,
        ...(theirs.leftOut ? { leftOut: theirs.leftOut } : {}),
      }
    : derived
}

function whySetAside(
  path: string,
  { base, decisions }: DecidedFile,
  { name, sync = false }: ImportSource,
): string {
  if (sync)
    return `${path} was changed in Quarterdeck and in ${name}, ${base === null ? "and the merge base is unknown" : "in the same place"}. Nothing was overwritten. Resolve the file conflict in the Inbox, then sync again`
  const revisions = `${formatCount(decisions, "revision")} since the last import or write-back`
  const happened =
    base === null
      ? `${path} was created here, but its source has different text`
      : `${path} was changed here (${revisions}) and in its source, in the same place`
  return `${happened}. Nothing was overwritten. Resolve the file conflict in the Inbox, or edit the file in ${name} and import it again`
}

/** Returns why a file was not stored, without the advice. */
export const reasonWithoutAdvice = (words: string): string =>
  words.split(". Nothing was overwritten")[0] ?? words
