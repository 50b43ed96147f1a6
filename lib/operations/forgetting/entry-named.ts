import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { entriesByKey } from "@/lib/db/memory-files/entry-keys"
import { isId } from "@/lib/db/infra/identifiers"
import { projectBound, visiblePlaces } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type ProposalPlace, proposalPlace } from "../proposals/team-and-project"
import { noEntry } from "./entry-state"

/** Maximum number of candidates listed if a key is ambiguous. */
const NAMED = 10

export interface EntryReference {
  readonly reference: string
  readonly scope: string | undefined
  readonly team: string | undefined
  readonly project: string | undefined
  /** True to prefer forgotten entries to current ones. */
  readonly forgotten?: boolean
}

/**
 * Returns the id of an entry given by its id, or by the key in its file, such as mem-001.
 *
 * Keys repeat, because every file counts from mem-001. A key is looked up in the named project, or in the only project that the actor may
 * write to; sample projects count only if there is no other. With several projects a key alone is always refused, even if only one
 * of them has it: a repeated command could otherwise change an entry that the caller never saw. The key must be unique in its project.
 */
export async function entryNamed(
  actor: Actor,
  { reference, scope, team, project, forgotten = false }: EntryReference,
): Promise<Outcome<string>> {
  if (isId(reference)) return done(reference)
  const places = await writablePlaces(actor)
  const named = await projectMeant(actor, { team, project }, places)
  if (!named.ok) return named
  const meant = named.value
  const teams = (await visiblePlaces(actor, null)).filter(({ id }) => can(actor, "read", { teamId: id }))
  const found = await entriesWithKey(
    meant ? [visibilityOf(actor, meant.team.id, meant.project.id)] : visibilitiesOf(actor, teams),
    {
      key: reference,
      scope,
      take: NAMED + 1,
      forgotten,
    },
  )
  const [only, another] = found
  if (!only) return noEntry(meant ? `${reference} in ${meant.project.name} of ${meant.team.name}` : reference)
  if (!another && (meant || places.length === 0)) return done(only.id)
  const slugs = new Map(teams.map(({ id, slug }) => [id, slug]))
  return ambiguousKey(reference, found, { slugs, isProjectNamed: meant !== null })
}

type WritablePlace = Pick<ProposalPlace, "team" | "project">

/** Returns the named project, or the only writable one. Null if none is named and there are several. */
async function projectMeant(
  actor: Actor,
  { team, project }: Pick<EntryReference, "team" | "project">,
  [first, ...others]: readonly WritablePlace[],
): Promise<Outcome<WritablePlace | null>> {
  if (team !== undefined || project !== undefined) return proposalPlace(actor, { team, project }, "read")
  return done(others.length === 0 ? (first ?? null) : null)
}

/** Finds entries by key. With `forgotten`, returns current entries only if no forgotten one has the key. */
async function entriesWithKey(
  visible: readonly Visibility[],
  query: Parameters<typeof entriesByKey>[1],
): ReturnType<typeof entriesByKey> {
  const forgotten = query.forgotten ? await entriesByKey(visible, query) : []
  return forgotten.length > 0 ? forgotten : entriesByKey(visible, { ...query, forgotten: false })
}

function ambiguousKey(
  reference: string,
  found: Awaited<ReturnType<typeof entriesByKey>>,
  {
    slugs,
    isProjectNamed,
  }: { readonly slugs: ReadonlyMap<string, string>; readonly isProjectNamed: boolean },
): Refusal {
  const candidates = found
    .slice(0, NAMED)
    .map(({ teamId, ...entry }) => ({ ...entry, team: slugs.get(teamId) ?? "" }))
  const lines = candidates.map(
    (one) =>
      `${one.id}  ${one.team}/${one.project}  ${one.path}:${one.line}  ${one.text.split("\n")[0]?.slice(0, 80)}`,
  )
  const why = found.length > 1 ? "is the key of several entries" : "is a key that exists in several projects"
  const byProject = isProjectNamed ? "" : `the project (--project ${found[0]?.project}) or `
  const list = `${lines.join("\n")}${found.length > NAMED ? "\n…" : ""}`
  return refused("conflict", `${reference} ${why}. Specify ${byProject}the entry's ID\n${list}`, {
    candidates,
  })
}

/** Returns the projects that the actor may propose to. Sample projects only if there is no other. */
async function writablePlaces(actor: Actor): Promise<WritablePlace[]> {
  const bound = projectBound(actor)
  const places = (await visiblePlaces(actor, null)).flatMap(({ projects, ...team }) =>
    projects.map((project) => ({ team, project })),
  )
  const writable = places.filter(
    ({ team, project }) =>
      (bound === null || project.id === bound) &&
      can(actor, "read", { teamId: team.id }) &&
      can(actor, "propose", { teamId: team.id, projectId: project.id }),
  )
  const own = writable.filter(({ team }) => !team.sample)
  return own.length > 0 ? own : writable
}
