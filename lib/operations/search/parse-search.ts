import { visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { ANY_VALUE, type SearchFilter, idsOf, type FilterValues } from "@/lib/db/search/filter"
import { verifiedEntryIds } from "@/lib/db/memory-files/entries"
import { readPolicies } from "@/lib/db/policies"
import { SHARED_SCOPES, type VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { SCOPES } from "@/lib/memory/memory-files/format"
import {
  type Condition,
  type Facet,
  FACETS,
  readSearchBox,
  type SearchBox,
  readDay,
} from "@/lib/memory/search/search-box"
import { stalenessByPlace } from "../policies/places"
import { projectOf, readableTeams } from "../teams/team-and-project"
import { proposalPlace } from "../proposals/proposal-place"
import { readVerifications } from "../verification/verify-entries"

/**
 * A query with filters. Each of these filters replaces the filter of that name in the text of the query
 * (`agent:...`).
 */
export type SearchInput = { readonly q: string } & Readonly<
  Partial<Record<Facet | "before" | "after", string | undefined>>
> & { readonly is?: Condition | undefined }

/** A parsed search: the words, the filters, and the places to search. */
export interface ParsedSearch {
  readonly words: string
  /** Filters by facet, with the accepted values. */
  readonly only: SearchBox["only"]
  /** Places to search, one or two for each readable team. They never overlap. */
  readonly places: readonly SearchPlace[]
  /** True if the search has a filter. A search without words and filters finds nothing. */
  readonly narrowed: boolean
  /** ISO date of the search. */
  readonly today: string
  /** Messages about parts of the query that were not understood. */
  readonly notes: readonly string[]
}

export interface SearchPlace {
  readonly team: string
  readonly teamId: string
  readonly visible: Visibility
  readonly filter: SearchFilter
  /** All memory of the place that the actor may see, without the filters of the search. */
  readonly reach: Reach
}

type Reach = Pick<SearchFilter, "projects" | "scopes" | "shared">

/**
 * Parses the query and resolves its filters in each team that the actor may read. `input.project` must name
 * exactly one project. A filter in the text (`project:ledger`) matches every project of that name. `today`:
 * an ISO day.
 */
export async function parseSearch(
  actor: Actor,
  input: SearchInput,
  today: string,
): Promise<Outcome<ParsedSearch>> {
  const invalid = whyNoDate(input, today)
  if (invalid) return invalid
  const box = strengthen(readSearchBox(input.q, today), input, today)
  const teams = await teamsMeant(actor, input, box)
  if (!teams.ok) return teams
  const places: SearchPlace[] = []
  for (const team of teams.value.teams) {
    const isMeant = input.team !== undefined || names(box, "team", [team.slug, team.name, team.id])
    if (isMeant) places.push(...(await placesIn(actor, team, { box, today })))
  }
  if (places.length === 0 && input.project !== undefined)
    return refused("not-found", `project not found: ${input.project}`)
  return done({
    words: box.words,
    only: box.only,
    places,
    narrowed: isNarrowed(box, input),
    today,
    notes: [...box.notes, ...teams.value.notes, ...(places.length === 0 ? missingNames(box, input) : [])],
  })
}

function whyNoDate(input: SearchInput, today: string): Refusal | null {
  for (const name of ["before", "after"] as const) {
    const day = input[name]
    if (day !== undefined && readDay(day, today) === null)
      return refused(
        "invalid",
        `${name}: ${JSON.stringify(day)} is not a date. Use a format such as 2026-03-14, 2026-03 or 30d`,
      )
  }
  return null
}

/** Returns the team of `input.project`, or all readable teams. Refuses unknown names. */
async function teamsMeant(
  actor: Actor,
  { team, project }: SearchInput,
  box: SearchBox,
): Promise<Outcome<{ teams: readonly VisibleTeam[]; notes: readonly string[] }>> {
  if (project !== undefined && box.only.team === undefined) {
    const place = await proposalPlace(actor, { project }, "read")
    return place.ok ? done({ teams: [place.value.team], notes: place.value.notes ?? [] }) : place
  }
  const teams = await readableTeams(actor, team)
  return teams.ok ? done({ teams: teams.value, notes: [] }) : teams
}

/**
 * Returns the places to search in a team. For an actor that is bound to a project, a second place is the
 * memory that the whole team shares, unless the search names a project or excludes the shared scopes. Empty
 * if nothing in the team can match.
 */
async function placesIn(
  actor: Actor,
  team: VisibleTeam,
  { box, today }: { box: SearchBox; today: string },
): Promise<SearchPlace[]> {
  const filter = await filterOf(actor, team, { box, today })
  if (filter === null) return []
  const visible = visibilityOf(actor, team.id)
  const common = { team: team.slug, teamId: team.id, visible }
  const bound = visible.projectId
  const own = { ...common, filter, reach: { projects: only(bound), scopes: ANY_VALUE, shared: false } }
  const scopes = sharedAmong(filter.scopes)
  if (bound === null || box.only.project !== undefined || scopes.length === 0) return [own]
  const projects = { any: null, none: [bound] }
  return [
    own,
    {
      ...common,
      filter: { ...filter, projects, shared: true, scopes: { any: scopes, none: [] } },
      reach: { projects, shared: true, scopes: { any: SHARED_SCOPES, none: [] } },
    },
  ]
}

function isNarrowed(box: SearchBox, { project }: SearchInput): boolean {
  if (box.before !== null || box.after !== null || box.is.length + box.isNot.length > 0) return true
  return FACETS.some(
    (facet) =>
      facet !== "team" &&
      (facet !== "project" || project === undefined) &&
      (box.only[facet] ?? box.without[facet]) !== undefined,
  )
}

const missingNames = (box: SearchBox, { team }: SearchInput): string[] => [
  ...(team === undefined ? missing(box, "team") : []),
  ...missing(box, "project"),
]

const only = (project: string | null): FilterValues => ({
  any: project === null ? null : [project],
  none: [],
})

/**
 * Returns the shared scopes that a filter accepts. A token that is bound to a project also searches these
 * scopes.
 */
const sharedAmong = ({ any, none }: FilterValues): string[] =>
  SHARED_SCOPES.filter((scope) => (any ?? [scope]).includes(scope) && !none.includes(scope))

/** Returns the filters of the text, replaced by those of the input. */
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

/** Returns the filter for a team, or null if nothing in the team can match. */
async function filterOf(
  actor: Actor,
  team: VisibleTeam,
  { box, today }: { box: SearchBox; today: string },
): Promise<SearchFilter | null> {
  const projects = await projectsOf(actor, team.id, box)
  if (projects === null) return null
  const visible = visibilityOf(actor, team.id)
  const looked = async (facet: "agent" | "category"): Promise<FilterValues> => ({
    any: box.only[facet] === undefined ? null : await idsOf(visible, facet, box.only[facet]),
    none: await idsOf(visible, facet, box.without[facet] ?? []),
  })
  const said = (facet: "scope" | "type" | "format"): FilterValues => ({
    any: box.only[facet] ?? null,
    none: box.without[facet] ?? [],
  })
  // The index supports only a list of accepted scopes, so excluded scopes are converted.
  const others = SCOPES.filter((scope) => !(box.without.scope ?? []).includes(scope))
  const scopes: FilterValues =
    box.only.scope === undefined && others.length < SCOPES.length ? { any: others, none: [] } : said("scope")
  const [agents, categories] = await Promise.all([looked("agent"), looked("category")])
  const [stale, verified] = [wanted(box, "stale"), wanted(box, "verified")]
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
    stale:
      stale === null
        ? null
        : { isStale: stale, placed: stalenessByPlace(await readPolicies(visible), new Date(today)) },
    retired: wanted(box, "retired"),
    verified,
    vouched: verified === null ? [] : await verifiedIds(visible, today),
    section: null,
  }
}

/**
 * Resolves projects by slug, name or id, and leaves out those that are not visible. Null if projects are
 * named and none is visible.
 */
async function projectsOf(actor: Actor, teamId: string, box: SearchBox): Promise<FilterValues | null> {
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

/** Returns the ids of entries whose current text is verified on the day `today`. */
async function verifiedIds(visible: Visibility, today: string): Promise<string[]> {
  const vouches = await readVerifications(visible, await verifiedEntryIds(visible, today))
  return [...vouches.entries()].filter(([, vouch]) => vouch.until > today).map(([id]) => id)
}

/** Returns true if a condition is required, false if it is excluded, and null if it is not filtered. */
function wanted(box: SearchBox, condition: Condition): boolean | null {
  if (box.is.includes(condition)) return true
  return box.isNot.includes(condition) ? false : null
}

function names(box: SearchBox, facet: Facet, called: readonly string[]): boolean {
  const is = (values: readonly string[]) =>
    values.some((value) => called.some((name) => name.toLowerCase() === value.toLowerCase()))
  return (box.only[facet] === undefined || is(box.only[facet])) && !is(box.without[facet] ?? [])
}

const missing = (box: SearchBox, facet: "team" | "project"): string[] =>
  (box.only[facet] ?? []).map((value) => `${facet} not found: ${value}`)
