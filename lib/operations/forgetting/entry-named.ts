import { z } from "zod"
import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { entriesByKey, placeOfEntry } from "@/lib/db/memory-files/entries"
import { isId } from "@/lib/db/infra/identifiers"
import { projectBound, visiblePlaces, visibleTeams } from "@/lib/db/teams/teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { findForgotten, type ForgottenEntry } from "@/lib/db/memory-files/forgotten-entries"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { type ProposalPlace, proposalPlace } from "../proposals/proposal-place"
import { projectOf } from "../teams/team-and-project"
import { createProposal } from "../proposals/create"

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
  if (!only) return noEntry(meant ? `${reference} in ${meant.project.name} (${meant.team.name})` : reference)
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
  const why = found.length > 1 ? "matches several entries" : "matches entries in several projects"
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

export const projectInput = z
  .string()
  .optional()
  .describe("The entry's project, by slug, name or ID. The request fails if the entry is in another project")

export const beforeInput = z
  .string()
  .optional()
  .describe("The entry's text as you saw it. The request is rejected if the text has changed")

/** Returns a stale refusal if the entry's text is no longer the one that the caller saw, else null. */
export const whyTextChanged = (
  entry: { readonly text: string },
  before: string | undefined,
  path: string,
): Refusal | null =>
  before === undefined || before === entry.text
    ? null
    : refused("stale", `${path}: the entry has changed. Review it again`, { now: entry.text })

/** Output fields of a forgotten or restored entry. */
export const entryStateOutput = {
  text: z.string(),
  team: z.string(),
  project: z.string(),
  path: z.string(),
  line: z
    .number()
    .nullable()
    .describe("The entry's current or former line. Null if the entry is not restored yet"),
}

/** The file of an entry. For a forgotten entry, the file that it was in. */
export interface EntryPlace {
  /** The team's slug. */
  readonly team: string
  readonly teamId: string
  readonly projectId: string
  readonly fileId: string
  /** The forgotten entry. Null if the entry is in its file. */
  readonly forgotten: ForgottenEntry | null
}

/** Returns the file of an entry that the actor may see and propose changes for. */
export async function entryPlaceOf(
  actor: Actor,
  id: string,
  project: string | undefined,
): Promise<Outcome<EntryPlace>> {
  const place = await findVisiblePlace(actor, id)
  if (!place) return noEntry(id)
  const { teamId, projectId } = place
  if (!can(actor, "propose", { teamId, projectId }))
    return refused("forbidden", "your role or access token does not allow proposals here")
  const named = project === undefined ? null : await projectOf(actor, teamId, project)
  if (named && !(named.ok && named.value?.id === projectId))
    return refused("invalid", `project: the entry is not in ${project}`)
  return done(place)
}

async function findVisiblePlace(actor: Actor, id: string): Promise<EntryPlace | null> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const visible = visibilitiesOf(actor, teams)
  const current = await placeOfEntry(visible, id)
  const forgotten = current ? null : await findForgotten(visible, id)
  const place = current ?? forgotten
  if (!place) return null
  const { teamId, projectId, fileId } = place
  const team = teams.find((one) => one.id === teamId)?.slug ?? ""
  return { team, teamId, projectId, fileId, forgotten }
}

export const noEntry = (id: string): Refusal => refused("not-found", `entry not found: ${id}`)

/**
 * Returns a refusal for instructions and identity files, which are edited at their source. Null for other
 * files.
 */
export const whyReadOnly = ({ role, format, path }: CurrentFile): Refusal | null =>
  role === "identity" || format === "instructions"
    ? refused("invalid", `${path} is read-only. Change it at its source`)
    : null

/** Creates a proposal for changes that the actor may not make directly. */
export async function proposeInstead(
  actor: Actor,
  { teamId, projectId, fileId }: EntryPlace,
  changes: readonly ProposedChange[],
  reason: string,
): Promise<Outcome<{ revision: null; proposal: string }>> {
  const proposed = await createProposal.run(actor, {
    team: teamId,
    project: projectId,
    file: fileId,
    changes: [...changes],
    reason,
  })
  return proposed.ok ? done({ revision: null, proposal: proposed.value.id }) : proposed
}
