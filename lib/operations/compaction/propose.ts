import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { addCompaction } from "@/lib/db/compaction/compactions"
import { countAlone } from "@/lib/db/proposals/new-proposals"
import { dayOf } from "@/lib/memory/alerts/day"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { addTogether, type Together } from "../proposals/decisions/add-together"
import { prepareProposal, proposeInput, settle } from "../proposals/create"
import { proposalPlace } from "../proposals/place"
import { whyTooMany } from "../proposals/store"
import { hashOfStatement } from "../infra/statement-hash"
import { planOf } from "./plan"
import type { PlannedProposal } from "./planned"
import { compactionInput } from "./preview"
import { compactionTarget } from "./target"

export const proposeCompaction = operation({
  name: "compaction.propose",
  summary:
    "Propose the results of a compaction as previewed. Each proposal waits for review. The run is recorded even without results.",
  method: "POST",
  path: "/compaction",
  right: "propose",
  version: { base: "shown" },
  tool: {
    name: "memory_propose_compaction",
    title: "Propose a compaction",
    about:
      "Call it when daily logs have piled up (kind logs), a file is over its budget (kind trim), or the run cache is long (kind runs). Omit shown. Each addition or removal becomes a proposal for review.",
  },
  input: z.object({
    ...compactionInput,
    shown: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "send `shown` from the preview")
      .optional()
      .describe("`shown` of the preview. Default: propose what a preview would show now"),
    only: z
      .array(z.number().int().min(0))
      .max(2_000)
      .optional()
      .describe("Indexes of the additions, steps, runs or notes to propose. Default: all"),
  }),
  output: z.object({
    compaction: z.string(),
    proposals: z.array(z.string()).describe("Ids, in the recommended order of decision"),
    already: z.array(z.string()).describe("Ids of the same proposals that already waited"),
    refused: z
      .array(z.object({ index: z.array(z.number()), why: z.string() }))
      .describe("What could not be proposed, by index"),
  }),
  async run(actor, input) {
    const found = await proposalPlace(actor, input)
    if (!found.ok) return found
    const now = new Date()
    const place = await compactionTarget(found.value, input, dayOf(now))
    if (!place.ok) return place
    const planned = await planOf(place.value, input.kind, {
      all: input.all === true,
      only: input.only ?? null,
      method: input.method,
    })
    if (!planned.ok) return planned
    const { view, proposals, upTo, considered, left } = planned.value
    if (input.shown !== undefined && view.shown !== input.shown)
      return refused("stale", "the memory changed since the preview: look at it again. Nothing was proposed")
    const { team, project, target } = place.value
    const since = view.kind === "logs" ? view.since : null
    const waited = proposals.flatMap(({ waiting }) => waiting ?? [])
    const not: { index: number[]; why: string }[] = []
    const coming: Coming[] = []
    let stopped = false
    for (const one of proposals) {
      if (one.waiting !== null) continue
      const asked = {
        team,
        project,
        target: one.target,
        changes: one.changes,
        input: proposeInput.parse({
          reason: one.reason,
          evidence: one.evidence === "" ? undefined : one.evidence,
          ...(one.confidence === null ? {} : { confidence: one.confidence }),
        }),
        now,
        known: one.confidence === null,
      }
      const prepared = await prepareProposal(actor, asked)
      if (prepared.ok) coming.push({ one, asked, prepared: prepared.value })
      else {
        if (coming.length === 0 && !ONE_ALONE.has(prepared.reason)) return prepared
        not.push({ index: [...one.index], why: prepared.message })
        stopped = !ONE_ALONE.has(prepared.reason)
        if (stopped) break
      }
    }
    const by = { kind: actor.kind, id: actor.id, name: actor.name }
    const told = ({ made }: Kept) => ({
      kind: "compaction.propose",
      teamId: team.id,
      subject: target.path,
      detail: { compaction: input.kind, considered, proposals: made.map((id) => ({ id, state: "waiting" })) },
    })
    // Together with the record: what is rejected teaches the next time only where the record says what it rests on.
    const kept = await commit(actor, told, async (tx): Promise<Outcome<Kept>> => {
      const room = await roomFor(tx, coming)
      const [first] = coming
      if (first && room.left === 0) return whyTooMany(first.prepared, room.waiting)
      const come = coming.slice(0, room.left)
      const stored = await addTogether(tx, come)
      const both = come.flatMap(({ one, prepared }) =>
        [stored.get(prepared.row.id)].flatMap((added) => (added ? [{ ...added, one }] : [])),
      )
      const lines = new Map(both.map(({ id, one }) => [id, one.lines]))
      const compaction = await addCompaction(tx, team.id, {
        projectId: project.id,
        kind: input.kind,
        fileId: target.head?.id ?? null,
        path: target.path,
        agentName: target.agent,
        upTo: stopped || come.length < coming.length ? since : upTo,
        considered,
        left,
        by,
        lines: [...lines].flatMap(([id, those]) =>
          those.map(({ path, line, text }) => ({
            proposalId: id,
            statement: hashOfStatement(text),
            path,
            line,
          })),
        ),
      })
      const beyond = coming.slice(room.left).map(({ one, prepared }) => ({
        index: [...one.index],
        why: whyTooMany(prepared, room.waiting + come.length).message,
      }))
      return done({
        compaction,
        made: both.flatMap(({ id, added }) => (added ? [id] : [])),
        already: both.flatMap(({ id, added }) => (added ? [] : [id])),
        beyond,
      })
    })
    if (!kept.ok) return kept
    const { compaction, made, already, beyond } = kept.value
    for (const { asked, prepared } of coming)
      if (made.includes(prepared.row.id)) await settle(actor, asked, prepared)
    return done({
      compaction,
      proposals: made,
      already: [...new Set([...waited, ...already])],
      refused: [...not, ...beyond],
    })
  },
})

interface Coming extends Together {
  readonly one: PlannedProposal
}

interface Kept {
  readonly compaction: string
  /** Ids of those that wait for it. */
  readonly made: string[]
  readonly already: string[]
  readonly beyond: { index: number[]; why: string }[]
}

/** As many as their author may still let wait; all of them where the policy has no bound. */
async function roomFor(
  tx: Tx,
  coming: readonly Coming[],
): Promise<{ readonly left: number; readonly waiting: number }> {
  const [first] = coming
  const most = first?.prepared.most ?? null
  if (first === undefined || most === null) return { left: coming.length, waiting: 0 }
  const [waiting = 0] = await countAlone(tx, [first.prepared.row])
  return { left: Math.min(coming.length, Math.max(0, most - waiting)), waiting }
}

/** Refusals that concern one proposal: the others may come. Any other ends it, and what was not proposed comes up again. */
const ONE_ALONE: ReadonlySet<string> = new Set(["conflict", "invalid"])
