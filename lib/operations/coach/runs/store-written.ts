import { inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { WrittenSynthesis } from "@/lib/coach/coach"
import { type HeldRun, type RunProgress, settleCoachRun } from "@/lib/db/coach/runs"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  addSynthesis,
  countWaitingSyntheses,
  findWaitingSynthesis,
  type NewSynthesis,
} from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { MOST_WAITING, titleOf, tooManyPendingMessage, synthesisKey } from "../submit"
import { acceptDrafts, type CitedMaterial } from "../accepted-claims"

export interface RunResult {
  readonly material: CitedMaterial & { readonly place: string }
  /** Number of entries that the coach read. */
  readonly read: number
  readonly written: WrittenSynthesis
  /** Time at which the memory was read. */
  readonly asOf: Date
  readonly model: string | null
  readonly progress: RunProgress
}

/**
 * Stores the result of a run as a waiting synthesis and ends the run, in one transaction. If two processes
 * did the same run, one result is stored. If no claim is accepted, ends the run with a message and stores no
 * synthesis.
 */
export async function storeWritten(
  actor: Actor,
  run: HeldRun,
  { material, read, written, asOf, model, progress }: RunResult,
): Promise<Outcome<null>> {
  const { teamId, projectId } = run
  const within = inProject(wholeTeamUnchecked(teamId), projectId)
  const { claims, notes: left } = await acceptDrafts(within, material, written.claims)
  const notes = [...written.notes, ...left]
  const settle = { state: "done" as const, progress }
  const detail = { kind: run.kind, method: run.method, by: run.byName }
  if (claims.length === 0) {
    const message = [`No claims found in ${read.toLocaleString("en")} entries.`, ...notes].join(" ")
    return commit(
      actor,
      {
        kind: "coach-run.finish",
        teamId: run.teamId,
        subject: coachRunSubject(run),
        detail: { ...detail, claims: 0 },
      },
      async (tx) => ((await settleCoachRun(run, { ...settle, message }, tx)) ? done(null) : LOST),
    )
  }
  const title = titleOf(run.agentName, material.place)
  const content = { teamId, projectId, kind: run.kind, agent: run.agentName, title, claims }
  const synthesis: NewSynthesis = {
    ...content,
    session: null,
    waitingKey: synthesisKey(content),
    by: { kind: run.byKind, id: run.byId, name: run.byName },
    made: { source: run.method, model, runId: run.id, asOf, notes },
  }
  const stored = await commit(
    actor,
    ({ id, fresh }: { id: string; fresh: boolean }) => ({
      kind: "coach-run.finish",
      teamId: run.teamId,
      subject: coachRunSubject(run),
      detail: {
        ...detail,
        claims: claims.length,
        ...(fresh ? { syntheses: [{ id, state: "waiting" }] } : {}),
      },
    }),
    async (tx) => {
      const added = await addUnlessWaiting(tx, run, synthesis)
      if (!added.ok) return added
      const { id, fresh } = added.value
      const message = fresh
        ? null
        : "The result is identical to a pending synthesis, so the pending one was kept."
      return (await settleCoachRun(run, { ...settle, message, synthesisId: id }, tx))
        ? done({ id, fresh })
        : LOST
    },
  )
  return stored.ok ? done(null) : stored
}

/** Adds the synthesis, or finds the same one that already waits. `fresh`: true if it was added. */
async function addUnlessWaiting(
  tx: Tx,
  { teamId, team }: HeldRun,
  synthesis: NewSynthesis,
): Promise<Outcome<{ id: string; fresh: boolean }>> {
  const isFull = (await countWaitingSyntheses(tx, teamId)) >= MOST_WAITING
  const id = isFull ? null : await addSynthesis(tx, synthesis)
  if (id !== null) return done({ id, fresh: true })
  const same = await findWaitingSynthesis(wholeTeamUnchecked(teamId), synthesis.waitingKey, tx)
  if (same !== null) return done({ id: same.id, fresh: false })
  return isFull
    ? refused("too-many", `Nothing was stored: ${tooManyPendingMessage(team.name)}, then retry the run.`)
    : refused("conflict", "The same synthesis was stored and reviewed in the meantime. Retry the run.")
}

/**
 * Refusal that rolls back the transaction if another process has taken over the run, or if the run was
 * canceled.
 */
export const LOST = refused("conflict", "another worker has taken over this run")

export const coachRunSubject = ({ kind, agentName }: Pick<HeldRun, "kind" | "agentName">): string =>
  kind === "orientation" ? `the orientation for ${agentName}` : "the brief"
