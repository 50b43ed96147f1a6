import { commit, type Tx } from "@/lib/db/commit"
import { holdPlaces } from "@/lib/db/imports"
import { deleteSessionMemory, forsakenMemory, memoryOfSession, type SessionMemory } from "@/lib/db/session-memory"
import { goesOnElsewhere, wasStartedBy, type SessionKey } from "@/lib/db/sessions"
import type { Actor } from "@/lib/memory/actor"
import { groupBy } from "@/lib/memory/group"
import { done } from "@/lib/memory/outcome"
import type { ProposalPlace } from "../proposals/place"
import type { FilePlace } from "./log-place"

export interface EndedMemory {
  /** Paths of what was deleted. */
  readonly ended: readonly string[]
  /** Paths of what stays, as it is not for whoever closes to end it. */
  readonly kept: readonly string[]
}

/**
 * Deletes what a session kept for itself, unless another agent's session of its name goes on, or a stranger closes it. Holds it together
 * with the log that is written next, so that no two transactions wait for each other.
 */
export async function endSessionMemory(tx: Tx, { project }: ProposalPlace, key: SessionKey, { actor, log }: { actor: Actor; log: FilePlace | null }): Promise<EndedMemory> {
  const files = (await goesOnElsewhere(tx, key)) ? [] : await memoryOfSession(key.teamId, key.projectId, key.session, tx)
  const ends = files.length === 0 || (await mayEnd(tx, key, actor))
  await holdPlaces(tx, key.teamId, [...(ends ? files.map((one) => one.path) : []), ...(log === null ? [] : [log.path])].map((path) => `${project.name}/${path}`))
  if (!ends) return { ended: [], kept: files.map((one) => one.path) }
  await deleteSessionMemory(tx, key.teamId, files.map((one) => one.id))
  return { ended: files.map((one) => one.path), kept: [] }
}

/** A right to propose closes anybody's session, which only adds to a log. What is deleted for good is for the agent itself, and for who began the session. */
async function mayEnd(tx: Tx, key: SessionKey, actor: Actor): Promise<boolean> {
  if (actor.kind === "system" || (actor.kind === "token" && actor.agent === key.agent)) return true
  return wasStartedBy(tx, key, actor)
}

/** Session memory is kept so long after its last change, where nobody closes the session. */
export const SESSION_MEMORY_DAYS = 7

/** Deletes session memory that nobody needs any more, team by team. Returns how many files. */
export async function endForsakenMemory(actor: Actor, now: Date, days = SESSION_MEMORY_DAYS): Promise<number> {
  const since = new Date(now.getTime() - days * 86_400_000)
  let ended = 0
  for (const [teamId, files] of groupBy(await forsakenMemory(since, null), (one) => one.teamId)) ended += await endIn(actor, teamId, files, since)
  return ended
}

async function endIn(actor: Actor, teamId: string, files: readonly SessionMemory[], since: Date): Promise<number> {
  const outcome = await commit(actor, { kind: "session.forsake", teamId, subject: files[0]?.path ?? "", detail: { files: files.length, sessions: [...new Set(files.map((one) => one.session))].slice(0, 100) } }, async (tx) => {
    await holdPlaces(tx, teamId, files.map((one) => `${one.project}/${one.path}`))
    const still = new Set((await forsakenMemory(since, teamId, tx)).map((one) => one.id)) // one may have been written to before it was held
    return done(await deleteSessionMemory(tx, teamId, files.map((one) => one.id).filter((id) => still.has(id))))
  })
  return outcome.ok ? outcome.value : 0
}

const LOOK_EVERY_MS = 3_600_000

/** Looks for session memory whose time is over, now and every hour. Returns how to stop. */
export function watchForForsakenMemory(actor: Actor, { lookMs = LOOK_EVERY_MS, days = SESSION_MEMORY_DAYS }: { lookMs?: number; days?: number } = {}): () => Promise<void> {
  let stopped = false
  let going = Promise.resolve()
  const look = () => {
    going = going.then(() => endForsakenMemory(actor, new Date(), days)).then(() => undefined, (cause: unknown) => void (stopped || console.error("deleting session memory whose time is over failed:", cause)))
  }
  look()
  const timer = setInterval(look, lookMs).unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await going
  }
}
