import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { placeOfEntry } from "@/lib/db/memory-files/entry-file"
import { findForgotten, type ForgottenEntry } from "@/lib/db/memory-files/forgotten"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { projectOf } from "../teams/project-of"
import { createProposal } from "../proposals/create"

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
