import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { fileOfEntry } from "@/lib/db/memory-files/entries"
import { readPolicies } from "@/lib/db/policies"
import { findProposals, type ProposalRow } from "@/lib/db/proposals/proposals"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome, type Refusal, refused, type RefusalReason } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/proposed-change"
import { operation } from "../../operation"
import { decideTogether, whyProposalDecided } from "./decide-together"
import { withText } from "./write-approved"
import { effectOf } from "./effect"
import { NO_PROPOSAL, visibleProposal, visibleProposals, summarizeProposals } from "../summary"
import { findTargetAgain, targetOfFile } from "../target"
import { undoTogether } from "./undo"
import { decisionOutcome, type DecisionOutcome, proposalDetail, proposalSummary } from "../proposal-outputs"
import { type DecisionRequest, refusedOutcome } from "./decision"

const shown = z.string().regex(/^[0-9a-f]{64}$/, "send `shown` exactly as you received it with the proposal")
const statement = z
  .string()
  .max(LONGEST_STATEMENT)
  .refine((text) => text.trim() !== "", "an entry needs text")
const reason = z.string().trim().max(2_000).default("")

export const reviewProposal = operation({
  name: "proposal.review",
  summary:
    "Review a proposal: approve it, approve it with edits, merge it into an entry, or reject it with a reason.",
  method: "POST",
  path: "/proposals/{proposal}/review",
  right: "curate",
  version: { base: "shown" },
  unguarded: ["before"],
  input: z.object({
    proposal: z.string(),
    verdict: z.enum(["approve", "edit", "merge", "reject"]),
    shown: shown.describe("`shown` from the version you saw. An approval applies to exactly that version"),
    text: statement.optional().describe("edit: the new text. merge: the new text for the entry"),
    entry: z.uuid().optional().describe("merge: the entry to merge into"),
    before: z
      .string()
      .optional()
      .describe("merge: the text of that entry as you last saw it. Rejected if the entry has changed"),
    reason,
  }),
  output: decisionOutcome.extend({ proposal: proposalSummary }),
  async run(actor, input) {
    const row = await visibleProposal(actor, input.proposal)
    if (!row.ok) return row
    const decided = can(actor, "curate", { teamId: row.value.teamId })
      ? whyProposalDecided(actor, row.value)
      : null
    if (decided)
      return {
        ...decided,
        details: { ...decided.details, proposal: (await summarizeProposals(actor, [row.value]))[0] },
      }
    const incomplete = whyIncomplete(input)
    if (incomplete) return incomplete
    const into = await mergeTarget(visibilityOf(actor, row.value.teamId), input)
    if (!into.ok) return into
    const outcome = await decideTogether(actor, {
      teamId: row.value.teamId,
      items: [{ id: row.value.id, shown: input.shown }],
      verdict: input.verdict,
      reason: input.reason,
      text: input.text,
      into: into.value,
    })
    if (!outcome.ok) return outcome
    const [one] = outcome.value
    const proposal = await summaryNow(actor, row.value)
    return one?.ok
      ? done({ ...one, proposal })
      : { ...refusalOf(one, "the decision could not be saved"), details: { proposal } }
  },
})

interface ReviewInput {
  readonly verdict: "approve" | "edit" | "merge" | "reject"
  readonly reason: string
  readonly text?: string | undefined
  readonly entry?: string | undefined
  readonly before?: string | undefined
}

function whyIncomplete({ verdict, reason: why, text, entry }: ReviewInput): Refusal | null {
  if (verdict === "reject" && why === "")
    return refused("invalid", "reason: required. Agents use it to avoid similar proposals")
  if (verdict === "edit" && text === undefined) return refused("invalid", "text: enter the new text")
  if (verdict === "merge" && entry === undefined)
    return refused("invalid", "entry: choose the entry to merge into")
  return null
}

/**
 * Returns the entry to merge into, or undefined if the request names none. Refuses an entry that is not
 * found.
 */
async function mergeTarget(
  visible: Visibility,
  {
    entry,
    text = null,
    before,
  }: Pick<ReviewInput, "entry" | "before"> & { text?: string | null | undefined },
): Promise<Outcome<DecisionRequest["into"]>> {
  if (entry === undefined) return done(undefined)
  const fileId = await fileOfEntry(visible, entry)
  return fileId === null
    ? refused("not-found", "the entry to merge into was not found")
    : done({ entry, fileId, text, before })
}

const refusalOf = (outcome: DecisionOutcome | undefined, otherwise: string): Refusal =>
  refused((outcome?.refused?.reason ?? "conflict") as RefusalReason, outcome?.refused?.message ?? otherwise)

async function summaryNow(actor: Actor, row: ProposalRow) {
  const [summary] = await summarizeProposals(
    actor,
    await findProposals([visibilityOf(actor, row.teamId)], [row.id], actor.id),
  )
  return summary as z.output<typeof proposalSummary>
}

const MOST_AT_ONCE = 1_000

export const reviewProposals = operation({
  name: "proposal.review-many",
  summary:
    "Review several proposals at once. Approvals for the same file become one revision. Each item succeeds or fails individually.",
  method: "POST",
  path: "/reviews",
  right: "curate",
  input: z.object({
    items: z
      .array(z.object({ proposal: z.string(), shown }))
      .min(1, "choose at least one proposal")
      .max(MOST_AT_ONCE, `at most ${MOST_AT_ONCE} proposals at once`),
    verdict: z.enum(["approve", "reject"]),
    reason,
  }),
  output: z.object({ outcomes: z.array(decisionOutcome), revisions: z.number() }),
  async run(actor, input) {
    if (input.verdict === "reject" && input.reason === "")
      return refused("invalid", "reason: required. Agents use it to avoid similar proposals")
    const shownOf = new Map(input.items.map((item) => [item.proposal, item.shown]))
    let revisions = 0
    const outcomes = await inGroups(
      actor,
      input.items.map((item) => item.proposal),
      async (teamId, ids) => {
        const items = ids.map((id) => ({ id, shown: shownOf.get(id) ?? "" }))
        const decided = await decideTogether(actor, {
          teamId,
          items,
          verdict: input.verdict,
          reason: input.reason,
          bulk: input.items.length > 1,
        })
        if (decided.ok && decided.value.some((one) => one.revision !== null)) revisions += 1
        return decided
      },
    )
    return done({ outcomes, revisions })
  },
})

export const undoReview = operation({
  name: "proposal.undo",
  summary: "Undo the decision on a proposal. Its file is restored, and the proposal is pending again.",
  method: "DELETE",
  path: "/proposals/{proposal}/review",
  right: "curate",
  input: z.object({ proposal: z.string() }),
  output: decisionOutcome,
  async run(actor, input) {
    const row = await visibleProposal(actor, input.proposal)
    if (!row.ok) return row
    const outcome = await undoTogether(actor, row.value.teamId, [row.value.id])
    if (!outcome.ok) return outcome
    const [undone] = outcome.value
    return undone?.ok ? done(undone) : refusalOf(undone, "nothing to undo")
  },
})

export const undoReviews = operation({
  name: "proposal.undo-many",
  summary: "Undo the decisions on several proposals.",
  method: "POST",
  path: "/reviews/undo",
  right: "curate",
  input: z.object({ proposals: z.array(z.string()).min(1).max(MOST_AT_ONCE) }),
  output: z.object({ outcomes: z.array(decisionOutcome) }),
  run: async (actor, input) =>
    done({
      outcomes: await inGroups(actor, input.proposals, (teamId, ids) => undoTogether(actor, teamId, ids)),
    }),
})

export const previewReview = operation({
  name: "proposal.preview",
  summary: "Preview a proposal with different text, or merged into an entry. Writes nothing.",
  method: "POST",
  path: "/proposals/{proposal}/preview",
  right: "read",
  input: z.object({ proposal: z.string(), text: statement.optional(), entry: z.uuid().optional() }),
  output: proposalDetail.pick({ diff: true, hindrance: true, consequence: true, budget: true }),
  async run(actor, input) {
    const row = await visibleProposal(actor, input.proposal)
    if (!row.ok) return row
    const { teamId, changes } = row.value
    const policy = policyOfMemory(await readPolicies(visibilityOf(actor, teamId)), row.value)
    if (input.entry !== undefined) {
      const found = await visibleEntry(actor, teamId, input.entry)
      if (!found) return refused("not-found", "the entry to merge into was not found")
      const { into, entry } = found
      const edit = {
        kind: "edit" as const,
        entry: entry.id,
        before: entry.text,
        text: input.text ?? entry.text,
      }
      return done(viewOf(effectOf(into, [edit], policy)))
    }
    const target = await findTargetAgain(visibilityOf(actor, teamId), {
      ...row.value,
      today: row.value.createdAt.toISOString().slice(0, 10),
    })
    if (!target) return refused("conflict", `${row.value.path} no longer exists`)
    return done(
      viewOf(effectOf(target, input.text === undefined ? changes : withText(changes, input.text), policy)),
    )
  },
})

/** Returns an entry with its file, or null if the actor may not see it. */
async function visibleEntry(actor: Actor, teamId: string, id: string) {
  const fileId = await fileOfEntry(visibilityOf(actor, teamId), id)
  if (fileId === null) return null
  const into = await targetOfFile(visibilityOf(actor, teamId), fileId)
  const entry = (await entriesAtHead(visibilityOf(actor, teamId), fileId)).find((one) => one.id === id)
  if (!into?.head || !entry) return null
  return { into, entry }
}

const viewOf = ({ diff, hindrance, consequence, budget }: ReturnType<typeof effectOf>) => ({
  diff,
  hindrance,
  consequence,
  budget,
})

/** Calls `work` for the visible proposals of each file. Returns one outcome per id, in the given order. */
async function inGroups(
  actor: Actor,
  ids: readonly string[],
  work: (teamId: string, ids: readonly string[]) => Promise<Outcome<DecisionOutcome[]>>,
): Promise<DecisionOutcome[]> {
  const rows = await visibleProposals(actor, ids)
  const outcomes = new Map<string, DecisionOutcome>()
  for (const [, group] of [...groupBy(rows, (row) => `${row.teamId}/${row.projectId}/${row.path}`)].toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  )) {
    const own = group.map((row) => row.id)
    const order = ids.filter((id) => own.includes(id))
    const result = await work(group[0]?.teamId ?? "", [...new Set(order)])
    for (const outcome of result.ok ? result.value : order.map((id) => refusedOutcome(id, result, null)))
      outcomes.set(outcome.id, outcome)
  }
  return [...new Set(ids)].map((id) => outcomes.get(id) ?? refusedOutcome(id, NO_PROPOSAL, null))
}
