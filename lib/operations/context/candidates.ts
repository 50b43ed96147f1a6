import { allThatOutrank } from "@/lib/db/conflicts/precedence"
import { loadedEntries, loadsAmong } from "@/lib/db/context/entries"
import type { ForgottenText, LoadedEntry } from "@/lib/db/context/picked-entries"
import type { Loader } from "@/lib/db/context/loaded-files"
import { type ContextCandidate, type FromCoach, NOTHING_KNOWN } from "@/lib/memory/context/context-entry"
import { type Beginning, readBeginning } from "./beginning"
import type { Scope } from "@/lib/memory/memory-files/scope"

/** Looked at beyond what is asked for: so many copies, orders and outranked ones may stand among the best. */
const SPARE = 90

export interface Gathered {
  readonly beginning: Beginning
  readonly candidates: ContextCandidate[]
  /** The project and the file's revision of each candidate, by its id. */
  readonly loaded: ReadonlyMap<string, LoadedEntry>
  /** Whether current entries rank below those that are looked at. */
  readonly more: boolean
  /** Of the agent's own among them. */
  readonly moreOwn: boolean
}

/** What an agent may be given, with all that decides whether it is. */
export async function gatherCandidates(
  loader: Loader,
  asked: {
    readonly now: Date
    readonly task: string | null
    readonly limit: number
    readonly longest: number
  },
): Promise<Gathered> {
  const take = SPARE + asked.limit
  const beginning = await readBeginning(loader, asked)
  const { entries, forgotten, disputed } = await loadedEntries(loader, { ...asked, take }, beginning.entries)
  const outranked = await outrankedIn(loader, disputed)
  const published = publishedOf(loader)
  const candidates = entries.map((entry) =>
    candidateOf(entry, {
      outranked: outranked.get(entry.id) ?? null,
      fromCoach: published.get(entry.id) ?? null,
      startPlace: beginning.places.get(entry.fileId),
    }),
  )
  return {
    beginning,
    candidates: [...candidates, ...forgotten.map(forgottenCandidate)],
    loaded: new Map(entries.map((entry) => [entry.id, entry])),
    more: hasMore(entries, take),
    moreOwn: hasMore(
      entries.filter(({ own }) => own),
      take,
    ),
  }
}

/** By entry; what several say is an orientation's. */
export function publishedOf({ published }: Pick<Loader, "published">): ReadonlyMap<string, FromCoach> {
  const briefsFirst = published.toSorted(
    (one, other) => Number(one.kind === "orientation") - Number(other.kind === "orientation"),
  )
  return new Map(briefsFirst.map(({ entry, synthesis, title, kind }) => [entry, { synthesis, title, kind }]))
}

const hasMore = (entries: readonly LoadedEntry[], take: number): boolean =>
  entries.filter(({ state }) => state === "current").length >= take

/** Each member by its name: with a hundred of them, spreading one object into another takes longer than ranking them. */
export function candidateOf(
  entry: LoadedEntry,
  {
    outranked = null,
    fromCoach = null,
    startPlace,
  }: Partial<Pick<ContextCandidate, "outranked" | "fromCoach">> & {
    readonly startPlace?: ContextCandidate["startPlace"] | undefined
  } = {},
): ContextCandidate {
  return {
    id: entry.id,
    text: entry.text,
    title: entry.title,
    labels: entry.labels,
    about: entry.about,
    path: entry.path,
    line: entry.line,
    file: entry.fileId,
    section: entry.section,
    type: entry.type,
    scope: entry.scope as Scope,
    state: entry.state === "retired" ? "retired" : "current",
    because: entry.retiredBecause,
    audience: entry.audience ?? "everyone",
    run: entry.goal === null ? null : { goal: entry.goal, place: entry.position },
    outranked,
    vouched: false,
    confidence: entry.confidence,
    date: entry.date,
    since: entry.since,
    accessed: entry.accessed,
    approvedOn: entry.approvedOn,
    own: entry.own,
    fromCoach,
    ...(startPlace === undefined ? {} : { startPlace }),
  }
}

function forgottenCandidate({ id, text, path, fileId, scope, reason, day }: ForgottenText): ContextCandidate {
  return {
    ...NOTHING_KNOWN,
    id,
    text,
    path,
    line: 0,
    file: fileId,
    scope: scope as Scope,
    state: "forgotten",
    because: reason,
    since: day,
  }
}

/** What gives way to something that the same agent loads, or that a person let prevail: what others remember outranks nothing here. */
async function outrankedIn(
  loader: Loader,
  disputed: readonly string[],
): Promise<Map<string, NonNullable<ContextCandidate["outranked"]>>> {
  const found = await allThatOutrank(loader.teamId, disputed, loader.projectId)
  const loaded = await loadsAmong(
    loader,
    [...found.values()].flatMap((all) => all.flatMap(({ by, override }) => (override ? [] : [by]))),
  )
  return new Map(
    [...found].flatMap(([id, all]) => {
      const [first, ...others] = all.filter((one) => one.override || loaded.has(one.by))
      return first ? [[id, { ...first, also: others.map(({ by }) => by) }] as const] : []
    }),
  )
}
