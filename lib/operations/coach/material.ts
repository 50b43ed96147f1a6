import { inProject, type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { taxonomyOf } from "@/lib/db/agents/categories"
import {
  coachedAgents,
  type MaterialEntry,
  materialEntries,
  type MaterialFile,
  materialFiles,
  openContradictions,
} from "@/lib/db/coach/material"
import type { SynthesisKind, CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"
import { categoryOfName } from "@/lib/memory/agents/categories"
import { packEntries, type PackedMaterial, type UnflaggedEntry, withFlags } from "./extractive-analysis"

/** The team, and optionally the project, whose memory the coach reads. */
export interface MaterialPlace {
  readonly team: { readonly id: string; readonly name: string }
  /** Project whose memory is read. Null for all projects of the team. */
  readonly project: { readonly id: string; readonly slug: string; readonly name: string } | null
}

export interface MaterialRequest {
  readonly kind: SynthesisKind
  /** Agent that an orientation is written for. Null for other kinds. */
  readonly agent: string | null
  /** ISO day. */
  readonly today: string
  /** Maximum number of entries to read. */
  readonly most: number
  /** Signal to stop reading. If aborted, reading rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Reports progress: entries read so far, and entries expected. */
  readonly reading?: (read: number, all: number) => void
}

/** Maximum number of entries that a synthesis reads. */
export const MOST_ENTRIES = 300_000
/** Entries per query. Decoding a larger result would block the event loop. */
const PORTION = 3_000
const MOST_CONTRADICTIONS = 500

/**
 * Returns everything that the coach reads of a place. With more than `most` entries, reads an equal number of
 * the newest from each agent and each shared memory.
 */
export async function coachMaterial(place: MaterialPlace, wish: MaterialRequest): Promise<CoachMaterial> {
  const entries: CoachEntry[] = []
  const material = await readMaterial(place, wish, (some) => {
    for (const entry of some) entries.push(withFlags(entry))
  })
  return { ...material, entries }
}

/** Returns the result of `coachMaterial` with its entries packed into bytes. */
export async function packedMaterial(place: MaterialPlace, wish: MaterialRequest): Promise<PackedMaterial> {
  const portions: Uint8Array[] = []
  let count = 0
  const material = await readMaterial(place, wish, (some) => {
    portions.push(packEntries(some))
    count += some.length
  })
  return { ...material, portions, count }
}

/** Calls `take` with portions of the entries, and returns the rest of the material. */
async function readMaterial(
  place: MaterialPlace,
  { kind, agent, today, most, signal, reading }: MaterialRequest,
  take: (entries: readonly UnflaggedEntry[]) => void,
): Promise<Omit<CoachMaterial, "entries">> {
  const within = visibilityOfPlace(place)
  const [files, agents, contradictions] = await Promise.all([
    materialFiles(within),
    coachedAgents(within),
    openContradictions(within, MOST_CONTRADICTIONS),
  ])
  const { wanted, all } = chosen(files, most)
  const expected = wanted.reduce((sum, one) => sum + one.most, 0)
  const contradicting = new Set(contradictions.flatMap(({ left, right }) => [left, right]))
  const known = new Set<string>()
  let count = 0
  for (const portion of portionsOf(wanted)) {
    signal?.throwIfAborted()
    const entries = await readPortion(within, portion)
    for (const { id } of entries) if (contradicting.has(id)) known.add(id)
    count += entries.length
    take(entries)
    reading?.(count, expected)
  }
  return {
    kind,
    agent: agent === null ? null : await orientedAgent(place, agent, agents),
    place: place.project?.name ?? place.team.name,
    oneProject: place.project !== null,
    today,
    agents,
    contradictions: contradictions.filter((one) => known.has(one.left) && known.has(one.right)),
    left: all > most ? all - count : 0,
  }
}

/**
 * Returns the visibility of everything at a place, without a check of rights. Starting a run needs the right
 * to coach there.
 */
export const visibilityOfPlace = ({ team, project }: MaterialPlace): Visibility =>
  inProject(wholeTeamUnchecked(team.id), project?.id ?? null)

async function readPortion(within: Visibility, portion: readonly Wanted[]): Promise<UnflaggedEntry[]> {
  const byId = new Map(portion.map(({ file }) => [file.id, file]))
  const rows = await materialEntries(
    within,
    portion.map((one) => ({ id: one.file.id, most: one.most })),
  )
  return rows.flatMap((entry) => {
    const file = byId.get(entry.file)
    return file ? [coachEntry(file, entry)] : []
  })
}

/**
 * Returns the agent with its category and project. The project is null if several projects have an agent of
 * that name.
 */
async function orientedAgent(
  { team, project }: MaterialPlace,
  name: string,
  agents: CoachMaterial["agents"],
): Promise<CoachMaterial["agent"]> {
  const namesakes = agents.filter((one) => one.name === name)
  const [first] = namesakes
  return {
    name,
    category: first
      ? first.category
      : (categoryOfName(await taxonomyOf(wholeTeamUnchecked(team.id)), name)?.slug ?? null),
    project: project?.slug ?? (first && namesakes.length === 1 ? first.project : null),
  }
}

interface Wanted {
  readonly file: MaterialFile
  readonly most: number
}

/** Returns each file with the number of its entries to read, and the number of all entries. */
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

/** Entries whose flags are computed before the event loop continues. */
const FLAGGED_AT_ONCE = 50

/**
 * Computes the flags of all entries without blocking the event loop. Later reads of `flags` are then
 * immediate.
 */
export async function computeFlags(entries: readonly CoachEntry[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < entries.length; from += FLAGGED_AT_ONCE) {
    signal?.throwIfAborted()
    for (const entry of entries.slice(from, from + FLAGGED_AT_ONCE)) void entry.flags
    await new Promise(setImmediate)
  }
}

/** Returns the number of entries that would be read, and of agents that have entries. Reads no text. */
export async function materialSize(
  place: MaterialPlace,
  most: number,
): Promise<{ entries: number; agents: number }> {
  const files = await materialFiles(visibilityOfPlace(place))
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

/**
 * Distributes `most` fairly: small counts are taken whole, and no other count gets more than another that has
 * as many left.
 */
export function fairShares(counts: readonly number[], most: number): number[] {
  const shares = counts.map(() => 0)
  let left = most
  const order = counts
    .map((count, place) => ({ count, place }))
    .toSorted((a, b) => a.count - b.count || b.place - a.place)
  for (const [number, { count, place }] of order.entries()) {
    const share = Math.min(count, Math.floor(left / (order.length - number)))
    shares[place] = share
    left -= share
  }
  return shares
}
