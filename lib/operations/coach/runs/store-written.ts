import type { WrittenSynthesis } from "@/lib/coach/coach"
import { type HeldRun, type RunProgress, settleCoachRun } from "@/lib/db/coach/runs"
import { commit } from "@/lib/db/infra/commit"
import {
  addSynthesis,
  countWaitingSyntheses,
  findWaitingSynthesis,
  type NewSynthesis,
} from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { MOST_WAITING, titleOf, tooManyWait } from "../submit"
import { waitingKeyOf } from "../waiting-key"
import { acceptDrafts, type CitedMaterial } from "./accept-drafts"

export interface Written {
  readonly material: CitedMaterial & { readonly place: string }
  /** How many entries the coach was shown. */
  readonly read: number
  readonly written: WrittenSynthesis
  /** When the memory was read. */
  readonly asOf: Date
  readonly model: string | null
  readonly progress: RunProgress
}

/** Stores what a run wrote as a synthesis that waits, and ends the run, in one: of two processes that did the same run one has its synthesis stored. */
export async function storeWritten(
  actor: Actor,
  run: HeldRun,
  { material, read, written, asOf, model, progress }: Written,
): Promise<Outcome<null>> {
  const within = { teamId: run.teamId, projectId: run.projectId }
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
        subject: subjectOf(run),
        detail: { ...detail, claims: 0 },
      },
      async (tx) => ((await settleCoachRun(run, { ...settle, message }, tx)) ? done(null) : LOST),
    )
  }
  const title = titleOf(run.agentName, material.place)
  const content = { ...within, kind: run.kind, agent: run.agentName, title, claims }
  const synthesis: NewSynthesis = {
    ...content,
    session: null,
    waitingKey: waitingKeyOf(content),
    by: { kind: run.byKind, id: run.byId, name: run.byName },
    made: { source: run.method, model, runId: run.id, asOf, notes },
  }
  const stored = await commit(
    actor,
    ({ id, fresh }: { id: string; fresh: boolean }) => ({
      kind: "coach-run.finish",
      teamId: run.teamId,
      subject: subjectOf(run),
      detail: {
        ...detail,
        claims: claims.length,
        ...(fresh ? { syntheses: [{ id, state: "waiting" }] } : {}),
      },
    }),
    async (tx) => {
      const waiting = (await countWaitingSyntheses(tx, run.teamId)) >= MOST_WAITING
      const known = waiting ? await findWaitingSynthesis(run.teamId, synthesis.waitingKey, tx) : null
      if (waiting && known === null)
        return refused("too-many", `Nothing was stored: ${tooManyWait(run.team.name)}, then retry it.`)
      const id = known ? null : await addSynthesis(tx, synthesis)
      const same =
        id === null ? (known ?? (await findWaitingSynthesis(run.teamId, synthesis.waitingKey, tx))) : null
      const synthesisId = id ?? same?.id ?? null
      if (synthesisId === null)
        return refused("conflict", "The same synthesis was stored and decided meanwhile: retry the run.")
      const message = same === null ? null : "The result is the same as a waiting synthesis, which was kept."
      return (await settleCoachRun(run, { ...settle, message, synthesisId }, tx))
        ? done({ id: synthesisId, fresh: same === null })
        : LOST
    },
  )
  return stored.ok ? done(null) : stored
}

/** Rolls back: another process has taken the run over and will store what it writes, or somebody has cancelled it. */
export const LOST = refused("conflict", "somebody else has it")

export const subjectOf = ({ kind, agentName }: Pick<HeldRun, "kind" | "agentName">): string =>
  kind === "orientation" ? `the orientation for ${agentName}` : "the brief"
