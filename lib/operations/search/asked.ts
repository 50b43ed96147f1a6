import { ANY, type SearchFilter, idsOf, type Sides } from "@/lib/db/search/filter"
import { verifiedEntryIds } from "@/lib/db/search/found"
import { projectBound, SHARED_SCOPES, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { SCOPES } from "@/lib/memory/memory-files/scope"
import {
  type Condition,
  type Facet,
  FACETS,
  readSearchBox,
  type SearchBox,
} from "@/lib/memory/search/search-box"
import { readDay } from "@/lib/memory/search/search-day"
import { STALE_AFTER_DAYS } from "@/lib/memory/memory-files/staleness"
import { datePlusDays } from "@/lib/memory/policies/verification"
import { projectOf } from "../teams/project-of"
import { proposalPlace } from "../proposals/place"
import { readableTeams } from "../teams/team-of"
import { vouchedOf } from "../verification/vouched"

/** What one may say beside the words, each but `project` and `team` as a filter in the words says it, and stronger than that. */
export type SearchInput = { readonly q: string } & Readonly<
  Partial<Record<Facet | "before" | "after", string | undefined>>
> & { readonly is?: Condition | undefined }

/** A search as it was understood: the words, and where to look for them. */
export interface AskedSearch {
  readonly words: string
  /** The values that it is narrowed to. */
  readonly only: SearchBox["only"]
  /** One or two of each team that may be read and is not left out; no entry is in two of them. */
  readonly places: readonly SearchPlace[]
  /** Whether anything narrows it: without words and filters nothing is searched. */
  readonly narrowed: boolean
  /** The only project that whoever asks may know of; null: all of their teams. */
  readonly bound: string | null
  /** ISO day of the search. */
  readonly today: string
  /** What could not be understood, for whoever asked. */
  readonly notes: readonly string[]
}

export interface SearchPlace {
  readonly team: string
  readonly teamId: string
  readonly filter: SearchFilter
  /** The memory that the actor may see here, without the filters of the search. */
  readonly reach: Reach
}

type Reach = Pick<SearchFilter, "projects" | "scopes" | "shared">

/**
 * Reads the words and the filters, and looks up what they name in each team that the actor may read. A project beside the words is one,
 * as everywhere; among the words (project:ledger) it is a filter, for whatever is called so. `today`: an ISO day.
 */
export async function readAsked(
  actor: Actor,
  input: SearchInput,
  today: string,
): Promise<Outcome<AskedSearch>> {
  for (const name of ["before", "after"] as const) {
    const day = input[name]
    if (day !== undefined && readDay(day, today) === null)
      return refused(
        "invalid",
        `${name}: ${JSON.stringify(day)} is not a date. Use 2026-03-14, 2026-03 or 30d`,
      )
  }
  const box = strengthen(readSearchBox(input.q, today), input, today)
  const one =
    input.project !== undefined && box.only.team === undefined
      ? await proposalPlace(actor, { project: input.project }, "read")
      : null
  if (one && !one.ok) return one
  const teams = one ? done([one.value.team]) : await readableTeams(actor, input.team)
  if (!teams.ok) return teams
  const notes = [...box.notes, ...(one?.value.notes ?? [])]
  const places: SearchPlace[] = []
  for (const team of teams.value) {
    if (input.team === undefined && !names(box, "team", [team.slug, team.name, team.id])) continue
    const filter = await filterOf(actor, team, { box, today })
    if (filter === null) continue
    const place = { team: team.slug, teamId: team.id }
    const bound = projectBound(actor)
    places.push({ ...place, filter, reach: { projects: only(bound), scopes: ANY, shared: false } })
    const scopes = sharedAmong(filter.scopes)
    if (bound === null || box.only.project !== undefined || scopes.length === 0) continue
    const projects = { any: null, none: [bound] }
    places.push({
      ...place,
      filter: { ...filter, projects, shared: true, scopes: { any: scopes, none: [] } },
      reach: { projects, shared: true, scopes: { any: SHARED_SCOPES, none: [] } },
    })
  }
  if (places.length === 0 && input.project !== undefined)
    return refused("not-found", `project not found: ${input.project}`)
  if (places.length === 0)
    notes.push(...(input.team === undefined ? missing(box, "team") : []), ...missing(box, "project"))
  const narrowed =
    box.before !== null ||
    box.after !== null ||
    box.is.length + box.isNot.length > 0 ||
    FACETS.some(
      (facet) =>
        facet !== "team" &&
        (facet !== "project" || input.project === undefined) &&
        (box.only[facet] ?? box.without[facet]) !== undefined,
    )
  return done({
    words: box.words,
    only: box.only,
    places,
    narrowed,
    bound: projectBound(actor),
    today,
    notes,
  })
}

const only = (project: string | null): Sides => ({ any: project === null ? null : [project], none: [] })

/** Returns the shared scopes that a filter lets through. A bound token searches them beside its own project. */
const sharedAmong = ({ any, none }: Sides): string[] =>
  SHARED_SCOPES.filter((scope) => (any ?? [scope]).includes(scope) && !none.includes(scope))

/** What stands beside the words replaces what the words say of the same. */
function strengthen(box: SearchBox, input: SearchInput, today: string): SearchBox {
  const only = { ...box.only }
  const without = { ...box.without }
  for (const facet of FACETS) {
    const value = input[facet]
    if (value === undefined) continue
    only[facet] = [value]
    delete without[facet]
  }
  const { is, before, after } = input
  return {
    ...box,
    only,
    without,
    ...(is === undefined ? {} : { is: [is], isNot: [] }),
    ...(before === undefined ? {} : { before: readDay(before, today) }),
    ...(after === undefined ? {} : { after: readDay(after, today) }),
  }
}

/** Null where nothing of the team can be meant. */
async function filterOf(
  actor: Actor,
  team: VisibleTeam,
  { box, today }: { box: SearchBox; today: string },
): Promise<SearchFilter | null> {
  const projects = await projectsOf(actor, team.id, box)
  if (projects === null) return null
  const bound = projectBound(actor)
  const looked = async (facet: "agent" | "category"): Promise<Sides> => ({
    any: box.only[facet] === undefined ? null : await idsOf(team.id, facet, box.only[facet], bound),
    none: await idsOf(team.id, facet, box.without[facet] ?? [], bound),
  })
  const said = (facet: "scope" | "type" | "format"): Sides => ({
    any: box.only[facet] ?? null,
    none: box.without[facet] ?? [],
  })
  // Of what is one of few, not being some is being one of the others: that the index can look up.
  const others = SCOPES.filter((scope) => !(box.without.scope ?? []).includes(scope))
  const scopes: Sides =
    box.only.scope === undefined && others.length < SCOPES.length ? { any: others, none: [] } : said("scope")
  const [agents, categories] = await Promise.all([looked("agent"), looked("category")])
  const verified = wanted(box, "verified")
  return {
    projects,
    shared: false,
    agents,
    categories,
    scopes,
    types: said("type"),
    formats: said("format"),
    before: box.before,
    after: box.after,
    staleBefore: datePlusDays(today, -STALE_AFTER_DAYS),
    stale: wanted(box, "stale"),
    retired: wanted(box, "retired"),
    verified,
    vouched: verified === null ? [] : await verifiedIds(team.id, today),
    section: null,
  }
}

/** Projects by slug, name or id. Null where none of those that are named is there, or may be seen. */
async function projectsOf(actor: Actor, teamId: string, box: SearchBox): Promise<Sides | null> {
  const idsOfProjects = async (named: readonly string[]) =>
    (await Promise.all(named.map((name) => projectOf(actor, teamId, name)))).flatMap((one) =>
      one.ok && one.value !== null ? [one.value.id] : [],
    )
  const none = await idsOfProjects(box.without.project ?? [])
  if (box.only.project !== undefined) {
    const any = await idsOfProjects(box.only.project)
    return any.length === 0 ? null : { any, none }
  }
  const own = await projectOf(actor, teamId, undefined)
  return own.ok ? { any: own.value === null ? null : [own.value.id], none } : null
}

/** Those that are vouched for in the words that they have now. */
async function verifiedIds(teamId: string, today: string): Promise<string[]> {
  const vouches = await vouchedOf(teamId, await verifiedEntryIds(teamId, today))
  return [...vouches.entries()].filter(([, vouch]) => vouch.until >= today).map(([id]) => id)
}

/** Both at once let nothing through: what is wanted and not wanted is not there. */
function wanted(box: SearchBox, condition: Condition): boolean | null {
  return box.is.includes(condition) ? true : box.isNot.includes(condition) ? false : null
}

function names(box: SearchBox, facet: Facet, called: readonly string[]): boolean {
  const is = (values: readonly string[]) =>
    values.some((value) => called.some((name) => name.toLowerCase() === value.toLowerCase()))
  return (box.only[facet] === undefined || is(box.only[facet])) && !is(box.without[facet] ?? [])
}

const missing = (box: SearchBox, facet: "team" | "project"): string[] =>
  (box.only[facet] ?? []).map((value) => `${facet} not found: ${value}`)
