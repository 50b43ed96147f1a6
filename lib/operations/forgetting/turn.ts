import { z } from "zod"
import { placeOfEntry } from "@/lib/db/memory-files/entry-file"
import { findForgotten, type ForgottenEntry } from "@/lib/db/memory-files/forgotten"
import type { Head } from "@/lib/db/memory-files/current-revisions"
import { projectBound, visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { projectOf } from "../teams/project-of"
import { createProposal } from "../proposals/create"

export const projectInput = z
  .string()
  .optional()
  .describe("The entry's project, by slug, name or id. Rejected if it is in another one")

export const beforeInput = z
  .string()
  .optional()
  .describe("The entry's text that you saw. Rejected if it has changed")

/** Whoever decides on an entry decides on the words that they saw. */
export const whyOtherwise = (
  entry: { readonly text: string },
  before: string | undefined,
  path: string,
): Refusal | null =>
  before === undefined || before === entry.text
    ? null
    : refused("stale", `${path}: the entry has changed: look at it again`, { now: entry.text })

/** What was forgotten or restored, for whoever named it by a key or an id. */
export const turnedEntry = {
  text: z.string(),
  team: z.string(),
  project: z.string(),
  path: z.string(),
  line: z.number().nullable().describe("Its current or former place. Null if it is not restored yet"),
}

/** Where an entry stands, or stood until it was forgotten. */
export interface EntryPlace {
  /** The team's slug. */
  readonly team: string
  readonly teamId: string
  readonly projectId: string
  readonly fileId: string
  /** Null while it stands in its file. */
  readonly forgotten: ForgottenEntry | null
}

/** An entry that the actor may see, in its file or forgotten. */
export async function placeOf(
  actor: Actor,
  id: string,
  project: string | undefined,
): Promise<Outcome<EntryPlace>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const teamIds = teams.map((team) => team.id)
  const stands = await placeOfEntry(teamIds, id)
  const forgotten = stands ? null : await findForgotten(teamIds, id)
  const place = stands ?? forgotten
  const bound = projectBound(actor)
  if (!place || (bound !== null && place.projectId !== bound)) return noEntry(id)
  const { teamId, projectId, fileId } = place
  if (!can(actor, "propose", { teamId, projectId }))
    return refused("forbidden", "your role or access token does not allow proposals here")
  const named = project === undefined ? null : await projectOf(actor, teamId, project)
  if (named && !(named.ok && named.value?.id === projectId))
    return refused("invalid", `project: the entry is not in ${project}`)
  return done({
    team: teams.find((one) => one.id === teamId)?.slug ?? "",
    teamId,
    projectId,
    fileId,
    forgotten,
  })
}

export const noEntry = (id: string): Refusal => refused("not-found", `entry not found: ${id}`)

/** An instruction or an identity is changed where it is kept. */
export const whyOnlyRead = ({ role, format, path }: Head): Refusal | null =>
  role === "identity" || format === "instructions"
    ? refused("invalid", `${path} is read-only: change it at its source`)
    : null

/** Asks a curator for a change, in the words of whoever may not make it. */
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
