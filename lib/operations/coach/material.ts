import { taxonomyOf } from "@/lib/db/agents/categories"
import {
  coachedAgents,
  type MaterialEntry,
  materialEntries,
  type MaterialFile,
  materialFiles,
  openContradictions,
} from "@/lib/db/coach/material"
import type { SynthesisKind } from "@/lib/memory/coach/kinds"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import { categoryOfName } from "@/lib/memory/agents/taxonomy-placing"
import { fairShares } from "./fair-shares"
import { packEntries, type PackedMaterial, type UnflaggedEntry, withFlags } from "./packed-material"

/** Where the coach works, as far as its material hangs on it. */
export interface MaterialPlace {
  readonly team: { readonly id: string; readonly name: string }
  /** Null: all projects of the team. */
  readonly project: { readonly id: string; readonly slug: string; readonly name: string } | null
}

export interface MaterialWish {
  readonly kind: SynthesisKind
  /** Whom an orientation is for. */
  readonly agent: string | null
  /** ISO day. */
  readonly today: string
  /** Entries, at most. */
  readonly most: number
  /** Aborted: it rejects with the reason. */
  readonly signal?: AbortSignal
  /** Called as it goes on, with how many of how many entries were read. */
  readonly reading?: (read: number, all: number) => void
}

/** Most entries of which a synthesis is made. */
export const MOST_ENTRIES = 300_000
/** Entries that are read at once: what takes longer to take apart would hold up all else. */
const PORTION = 3_000
const MOST_CONTRADICTIONS = 500

/** All that the coach reads of a place. Where there are more entries than `most`, each agent and each shared memory gives its newest, as many as any other. */
export async function coachMaterial(place: MaterialPlace, wish: MaterialWish): Promise<CoachMaterial> {
  const entries: CoachEntry[] = []
  const material = await readMaterial(place, wish, (some) => {
    for (const entry of some) entries.push(withFlags(entry))
  })
  return { ...material, entries }
}

/** The same as `coachMaterial`, packed. */
export async function packedMaterial(place: MaterialPlace, wish: MaterialWish): Promise<PackedMaterial> {
  const portions: Uint8Array[] = []
  let count = 0
  const material = await readMaterial(place, wish, (some) => {
    portions.push(packEntries(some))
    count += some.length
  })
  return { ...material, portions, count }
}

/** `take` gets the entries, some thousand at a time. */
async function readMaterial(
  place: MaterialPlace,
  { kind, agent, today, most, signal, reading }: MaterialWish,
  take: (entries: readonly UnflaggedEntry[]) => void,
): Promise<Omit<CoachMaterial, "entries">> {
  const within = { teamId: place.team.id, projectId: place.project?.id ?? null }
  const [files, agents, contradictions] = await Promise.all([
    materialFiles(within),
    coachedAgents(within),
    openContradictions(within, MOST_CONTRADICTIONS),
  ])
  const { wanted, all } = chosen(files, most)
  const expected = wanted.reduce((sum, one) => sum + one.most, 0)
  const contrary = new Set(contradictions.flatMap(({ left, right }) => [left, right]))
  const known = new Set<string>()
  let count = 0
  for (const portion of portionsOf(wanted)) {
    signal?.throwIfAborted()
    const byId = new Map(portion.map(({ file }) => [file.id, file]))
    const rows = await materialEntries(
      within.teamId,
      portion.map((one) => ({ id: one.file.id, most: one.most })),
    )
    const entries = rows.flatMap((entry) => {
      const file = byId.get(entry.file)
      return file ? [coachEntry(file, entry)] : []
    })
    for (const { id } of entries) if (contrary.has(id)) known.add(id)
    count += entries.length
    take(entries)
    reading?.(count, expected)
  }
  const namesakes = agents.filter((one) => one.name === agent)
  return {
    kind,
    agent:
      agent === null
        ? null
        : {
            name: agent,
            category: namesakes[0]
              ? namesakes[0].category
              : (categoryOfName(await taxonomyOf(within.teamId), agent)?.slug ?? null),
            project: place.project?.slug ?? (namesakes.length === 1 ? (namesakes[0]?.project ?? null) : null),
          },
    place: place.project?.name ?? place.team.name,
    oneProject: place.project !== null,
    today,
    agents,
    contradictions: contradictions.filter((one) => known.has(one.left) && known.has(one.right)),
    left: all > most ? all - count : 0,
  }
}

interface Wanted {
  readonly file: MaterialFile
  readonly most: number
}

/** Each file with how many of its entries are read. */
function chosen(files: readonly MaterialFile[], most: number): { wanted: Wanted[]; all: number } {
  const all = files.reduce((sum, one) => sum + one.standing, 0)
  if (all <= most) return { wanted: files.map((file) => ({ file, most: file.standing })), all }
  const held = new Map<string, MaterialFile[]>()
  for (const file of files) held.set(file.holder, [...(held.get(file.holder) ?? []), file])
  const shares = fairShares(
    [...held.values()].map((own) => own.reduce((sum, one) => sum + one.standing, 0)),
    most,
  )
  const perFile = new Map(
    [...held.values()].flatMap((own, place) =>
      fairShares(
        own.map((one) => one.standing),
        shares[place] ?? 0,
      ).map((share, number) => [own[number]?.id, share] as const),
    ),
  )
  return {
    wanted: files.flatMap((file) =>
      (perFile.get(file.id) ?? 0) > 0 ? [{ file, most: perFile.get(file.id) ?? 0 }] : [],
    ),
    all,
  }
}

function portionsOf(wanted: readonly Wanted[]): Wanted[][] {
  const portions: Wanted[][] = []
  let room = 0
  for (const one of wanted) {
    const last = portions.at(-1)
    if (!last || one.most > room) {
      portions.push([one])
      room = PORTION - one.most
    } else {
      last.push(one)
      room -= one.most
    }
  }
  return portions
}

const coachEntry = (
  { id: file, path, project, agent, category, scope }: MaterialFile,
  { id, text, line, section, type, date, confidence }: MaterialEntry,
): UnflaggedEntry => ({
  id,
  text,
  file,
  path,
  line,
  project,
  agent,
  category,
  scope,
  section,
  type,
  date,
  confidence,
})

/** Entries whose flags are looked for before anything else has its turn. */
const FLAGGED_AT_ONCE = 50

/** Looks for the flags of all entries, a few at a time: whoever asks for them afterwards waits no more. */
export async function flagAll(entries: readonly CoachEntry[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < entries.length; from += FLAGGED_AT_ONCE) {
    signal?.throwIfAborted()
    for (const entry of entries.slice(from, from + FLAGGED_AT_ONCE)) void entry.flags
    await new Promise(setImmediate)
  }
}

/** How much there is to read, without reading it: entries that would be read, and agents that have some. */
export async function materialSize(
  place: MaterialPlace,
  most: number,
): Promise<{ entries: number; agents: number }> {
  const files = await materialFiles({ teamId: place.team.id, projectId: place.project?.id ?? null })
  const agents = new Set(
    files.flatMap(({ agent, project }) => (agent === null ? [] : [`${project}/${agent}`])),
  )
  return {
    entries: Math.min(
      most,
      files.reduce((sum, one) => sum + one.standing, 0),
    ),
    agents: agents.size,
  }
}
