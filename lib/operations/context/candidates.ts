import { inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { listOutranking } from "@/lib/db/conflicts/outranked-entries"
import { loadedEntries, loadsAmong, type ForgottenText, type LoadedEntry } from "@/lib/db/context/candidates"
import type { Loader } from "@/lib/db/context/loaded-files"
import {
  EMPTY_CANDIDATE_FIELDS,
  type ContextCandidate,
  type FromCoach,
  isoDay,
  yesterdayOf,
} from "@/lib/memory/context/context-entry"
import type { Scope } from "@/lib/memory/memory-files/format"
import { workspaceStart, type StartFile } from "@/lib/db/agents/workspaces"
import { partsOf } from "@/lib/formats/paths"

/** The start of an agent's context, if the agent has a workspace. */
interface Beginning {
  /** SOUL.md, USER.md and IDENTITY.md as whole documents, in that order. */
  readonly documents: readonly ContextCandidate[]
  /** Revisions of the documents, by file id. */
  readonly revisions: ReadonlyMap<string, number>
  /** Ids of entries that are always included. */
  readonly entries: readonly string[]
  /** `Candidate.startPlace` by file id of the workspace. */
  readonly places: ReadonlyMap<string, number | "older">
}

const NOTHING: Beginning = { documents: [], revisions: new Map(), entries: [], places: new Map() }

const IDENTITY = ["SOUL.md", "USER.md", "IDENTITY.md"]

/**
 * Reads the documents and entries that come first at the start of a session. Empty if the context is for a
 * task. Source: agent memory workspace, "Session-start protocol".
 */
async function readBeginning(
  loader: Loader,
  { task, now }: { readonly task: string | null; readonly now: Date },
): Promise<Beginning> {
  if (task !== null) return NOTHING
  const today = isoDay(now)
  const days = [today, yesterdayOf(today)]
  const files = await workspaceStart(loader, days)
  const identity = files
    .filter(({ role, text }) => role === "identity" && text !== null && text.trim() !== "")
    .toSorted((a, b) => IDENTITY.indexOf(nameOf(a)) - IDENTITY.indexOf(nameOf(b)))
  return {
    documents: identity.map(documentOf),
    revisions: new Map(identity.map(({ id, revision }) => [id, revision])),
    entries: files.flatMap(({ entries }) => entries),
    places: new Map(
      files.filter(({ role }) => role !== "identity").map((file) => [file.id, placeOf(file, days)]),
    ),
  }
}

/**
 * Returns the position of a workspace file: 0 for `MEMORY.md`, 1 for today's log, 2 for yesterday's log, else
 * "older".
 */
function placeOf(file: StartFile, days: readonly string[]): number | "older" {
  if (file.role === "memory") return 0
  const age = days.indexOf(nameOf(file).slice(0, 10))
  return age < 0 ? "older" : age + 1
}

const nameOf = ({ path }: StartFile): string => partsOf(path).name

function documentOf({ id, path, text, scope }: StartFile): ContextCandidate {
  return {
    ...EMPTY_CANDIDATE_FIELDS,
    id,
    text: (text ?? "").trim(),
    path,
    line: 1,
    file: id,
    type: "identity",
    scope: scope as Scope,
    state: "current",
    because: null,
    since: "1970-01-01",
    own: true,
  }
}

/** Extra candidates, because the best ones may include copies, instructions and outranked entries. */
const SPARE = 90

export interface GatheredCandidates {
  readonly beginning: Beginning
  readonly candidates: ContextCandidate[]
  /** Project and file revision of each candidate, by id. */
  readonly loaded: ReadonlyMap<string, LoadedEntry>
  /** Number of current entries that rank below the candidates, without very large shared memory. */
  readonly unread: number
  /** True if more current entries rank below the candidates. */
  readonly more: boolean
  /** True if `unread` leaves out entries of very large shared memory. */
  readonly isPartial: boolean
  /** True if more of the agent's own current entries rank below the candidates. */
  readonly moreOwn: boolean
}

/** Returns the entries that an agent may get, with the data that decides about each. */
export async function gatherCandidates(
  loader: Loader,
  asked: {
    readonly now: Date
    readonly task: string | null
    readonly limit: number
    readonly longest: number
  },
): Promise<GatheredCandidates> {
  const take = SPARE + asked.limit
  const beginning = await readBeginning(loader, asked)
  const { entries, forgotten, disputed, unread, isPartial } = await loadedEntries(
    loader,
    { ...asked, take },
    beginning.entries,
  )
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
    unread,
    isPartial,
    more: hasMore(entries, take),
    moreOwn: hasMore(
      entries.filter(({ own }) => own),
      take,
    ),
  }
}

/** Returns the published synthesis of each entry. For an entry of several syntheses, the orientation. */
export function publishedOf({ published }: Pick<Loader, "published">): ReadonlyMap<string, FromCoach> {
  const briefsFirst = published.toSorted(
    (one, other) => Number(one.kind === "orientation") - Number(other.kind === "orientation"),
  )
  return new Map(briefsFirst.map(({ entry, synthesis, title, kind }) => [entry, { synthesis, title, kind }]))
}

const hasMore = (entries: readonly LoadedEntry[], take: number): boolean =>
  entries.filter(({ state }) => state === "current").length >= take

/**
 * Returns the candidate for an entry. Lists every field, because spreading one object into another is slower
 * than ranking the entries.
 */
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
    ...EMPTY_CANDIDATE_FIELDS,
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

/**
 * Returns the entries that are outranked by an entry that the same agent loads, or by an override, each with
 * the outranking entry.
 */
async function outrankedIn(
  loader: Loader,
  disputed: readonly string[],
): Promise<Map<string, NonNullable<ContextCandidate["outranked"]>>> {
  const found = await listOutranking(inProject(wholeTeamUnchecked(loader.teamId), loader.projectId), disputed)
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
