import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { addCompaction } from "@/lib/db/compactions"
import { countWithLock } from "@/lib/db/proposals/new-proposals"
import { dayOf } from "@/lib/memory/alerts/day"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import type { CompactionKind } from "@/lib/memory/compaction/scored-log-entry"
import { operation } from "../operation"
import { storeChecked, type ProposalToStore } from "../proposals/decisions/store-checked-proposals"
import { prepareProposal, proposeInput, completeProposal } from "../proposals/create"
import { proposalPlace } from "../proposals/proposal-place"
import { whyTooMany } from "../proposals/store"
import { hashOfStatement } from "../infra/statement-hash"
import { planCompactionOfKind, compactionInput } from "./preview"
import type { PlannedProposal } from "./compaction-proposals"
import { type CompactionPlace, compactionTarget } from "./target"
import type { CompactionPreview } from "./compaction-outputs"

export const proposeCompaction = operation({
  name: "compaction.propose",
  summary:
    "Propose the results of a compaction as previewed. A person must review each proposal. The run is recorded even if there are no results.",
  method: "POST",
  path: "/compaction",
  right: "propose",
  version: { base: "shown" },
  tool: {
    name: "memory_propose_compaction",
    title: "Propose a compaction",
    about:
      "Call this tool when daily logs have piled up (kind logs), a file is over its budget (kind trim), or the run cache is long (kind runs). Omit `shown`. Each addition or removal becomes a proposal for review.",
  },
  input: z.object({
    ...compactionInput,
    shown: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "send `shown` from the preview")
      .optional()
      .describe("`shown` from the preview. If omitted, proposes what a preview would show now"),
    only: z
      .array(z.number().int().min(0))
      .max(2_000)
      .optional()
      .describe("Indexes of the additions, steps, runs or notes to propose. If omitted, all are proposed"),
  }),
  output: z.object({
    compaction: z.string(),
    proposals: z.array(z.string()).describe("IDs of the proposals, in the recommended review order"),
    already: z.array(z.string()).describe("IDs of identical proposals that were already pending"),
    refused: z
      .array(z.object({ index: z.array(z.number()), why: z.string() }))
      .describe("The results that could not be proposed, by index"),
  }),
  async run(actor, input) {
    const found = await proposalPlace(actor, input)
    if (!found.ok) return found
    const now = new Date()
    const place = await compactionTarget(found.value, input, dayOf(now))
    if (!place.ok) return place
    const planned = await planCompactionOfKind(place.value, input.kind, {
      all: input.all === true,
      only: input.only ?? null,
      method: input.method,
    })
    if (!planned.ok) return planned
    const { view, proposals, upTo, considered, left } = planned.value
    if (input.shown !== undefined && view.shown !== input.shown)
      return refused(
        "stale",
        "the memory has changed since the preview, so nothing was proposed. Preview the compaction again",
      )
    const batch = await prepareAll(actor, place.value, proposals, now)
    if (!batch.ok) return batch
    const since = lastCompacted(view)
    const stored = await storeCompaction(actor, place.value, {
      kind: input.kind,
      considered,
      left,
      prepared: batch.value.prepared,
      upTo: batch.value.stopped ? since : upTo,
      since,
    })
    if (!stored.ok) return stored
    const { compaction, made, already, beyond } = stored.value
    for (const { asked, prepared } of batch.value.prepared)
      if (made.includes(prepared.row.id)) await completeProposal(actor, asked, prepared)
    const waited = proposals.flatMap(({ waiting }) => waiting ?? [])
    return done({
      compaction,
      proposals: made,
      already: [...new Set([...waited, ...already])],
      refused: [...batch.value.failed, ...beyond],
    })
  },
})

const lastCompacted = (view: CompactionPreview): string | null => (view.kind === "logs" ? view.since : null)

interface PreparedStep extends ProposalToStore {
  readonly planned: PlannedProposal
}

interface FailedStep {
  readonly index: number[]
  readonly why: string
}

interface PreparedBatch {
  readonly prepared: readonly PreparedStep[]
  readonly failed: readonly FailedStep[]
  /** True if a refusal ended the run early. The remaining proposals come up again in the next run. */
  readonly stopped: boolean
}

/** Refusals that concern one proposal only. Any other refusal ends the run. */
const ONE_ALONE: ReadonlySet<string> = new Set(["conflict", "invalid"])

/**
 * Checks the proposals that do not wait yet. Refuses if the first one is refused for a reason that concerns
 * all.
 */
async function prepareAll(
  actor: Actor,
  { team, project }: CompactionPlace,
  proposals: readonly PlannedProposal[],
  now: Date,
): Promise<Outcome<PreparedBatch>> {
  const prepared: PreparedStep[] = []
  const failed: FailedStep[] = []
  for (const planned of proposals) {
    if (planned.waiting !== null) continue
    const asked = { team, project, ...requestOf(planned), now }
    const outcome = await prepareProposal(actor, asked)
    if (outcome.ok) {
      prepared.push({ planned, asked, prepared: outcome.value })
      continue
    }
    const endsRun = !ONE_ALONE.has(outcome.reason)
    if (endsRun && prepared.length === 0) return outcome
    failed.push({ index: [...planned.index], why: outcome.message })
    if (endsRun) return done({ prepared, failed, stopped: true })
  }
  return done({ prepared, failed, stopped: false })
}

const requestOf = ({ target, changes, reason, evidence, confidence }: PlannedProposal) => ({
  target,
  changes,
  input: proposeInput.parse({
    reason,
    evidence: evidence === "" ? undefined : evidence,
    ...(confidence === null ? {} : { confidence }),
  }),
  known: confidence === null,
})

interface CompactionRecord {
  readonly kind: CompactionKind
  readonly considered: number
  readonly left: number
  readonly prepared: readonly PreparedStep[]
  /**
   * ISO day up to which the logs count as compacted if all prepared proposals are stored. Null for other
   * kinds of compaction.
   */
  readonly upTo: string | null
  /** ISO day up to which the logs were compacted before. Null if never. */
  readonly since: string | null
}

interface StoredCompaction {
  readonly compaction: string
  /** Ids of new proposals. */
  readonly made: string[]
  /** Ids of identical proposals that were already pending. */
  readonly already: string[]
  /** Proposals beyond the number that may wait. */
  readonly beyond: FailedStep[]
}

/**
 * Stores the proposals and the record of the run in one transaction: the record links each proposal to its
 * lines, so that a rejection is remembered.
 */
function storeCompaction(
  actor: Actor,
  { team, project, target }: CompactionPlace,
  { kind, considered, left, prepared: all, upTo, since }: CompactionRecord,
): Promise<Outcome<StoredCompaction>> {
  const event = ({ made }: StoredCompaction) => ({
    kind: "compaction.propose",
    teamId: team.id,
    subject: target.path,
    detail: { compaction: kind, considered, proposals: made.map((id) => ({ id, state: "waiting" })) },
  })
  return commit(actor, event, async (tx): Promise<Outcome<StoredCompaction>> => {
    const room = await roomFor(tx, all)
    const [first] = all
    if (first && room.left === 0) return whyTooMany(first.prepared, room.waiting)
    const fitting = all.slice(0, room.left)
    const rows = await storeChecked(tx, fitting)
    const stored = fitting.flatMap(({ planned, prepared }) => {
      const row = rows.get(prepared.row.id)
      return row ? [{ ...row, planned }] : []
    })
    const compaction = await addCompaction(tx, team.id, {
      projectId: project.id,
      kind,
      fileId: target.head?.id ?? null,
      path: target.path,
      agentName: target.agent,
      upTo: fitting.length < all.length ? since : upTo,
      considered,
      left,
      by: { kind: actor.kind, id: actor.id, name: actor.name },
      lines: linesOf(stored),
    })
    const beyond = all.slice(room.left).map(({ planned, prepared }) => ({
      index: [...planned.index],
      why: whyTooMany(prepared, room.waiting + fitting.length).message,
    }))
    return done({
      compaction,
      made: stored.flatMap(({ id, added }) => (added ? [id] : [])),
      already: stored.flatMap(({ id, added }) => (added ? [] : [id])),
      beyond,
    })
  })
}

function linesOf(stored: readonly { readonly id: string; readonly planned: PlannedProposal }[]) {
  const byProposal = new Map(stored.map(({ id, planned }) => [id, planned.lines]))
  return [...byProposal].flatMap(([proposalId, lines]) =>
    lines.map(({ path, line, text }) => ({ proposalId, statement: hashOfStatement(text), path, line })),
  )
}

/**
 * Returns how many of the proposals their author may still add by policy, and how many already wait. Without
 * a limit, `waiting` is 0.
 */
async function roomFor(
  tx: Tx,
  steps: readonly PreparedStep[],
): Promise<{ readonly left: number; readonly waiting: number }> {
  const [first] = steps
  const most = first?.prepared.most ?? null
  if (first === undefined || most === null) return { left: steps.length, waiting: 0 }
  const [waiting = 0] = await countWithLock(tx, [first.prepared.row])
  return { left: Math.min(steps.length, Math.max(0, most - waiting)), waiting }
}
