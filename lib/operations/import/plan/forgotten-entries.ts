import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import {
  type RestoreBan,
  forgottenOf,
  textsMovedBySource,
  entryTexts,
} from "@/lib/db/memory-files/forgotten-entries"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import type { KnownFile } from "@/lib/db/memory-files/store-files"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { leaveOut } from "@/lib/memory/merge/merge-file"
import { hashOfStatement, hexOf } from "../../infra/statement-hash"
import { storedFormat } from "../../writing/revise-head"
import { type Derivation, type DerivedFile, deriveAs, type QuarantinedFile } from "../../writing/derive"
import { sourceHash, isCurrentOrBase, placeKey } from "../file-status"

interface Arrived {
  readonly source: { readonly id: string }
  /** Folder before all paths of the source: "" or with a trailing slash. */
  readonly holder: string
  readonly items: readonly HeldItem[]
  readonly known: ReadonlyMap<string, KnownFile>
}

/** Forgotten entries of the projects of a batch. Entries that are still in the stored files stay. */
export interface Withheld {
  /**
   * Removes forgotten entries from files. `strangers`: those that are not in the stored file. `all`: also
   * further copies of an entry in the stored file.
   */
  from(derived: readonly Derivation[], which: "strangers" | "all"): readonly Derivation[]
}

/** Returns the forgotten entries of these projects, or null if there are none. */
export async function withheldFrom(
  teamId: string,
  { source, holder, items, known }: Arrived,
  derived: readonly Derivation[],
  tx?: Tx,
): Promise<Withheld | null> {
  const forbidden = await forgottenOf(
    wholeTeamUnchecked(teamId),
    [...new Set(items.flatMap((item) => item.projectName ?? []))],
    tx,
  )
  if (forbidden.size === 0) return null
  const under = (place: number) => forbidden.get(items[place]?.projectName ?? "")
  const concerned = derived.map(
    (one, place) =>
      one.kind === "memory" &&
      !isSettled(one, known.get(placeKey(items[place] as HeldItem))) &&
      one.parsed.entries.some((entry) => under(place)?.has(hexed(entry.text))),
  )
  const stored = items.flatMap((item, place) =>
    concerned[place] ? (known.get(placeKey(item))?.id ?? []) : [],
  )
  const standing = new Map<string, Map<string, number>>()
  for (const { fileId, text } of await entryTexts(wholeTeamUnchecked(teamId), stored, tx)) {
    const counts = standing.get(fileId) ?? new Map<string, number>()
    standing.set(fileId, counts.set(hexed(text), (counts.get(hexed(text)) ?? 0) + 1))
  }
  const isNew = (place: number) => concerned[place] === true && !known.has(placeKey(items[place] as HeldItem))
  const moving = items.some((_, place) => isNew(place))
    ? await movingOf(teamId, source.id, tx)
    : new Map<string, Map<string, number>>()
  const standsIn = (place: number, item: HeldItem) =>
    (isNew(place) ? moving.get(item.projectName ?? "") : standing.get(known.get(placeKey(item))?.id ?? "")) ??
    new Map<string, number>()
  return {
    from: (now, which) =>
      now.map((one, place) => {
        const [item, forgotten] = [items[place] as HeldItem, under(place)]
        if (one.kind !== "memory" || !concerned[place] || !forgotten) return one
        return without(one, {
          readAs: holder + item.path,
          path: item.path,
          forgotten,
          stands: standsIn(place, item),
          which,
        })
      }),
  }
}

/**
 * Returns the hashes of the entries of files that this source moved, by project, each with the count 1. A
 * renamed file thus keeps its entries.
 */
async function movingOf(
  teamId: string,
  sourceId: string,
  tx?: Tx,
): Promise<Map<string, Map<string, number>>> {
  const moving = new Map<string, Map<string, number>>()
  for (const { project, text } of await textsMovedBySource(wholeTeamUnchecked(teamId), sourceId, tx))
    moving.set(project, (moving.get(project) ?? new Map<string, number>()).set(hexed(text), 1))
  return moving
}

/**
 * True if the bytes are the current text or the merge base. Later decisions then stay, and nothing is
 * written.
 */
const isSettled = (derived: DerivedFile, stored: KnownFile | undefined): boolean =>
  stored !== undefined && isCurrentOrBase(stored, sourceHash(derived))

const hexed = (text: string): string => hexOf(hashOfStatement(text))

interface Without {
  readonly path: string
  readonly readAs: string
  readonly forgotten: ReadonlyMap<string, RestoreBan>
  /** Number of occurrences of each statement in the stored file. */
  readonly stands: ReadonlyMap<string, number>
  readonly which: "strangers" | "all"
}

/**
 * Returns a file without forgotten entries and otherwise unchanged. Quarantines the file if the entries
 * cannot be removed.
 */
function without(
  derived: DerivedFile,
  { path, readAs, forgotten, stands, which }: Without,
): DerivedFile | QuarantinedFile {
  const seen = new Map<string, number>()
  const out = derived.parsed.entries.flatMap((entry, place) => {
    const hash = hexed(entry.text)
    const why = forgotten.get(hash)
    if (!why) return []
    const before = seen.get(hash) ?? 0
    seen.set(hash, before + 1)
    const allowed = stands.get(hash) ?? 0
    return before < allowed || (which === "strangers" && allowed > 0)
      ? []
      : [{ place, line: entry.span.line, why }]
  })
  if (out.length === 0) return derived
  const format = storedFormat(derived.format)
  const text = leaveOut(
    { format, path: readAs, text: derived.text },
    out.map((one) => one.place),
  )
  const again =
    text === null
      ? null
      : deriveAs({ format, location: derived.location }, { path: readAs, text, bytes: Buffer.from(text) })
  const diagnostics = out.map(({ line, why }): Diagnostic => ({
    line,
    column: 1,
    severity: "info",
    code: "forgotten",
    message: `left out: ${leftOutReason(why)}`,
  }))
  if (again?.kind !== "memory") return setAsideFor(path, out[0] as (typeof out)[number], diagnostics)
  return {
    ...again,
    broughtAs: sourceHash(derived),
    ...(derived.merged ? { merged: true } : {}),
    leftOut: [...(derived.leftOut ?? []), ...diagnostics],
  }
}

export const leftOutReason = ({ at, by, reason }: RestoreBan): string =>
  `forgotten on ${at.toISOString().slice(0, 10)} by ${by}: ${reason}`

function setAsideFor(
  path: string,
  { line, why }: { line: number; why: RestoreBan },
  diagnostics: readonly Diagnostic[],
): QuarantinedFile {
  const reason = `line ${line} of ${path} was ${leftOutReason(why)}. The file was skipped because the rest of it would be parsed differently without that line. Remove the line, or restore the entry`
  return {
    kind: "set-aside",
    reason,
    diagnostics: diagnostics.map((one) => ({ ...one, severity: "error" as const, message: reason })),
  }
}
