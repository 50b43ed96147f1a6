import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { readPolicies } from "@/lib/db/policies"
import {
  deleteSessionMemory,
  abandonedMemory,
  memoryOfSession,
  type AbandonedMemory,
  isOpenElsewhere,
  isFirstReader,
  type SessionKey,
} from "@/lib/db/sessions"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import type { ProposalPlace } from "../proposals/proposal-place"
import type { FilePlace } from "./session-place"

export interface DeletedMemory {
  /** Paths of the deleted files. */
  readonly ended: readonly string[]
  /** Paths of files that stay, because the actor that closes the session may not delete them. */
  readonly kept: readonly string[]
  /** Number of days that a file is kept after its last change. */
  readonly days: number
}

/**
 * Deletes the memory of a session. Keeps it if another agent has an open session of the same name, or if the
 * actor may not delete it. Locks the memory together with the log that is written next, to avoid a deadlock.
 */
export async function endMemoryOfSession(
  tx: Tx,
  { project }: ProposalPlace,
  key: SessionKey,
  { actor, log }: { actor: Actor; log: FilePlace | null },
): Promise<DeletedMemory> {
  const files = (await isOpenElsewhere(tx, key))
    ? []
    : await memoryOfSession(wholeTeamUnchecked(key.teamId), key.projectId, key.session, tx)
  const ends = files.length === 0 || (await mayEnd(tx, key, actor))
  await lockPlaces(
    tx,
    key.teamId,
    [...(ends ? files.map((one) => one.path) : []), ...(log === null ? [] : [log.path])].map(
      (path) => `${project.name}/${path}`,
    ),
  )
  const days = ends ? 0 : daysKept(await readPolicies(wholeTeamUnchecked(key.teamId), tx), project.slug)
  if (!ends) return { ended: [], kept: files.map((one) => one.path), days }
  await deleteSessionMemory(
    tx,
    key.teamId,
    files.map((one) => one.id),
  )
  return { ended: files.map((one) => one.path), kept: [], days }
}

/**
 * True if the actor may delete the session's memory. The right to propose is enough to close any session,
 * because closing only adds to a log. Only the agent itself and the actor that started the session may delete
 * permanently.
 */
async function mayEnd(tx: Tx, key: SessionKey, actor: Actor): Promise<boolean> {
  if (actor.kind === "system" || (actor.kind === "token" && actor.agent === key.agent)) return true
  return isFirstReader(tx, key, actor)
}

/**
 * Returns the number of days that session memory is kept after its last change if the session is not closed.
 */
const daysKept = (policies: readonly PlacedPolicy[], projectSlug: string): number =>
  policyOfMemory(policies, { scope: "session", projectSlug, category: null, agent: null }).sessionMemoryDays

/**
 * Deletes expired session memory, team by team. `teams`: the teams to include, or null for all. Returns the
 * number of deleted files. Writes nothing if none has expired.
 */
export async function deleteExpiredMemory(
  actor: Actor,
  now: Date,
  teams: readonly string[] | null = null,
): Promise<number> {
  let ended = 0
  for (const [teamId, files] of groupBy(await perhapsForsaken(now, teams), (one) => one.teamId)) {
    const isForsaken = await forsakenSince(visibilityOf(actor, teamId), now)
    const forsaken = files.filter(isForsaken)
    if (forsaken.length > 0) ended += await endIn(actor, teamId, forsaken, now)
  }
  return ended
}

async function forsakenSince(visible: Visibility, now: Date): Promise<(file: AbandonedMemory) => boolean> {
  const policies = await readPolicies(visible)
  return ({ closed, changedAt, projectSlug }) =>
    closed || changedAt.getTime() < now.getTime() - daysKept(policies, projectSlug) * DAY_MS
}

async function endIn(
  actor: Actor,
  teamId: string,
  files: readonly AbandonedMemory[],
  now: Date,
): Promise<number> {
  const outcome = await commit(
    actor,
    {
      kind: "session.forsake",
      teamId,
      subject: files[0]?.path ?? "",
      detail: { files: files.length, sessions: [...new Set(files.map((one) => one.session))].slice(0, 100) },
    },
    async (tx) => {
      await lockPlaces(
        tx,
        teamId,
        files.map((one) => `${one.project}/${one.path}`),
      )
      const isForsaken = await forsakenSince(visibilityOf(actor, teamId), now)
      const still = new Set(
        (await perhapsForsaken(now, [teamId], tx)).filter(isForsaken).map((one) => one.id),
      ) // A file may have changed before it was locked. Only files that are still expired are deleted.
      return done(
        await deleteSessionMemory(
          tx,
          teamId,
          files.map((one) => one.id).filter((id) => still.has(id)),
        ),
      )
    },
  )
  return outcome.ok ? outcome.value : 0
}

/** Minimum number of days that can be configured. */
const LEAST_DAYS = 1
const DAY_MS = 86_400_000

const perhapsForsaken = (now: Date, teams: readonly string[] | null, tx?: Tx) =>
  abandonedMemory(new Date(now.getTime() - LEAST_DAYS * DAY_MS), teams, tx)
