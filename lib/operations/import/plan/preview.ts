import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import { findImportSource, sourceIndexes } from "@/lib/db/sources/import-runs"
import { diagnosticsAt, type KnownFile, knownFiles } from "@/lib/db/memory-files/store-files"
import { linkedFiles } from "@/lib/formats/memory-signs"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { addRules } from "@/lib/memory/memory-files/format"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { type ImportItemView, itemView } from "../import-outputs"
import { mergeDerivations } from "./merge-decisions"
import type { Derivation } from "../../writing/derive"
import { rowsOfRemovedFiles, type ItemRow, itemRow, placeKey } from "../file-status"
import { compareOffer, type OfferedSource, type Offer } from "./offered-files"
import { MISSING_ID, ownerOfSource } from "../source-facts"
import { checkOffer, wantedAmong } from "../collect"
import { importParser } from "../parse-files"
import type { TeamIdFacts } from "../team-ids-in-paths"

interface Preview extends TeamIdFacts {
  readonly items: ImportItemView[]
  /** Paths of files whose bytes are needed for the preview and were not sent. */
  readonly wanted: string[]
  /** Files that exist after the import, judged by their paths. */
  readonly present: readonly { readonly path: string; readonly projectName: string | null }[]
  /** Files whose bytes were sent, for an estimate. */
  readonly planned: readonly {
    readonly item: HeldItem
    readonly row: ItemRow
    readonly derived: Derivation
    readonly stored: KnownFile | undefined
  }[]
}

/**
 * Returns what an import of an offer would do. Writes nothing. `contents`: bytes of needed files; with them,
 * only these files are returned. Indexes (`MEMORY.md`) must be sent with every portion, because they
 * determine the format of the files beside them.
 */
export async function previewImport(
  given: Offer,
  contents: readonly { readonly path: string; readonly bytes: Uint8Array }[],
): Promise<Outcome<Preview>> {
  const checked = await checkOffer(given)
  if (!checked.ok) return checked
  const offer = checked.value
  const { teamId } = offer
  const whole = wholeTeamUnchecked(teamId)
  const known = await findImportSource(whole, offer.source)
  const source = {
    id: known?.id ?? null,
    takenAs: addRules(known?.takenAs ?? [], offer.takenAs ?? []),
  }
  const rows = await compareOffer(offer, source)
  const facts = { takenAs: source.takenAs, holder: prefixOfMemoryFolder(offer.source, pathsOf(offer)) }
  const present = rows.flatMap(({ path, status, project_name: name }) =>
    status === "wanted" || status === "same" ? [{ path, projectName: name as string | null }] : [],
  )
  if (contents.length === 0) {
    const gone = await goneFrom(offer, source.id, rows)
    const same = rows.flatMap((row) => (row.status === "same" ? [String(row.path)] : []))
    const diagnostics = new Map(
      (await diagnosticsAt(whole, source.id ?? MISSING_ID, same)).map((one) => [one.path, one.diagnostics]),
    )
    const all = [...rows, ...gone].map((row) => ({
      ...row,
      diagnostics: diagnostics.get(String(row.path)) ?? row.diagnostics,
    }))
    return done({ ...facts, items: all.map(viewOf), wanted: wantedAmong(rows), present, planned: [] })
  }
  const wanted = new Map(rows.flatMap((row) => (row.status === "wanted" ? [[row.path, row] as const] : [])))
  const items = contents.flatMap(({ path, bytes }): HeldItem[] => {
    const row = wanted.get(path)
    return row === undefined ? [] : [heldItem(row, bytes)]
  })
  const derived = await derive(offer, source, items)
  const stored = new Map(
    (
      await knownFiles(whole, {
        sourceId: source.id ?? MISSING_ID,
        projectNames: [...new Set(items.flatMap((item) => item.projectName ?? []))],
        from: { sourceId: source.id ?? MISSING_ID, strict: offer.sync === true },
      })
    ).map((file) => [placeKey(file), file]),
  )
  const settled = await mergeDerivations(teamId, {
    source: { id: source.id ?? MISSING_ID, name: offer.source.name, sync: offer.sync === true },
    holder: prefixOfMemoryFolder(offer.source, pathsOf(offer)),
    items,
    derived,
    known: stored,
  })
  const planned = items.map((item, place) => {
    const [one, file] = [settled[place] as Derivation, stored.get(placeKey(item))]
    return { item, row: itemRow({ teamId, id: MISSING_ID }, item, one, file), derived: one, stored: file }
  })
  return done({ ...facts, items: planned.map(({ row }) => viewOf(row)), wanted: [], present, planned })
}

const pathsOf = ({ files, refused }: Offer): string[] => [...files, ...refused].map((file) => file.path)

async function derive(
  offer: Offer,
  { id, takenAs }: OfferedSource,
  items: readonly HeldItem[],
): Promise<Derivation[]> {
  const paths = pathsOf(offer)
  const texts = items
    .filter((item) => /(?:^|\/)MEMORY\.md$/.test(item.path))
    .map((item) => ({ path: item.path, text: new TextDecoder().decode(item.content) }))
  const sent = new Set(texts.map(({ path }) => path))
  const stored = (await sourceIndexes(wholeTeamUnchecked(offer.teamId), id ?? MISSING_ID)).filter(
    ({ path }) => !sent.has(path),
  )
  const linked = linkedFiles([...texts, ...stored], new Set(paths))
  const { teamId, projectName } = offer
  const owner = await ownerOfSource({ teamId, source: { id, name: offer.source.name }, projectName, paths })
  return importParser(paths, prefixOfMemoryFolder(offer.source, paths), { linked, takenAs, owner })(items)
}

async function goneFrom(offer: Offer, sourceId: string | null, rows: readonly { readonly path: string }[]) {
  if (!offer.complete || sourceId === null) return []
  const { teamId, projectName } = offer
  const sync = offer.sync === true
  const known = await knownFiles(wholeTeamUnchecked(teamId), {
    sourceId,
    projectNames: [],
    from: { sourceId, strict: sync },
  })
  return rowsOfRemovedFiles(
    { teamId, id: MISSING_ID, sourceId, sync, projectName },
    known,
    new Set(rows.map((row) => row.path)),
  )
}

type AnyRow = Readonly<Record<string, unknown>>

function heldItem(row: AnyRow & { readonly path: string }, bytes: Uint8Array): HeldItem {
  const { project_name: projectName, agent, category, placed, modified_at: modifiedAt } = row
  return {
    path: row.path,
    status: "received",
    content: bytes,
    modifiedAt: typeof modifiedAt === "string" ? new Date(modifiedAt) : null,
    projectName: projectName as string | null,
    agent: agent as string | null,
    category: category as string | null,
    placed: placed === true,
  }
}

function viewOf(row: AnyRow): ImportItemView {
  const item = row as unknown as ImportItemView & { readonly project_name: string | null }
  return itemView({ ...item, projectName: item.project_name })
}
