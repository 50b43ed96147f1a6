import { entriesByKey } from "@/lib/db/memory-files/entry-keys"
import { isId } from "@/lib/db/infra/identifiers"
import { projectBound, visiblePlaces } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type ProposalPlace, proposalPlace } from "../proposals/place"
import { noEntry } from "./turn"

/** So many candidates are named where a key is not enough. */
const NAMED = 10

export interface NamedEntry {
  readonly reference: string
  readonly scope: string | undefined
  readonly team: string | undefined
  readonly project: string | undefined
  /** Among what is forgotten, before what stands. */
  readonly forgotten?: boolean
}

/**
 * The id of the entry that is meant: by its id here, else by the key that its own file gives it.
 *
 * Every file counts its keys from mem-001, so a key alone says little. It is looked for in the project that is named; where none is
 * named, in the only one that the actor may write to, the samples left aside as long as there is another. Where there are several
 * projects, nothing is taken by a key alone, not even what only one of them has: whoever runs the same line twice, or beside
 * another team's memory, would forget what they never saw. Within its project the key must be that of one entry.
 */
export async function entryNamed(
  actor: Actor,
  { reference, scope, team, project, forgotten = false }: NamedEntry,
): Promise<Outcome<string>> {
  if (isId(reference)) return done(reference)
  const places = await writablePlaces(actor)
  const named =
    team === undefined && project === undefined ? null : await proposalPlace(actor, { team, project }, "read")
  if (named && !named.ok) return named
  const meant = named ? named.value : places.length === 1 ? (places[0] ?? null) : null

  const teams = (await visiblePlaces(actor, null)).filter(({ id }) => can(actor, "read", { teamId: id }))
  const keyed = (among: boolean) =>
    entriesByKey(
      teams.map(({ id }) => id),
      {
        key: reference,
        scope,
        within: meant?.project.id ?? projectBound(actor),
        take: NAMED + 1,
        forgotten: among,
      },
    )
  const gone = forgotten ? await keyed(true) : []
  const found = gone.length > 0 ? gone : await keyed(false)
  const [only, another] = found
  if (!only) return noEntry(meant ? `${reference} in ${meant.project.name} of ${meant.team.name}` : reference)
  if (!another && (meant || places.length === 0)) return done(only.id)
  const slugs = new Map(teams.map(({ id, slug }) => [id, slug]))
  const candidates = found
    .slice(0, NAMED)
    .map(({ teamId, ...entry }) => ({ ...entry, team: slugs.get(teamId) ?? "" }))
  const lines = candidates.map(
    (one) =>
      `${one.id}  ${one.team}/${one.project}  ${one.path}:${one.line}  ${one.text.split("\n")[0]?.slice(0, 80)}`,
  )
  const why = another ? "is the key of several entries" : "is a key that exists in several projects"
  return refused(
    "conflict",
    `${reference} ${why}: name ${meant ? "" : `the project (--project ${only.project}), or `}the entry by its id\n${lines.join("\n")}${found.length > NAMED ? "\n…" : ""}`,
    { candidates },
  )
}

/** Where the actor may propose; the samples only where there is nothing else. */
async function writablePlaces(actor: Actor): Promise<Pick<ProposalPlace, "team" | "project">[]> {
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
