import { sha256OfJson } from "@/lib/files/sha256"
import { z } from "zod"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/synthesis"
import { type SynthesisRow, findSynthesis, type CitedEntry, entriesCited } from "@/lib/db/coach/syntheses"
import { visibilitiesOf, wholeTeamUnchecked, visibilityOf } from "@/lib/memory/teams/visibility"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused, type Refusal } from "@/lib/memory/inputs/outcome"
import { publishedSynthesisAt } from "@/lib/db/coach/publications"
import { formatCount } from "@/lib/memory/text/sentence"
import type { Tx } from "@/lib/db/infra/commit"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { claim, citationsOf, claimText } from "../coach-outputs"
import { readableTeams } from "../../teams/team-and-project"
import { type CoachMemory, coachMemoryOf, publishedClaims } from "./coach-memory"

/** A summary of another synthesis. */
export const besideSynthesis = z.object({
  id: z.string(),
  title: z.string(),
  at: z.string().describe("When it was published, or submitted if never published"),
})

/** The effect of publishing on the coach's own memory file. */
export const publishPreview = z.object({
  id: z.string(),
  path: z.string(),
  project: z.string().describe("Slug of the project that contains the coach's memory"),
  makes: z.boolean().describe("True if the file does not exist yet"),
  claims: z.number().describe("Number of accepted claims"),
  adds: z
    .number()
    .describe("Number of entries to add: one for each accepted claim that the file does not contain yet"),
  removes: z.number().describe("Number of entries from the replaced synthesis that will be removed"),
  keeps: z
    .number()
    .describe("Number of entries from the replaced synthesis that are kept because they were edited"),
  lines: z.number().describe("Number of lines in the file after publishing"),
  budget: z.number().nullable(),
  replaces: besideSynthesis.nullable(),
  hindrance: z.string().nullable().describe("Why the synthesis cannot be published. Null if it can"),
  shown: z
    .string()
    .describe(
      "SHA-256 of this preview. Send it when you publish. If anything has changed, publishing is rejected as stale",
    ),
})
export type PublishPreview = z.output<typeof publishPreview>

export const published = z.object({
  id: z.string(),
  state: z.literal("published"),
  path: z.string(),
  revision: z.number(),
  claims: z.number().describe("Number of claims that the coach's memory now contains"),
  replaced: z.string().nullable().describe("The replaced synthesis with the same scope, kind and agent"),
})

export const withdrawn = z.object({
  id: z.string(),
  state: z.literal("waiting"),
  path: z.string(),
  revision: z.number().nullable().describe("Revision of the restored file. Null if the file is removed"),
  published: z.string().nullable().describe("The previous synthesis, which is now published again"),
})

export const synthesisChanges = z.object({
  since: besideSynthesis
    .nullable()
    .describe("The synthesis to compare with. Null if there is no earlier one"),
  new: z.array(claim),
  same: z.array(claim),
  gone: z.array(claim),
  reworded: z.array(z.object({ from: claim, to: claim })),
})
export type SynthesisChanges = z.output<typeof synthesisChanges>

export const synthesisText = z.object({
  title: z.string(),
  kind: z.enum(SYNTHESIS_KINDS),
  markdown: z.string(),
})

/** Returns a summary of another synthesis, with the time of its publication or submission. */
export const summarizeAdjacent = ({
  id,
  title,
  decidedAt,
  createdAt,
}: Pick<SynthesisRow, "id" | "title" | "decidedAt" | "createdAt">) => ({
  id,
  title,
  at: (decidedAt ?? createdAt).toISOString(),
})

export interface FoundSynthesis {
  readonly team: VisibleTeam
  readonly row: SynthesisRow
}

/**
 * Returns a synthesis that the actor may see, with its team. Refuses if the actor lacks the right `verb`
 * there.
 */
export async function findSynthesisFor(
  actor: Actor,
  id: string,
  verb: Verb,
): Promise<Outcome<FoundSynthesis>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findSynthesis(visibilitiesOf(actor, teams.value), id)
  const team = teams.value.find((one) => one.id === row?.teamId)
  if (!row || !team) return refused("not-found", `synthesis not found: ${id}`)
  if (!can(actor, verb, { teamId: team.id, projectId: row.projectId }))
    return refused("forbidden", `${team.name}: only leads of the team can publish`)
  return done({ team, row })
}

export interface Publishing {
  readonly replaced: SynthesisRow | null
  readonly cited: readonly CitedEntry[]
  readonly memory: CoachMemory
  /** ISO day. */
  readonly day: string
}

/** Reads what publishing needs, before anything is locked. */
export async function publishingOf({ team, row }: FoundSynthesis, now: Date): Promise<Outcome<Publishing>> {
  const day = now.toISOString().slice(0, 10)
  const [replaced, cited] = await Promise.all([
    publishedSynthesisAt(row),
    entriesCited(
      wholeTeamUnchecked(team.id),
      publishedClaims(row).flatMap((one) => citationsOf(one).map(({ entry }) => entry)),
    ),
  ])
  const memory = await coachMemoryOf(team, { row, replaced, cited, day })
  return memory.ok ? done({ replaced, cited, memory: memory.value, day }) : memory
}

/** Returns a refusal if a synthesis cannot be published in its state, else null. */
export function whyNotPublished(row: SynthesisRow): Refusal | null {
  const { title, state, decidedBy, decidedAt } = row
  const on = decidedAt === null ? "" : ` on ${decidedAt.toISOString().slice(0, 10)}`
  if (state === "published")
    return refused("conflict", `“${title}” was already published by ${decidedBy ?? "someone"}${on}`)
  if (state === "replaced")
    return refused(
      "conflict",
      `“${title}” was published${on} and has since been replaced. Publish a newer synthesis`,
    )
  if (state !== "waiting")
    return refused("conflict", `“${title}” was rejected${on}. Undo the rejection first`)
  const left = row.claims.filter((one) => one.state === "waiting").length
  if (left > 0)
    return refused(
      "conflict",
      `${formatCount(left, "claim")} in “${title}” ${left === 1 ? "still needs" : "still need"} a decision. Accept, edit or reject ${left === 1 ? "it" : "them"} first`,
      { left },
    )
  if (row.claims.every((one) => one.state === "rejected"))
    return refused(
      "conflict",
      `all claims in “${title}” were rejected. Reject the synthesis, or undo a decision`,
    )
  return null
}

/**
 * Returns the hexadecimal SHA-256 of the previewed publication: the claims, the replaced synthesis, and the
 * target file with its revision.
 */
export function shownOfPublishing(
  row: SynthesisRow,
  { replaced, memory }: Pick<Publishing, "replaced" | "memory">,
  revision: number,
): string {
  const said = publishedClaims(row).map((one) => [one.position, claimText(one)])
  return sha256OfJson([row.id, said, replaced?.id ?? null, memory.project.id, memory.path, revision])
}

/** Returns why the policy of the coach's memory does not allow this person to publish alone, or null. */
export async function whyNotByOne(
  tx: Tx,
  actor: Actor,
  teamId: string,
  head: CurrentFile,
): Promise<string | null> {
  const policy = policyOfMemory(await readPolicies(visibilityOf(actor, teamId), tx), head)
  if (policy.approvals > 1)
    return `${head.path}: ${policy.approvals} approvals are required here, but publishing counts as only one. Set the policy for the coach's memory to one approval`
  return whyMayNotReject(actor, { teamId, policy })
}
