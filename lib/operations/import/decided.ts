import type { Tx } from "@/lib/db/commit"
import type { HeldItem } from "@/lib/db/imports"
import { type DecidedFile, decidedFiles, type KnownFile } from "@/lib/db/memory-files"
import { formatById } from "@/lib/formats/identify"
import { mergeFile } from "@/lib/memory/merge-file"
import { type Derivation, type Derived, deriveAs, setAside } from "./derive"
import { isAgreed, placeKey } from "./item-rows"
import { storable } from "./storable"

interface Arrived {
  /** The source's name. */
  readonly source: string
  /** What stands before the paths of the source. */
  readonly holder: string
  readonly items: readonly HeldItem[]
  readonly derived: readonly Derivation[]
  readonly known: ReadonlyMap<string, KnownFile>
}

/**
 * What becomes of files that changed here and in their source since the two last agreed: both changes in one text, or set aside.
 * All others stay as they are derived; nothing is asked of the store for them.
 */
export async function meetDecisions(teamId: string, { source, holder, items, derived, known }: Arrived, client?: Tx): Promise<readonly Derivation[]> {
  const stored = items.map((item, place) => changedOnBothSides(derived[place] as Derivation, known.get(placeKey(item))))
  const ids = stored.flatMap((file) => file?.id ?? [])
  if (ids.length === 0) return derived
  const decided = new Map((await decidedFiles(teamId, ids, client)).map((file) => [file.id, file]))
  return derived.map((derivation, place) => {
    const file = decided.get(stored[place]?.id ?? "")
    const item = items[place]
    return file === undefined || item === undefined || derivation.kind !== "memory" ? derivation : meet(derivation, { path: item.path, readAs: holder + item.path, file, source })
  })
}

function changedOnBothSides(derivation: Derivation, stored: KnownFile | undefined): KnownFile | null {
  if (derivation.kind !== "memory" || stored === undefined || stored.base === stored.sha256) return null
  return isAgreed(stored, derivation.sha256) ? null : stored
}

function meet(theirs: Derived, { path, readAs, file, source }: { path: string; readAs: string; file: DecidedFile; source: string }): Derivation {
  const format = formatById(theirs.format)
  const reading = { ...format, parse: (text: string, at: string) => storable(format.parse(text, at), text) }
  const merged = file.base === null ? null : mergeFile({ format: reading, path: readAs }, { base: file.base, ours: file.head, theirs: theirs.text })
  if (merged === null) return setAside("changed-on-both-sides", whySetAside(path, file, source))
  const derived = deriveAs({ format, location: theirs.location }, { path: readAs, text: merged, bytes: Buffer.from(merged) })
  return derived.kind === "memory" ? { ...derived, mergedFrom: theirs.sha256 } : derived
}

function whySetAside(path: string, { base, decisions }: DecidedFile, source: string): string {
  const revisions = `${decisions} ${decisions === 1 ? "revision" : "revisions"} since`
  const happened = base === null ? `${path} was made here, and its source has another text` : `${path} was changed here (${revisions}) and in its source, in the same place`
  return `${happened}; nothing was overwritten: export it, take over by hand what differs, in ${source} or here, and import it again`
}
