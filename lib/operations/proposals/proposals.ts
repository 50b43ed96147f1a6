import { visibilityOf } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { findRevision } from "@/lib/db/memory-files/files"
import { readersOf } from "@/lib/db/context/loaded-files"
import { curatorsOf, readPolicies } from "@/lib/db/policies"
import {
  countProposals,
  countWaiting,
  listProposals as rowsOf,
  type ProposalFilter,
  type ProposalRow,
  supportersOf,
} from "@/lib/db/proposals/proposals"
import { findSimilarProposals } from "@/lib/db/similar-statements"
import { summaryOfSession } from "@/lib/db/sessions"
import type { Actor } from "@/lib/memory/teams/actor"
import { decidersOf, whyMayNotApprove } from "@/lib/memory/policies/rights"
import { done } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory, type PolicySettings } from "@/lib/memory/policies/policy"
import { statementsOf } from "@/lib/memory/proposals/proposed-change"
import { operation } from "../operation"
import { placeInList } from "../infra/paging"
import { authorWith, linesAbove } from "./author"
import { budgetFinding, findingsAbout, flagsOf } from "./proposal-findings"
import { withComparisons } from "./compare-queue"
import { type Effect, effectOf, linesOf, rebaseOf, windowOf } from "./decisions/effect"
import {
  visibleProposal,
  approvalsOf,
  findingsOf,
  visibleFindingsOf,
  standingNow,
  summarizeProposals,
  proposalSummaryOf,
  visibleFindings,
  visibleExamples,
  visibleWrite,
} from "./summary"
import { whyHeld } from "./decisions/decide-together"
import { readableVisibilities } from "./proposal-place"
import { type Target, findTargetAgain } from "./target"
import {
  finding,
  PROPOSAL_STATES,
  type ProposalDetail,
  proposalDetail,
  type ProposalFinding,
  proposalSummary,
  PROPOSAL_STANDINGS,
} from "./proposal-outputs"

/** Schema of a flag in a query string. 1 and true mean true. */
const flag = z
  .enum(["1", "true", "0", "false"])
  .transform((text) => text === "1" || text === "true")
  .or(z.boolean())

export const listProposals = operation({
  name: "proposal.list",
  summary: "List proposals by file and age. By default, only pending proposals are listed.",
  method: "GET",
  path: "/proposals",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    state: z.enum([...PROPOSAL_STATES, "decided", "all"]).default("waiting"),
    file: z.string().optional(),
    path: z.string().optional(),
    agent: z.string().optional(),
    category: z.string().optional(),
    kind: z.string().optional(),
    author: z.string().optional(),
    flagged: flag.optional(),
    standing: z.enum(PROPOSAL_STANDINGS).optional(),
    assignee: z.string().optional().describe("me, none, or a person's ID"),
    snoozed: flag.optional().describe("Defaults to pending proposals you have not snoozed"),
    q: z.string().max(200).optional(),
    order: z.enum(["file", "newest", "oldest"]).default("file"),
    findings: flag
      .default(false)
      .describe("Return the full findings for each proposal, not only their kinds"),
    limit: z.coerce.number().int().min(1).max(2_000).default(200),
    after: placeInList.optional(),
  }),
  output: z.object({
    proposals: z.array(proposalSummary.extend({ findings: z.array(finding).optional() })),
    /** Cursor of the next page, sent as `after`. Null on the last page. */
    next: z.string().nullable(),
    /** Number of all matching proposals, including other pages. */
    total: z.number(),
    counts: z.object({
      waiting: z.number(),
      snoozed: z.number(),
      flagged: z.number(),
      yours: z.number().describe("Pending proposals that are assigned to you or unassigned"),
      mine: z.number().describe("Pending proposals that are assigned to you"),
    }),
  }),
  async run(actor, input) {
    const places = await readableVisibilities(actor, input)
    if (!places.ok) return places
    const snoozed = input.snoozed ?? (input.state === "waiting" ? false : null)
    const filter: ProposalFilter = {
      visible: places.value,
      userId: actor.id,
      snoozed,
      state: input.state,
      fileId: input.file,
      path: input.path,
      agent: input.agent,
      category: input.category,
      kind: input.kind,
      author: input.author,
      flagged: input.flagged,
      assignee: input.assignee === "me" ? actor.id : input.assignee,
      text: input.q,
      order: input.order,
      take: input.limit,
      after: input.after ?? null,
    }
    const [rows, total, counts] = await Promise.all([
      rowsOf(filter),
      countProposals(filter),
      countWaiting(places.value, actor.id),
    ])
    const looked = await withComparisons(actor, rows)
    const summarized = await summarizeProposals(actor, looked)
    const summaries = input.findings ? await withFindings(actor, summarized, looked) : summarized
    const listed =
      input.standing === undefined ? summaries : summaries.filter((one) => one.standing === input.standing)
    const seen = Number(input.after ?? 0) + rows.length
    return done({
      proposals: listed,
      next: rows.length > 0 && seen < total ? String(seen) : null,
      total,
      counts,
    })
  },
})

async function withFindings<Summary extends { id: string }>(
  actor: Actor,
  summaries: readonly Summary[],
  rows: readonly ProposalRow[],
): Promise<(Summary & { findings: ProposalFinding[] })[]> {
  const found = await visibleFindingsOf(actor, rows)
  return summaries.map((one) => ({ ...one, findings: found.get(one.id) ?? [] }))
}

export const showProposal = operation({
  name: "proposal.show",
  summary: "Show a proposal with all its findings and its effect on the current file.",
  method: "GET",
  path: "/proposals/{proposal}",
  right: "read",
  version: { of: "shown" },
  input: z.object({ proposal: z.string() }),
  output: proposalDetail,
  async run(actor, input) {
    const row = await visibleProposal(actor, input.proposal)
    return row.ok ? done(await proposalDetailOf(actor, row.value)) : row
  },
})

/** Returns all details of a proposal, compared with current memory. */
export async function proposalDetailOf(
  actor: Actor,
  row: ProposalRow,
): Promise<z.output<typeof proposalDetail>> {
  const [target, supporters, readers, policies, curators, comparison, written, sessionSummary, lines] =
    await Promise.all([
      findTargetAgain(visibilityOf(actor, row.teamId), {
        ...row,
        today: row.createdAt.toISOString().slice(0, 10),
      }),
      supportersOf(visibilityOf(actor, row.teamId), row.id),
      readersOf(visibilityOf(actor, row.teamId), {
        projectId: row.projectId,
        agent: row.agent,
        category: row.category,
        scope: row.scope,
      }),
      readPolicies(visibilityOf(actor, row.teamId)),
      curatorsOf(visibilityOf(actor, row.teamId)),
      compareNow(actor, row),
      writtenBy(actor, row),
      sessionSummaryOf(row),
      linesAbove(actor, [row]),
    ])
  const policy = policyOfMemory(policies, row)
  const effect = await effectNow(row, { target, policy, policies, written })
  const findings = [...comparison.flags, ...comparison.found, ...effect.findings]
  return {
    ...proposalSummaryOf(actor, { ...row, findings: comparison.found }),
    ...effect.view,
    found: [...new Set(findings.map((one) => one.kind))],
    approvals: approvalsOf(actor, row, policy.approvals),
    fullText: row.text,
    reason: row.reason,
    evidence: row.evidence,
    sessionSummary,
    changes: [...row.changes],
    findings,
    supportedBy: supporters.map((one) => ({
      name: one.name,
      reason: one.reason,
      session: one.session,
      at: one.createdAt.toISOString(),
    })),
    baseRevision: row.baseRevision,
    readers,
    examples: comparison.examples,
    mayNotDecide: whyMayNotApprove(actor, {
      teamId: row.teamId,
      policy,
      author: authorWith(lines, row),
      curators: decidersOf(policy, curators),
    }),
  }
}

interface Comparison {
  readonly flags: readonly ProposalFinding[]
  readonly found: readonly ProposalFinding[]
  readonly examples: ProposalDetail["examples"]
}

/** Compares a waiting proposal with current memory. Returns the stored findings of a decided proposal. */
async function compareNow(actor: Actor, row: ProposalRow): Promise<Comparison> {
  if (row.state !== "waiting")
    return { flags: [], found: await visibleFindings(actor, row.teamId, findingsOf(row)), examples: [] }
  const [found, examples] = await Promise.all([findingsAbout(row), rejectedExamples(actor, row)])
  return {
    flags: flagsOf({ ...row, newPath: row.fileId === null ? row.path : null }),
    found: await visibleFindings(actor, row.teamId, found),
    examples,
  }
}

interface EffectContext {
  readonly target: Target | null
  readonly policy: PolicySettings
  readonly policies: readonly PlacedPolicy[]
  readonly written: ProposalDetail["diff"]
}

/**
 * Returns the effect of approving a waiting proposal on the current file. For a decided proposal, returns the
 * effect of the decision.
 */
async function effectNow(row: ProposalRow, { target, policy, policies, written }: EffectContext) {
  const { head, entries } = target ?? { head: null, entries: [] }
  const standing = standingNow(row, head ?? undefined, entries)
  const common = { ...standing, headRevision: head?.revision ?? 0 }
  const isWaiting = row.state === "waiting"
  const blocks = {
    blocked: whyBlocked(row, standing),
    held: isWaiting ? ((await whyHeld([row], policies)).get(row.id) ?? null) : null,
  }
  if (!isWaiting || !target)
    return { findings: [], view: { ...common, ...withoutEffect(head, blocks, written), rebase: null } }
  const effect = effectOf(target, row.changes, policy)
  return {
    findings: effect.diff ? budgetFinding(row.path, effect.budget) : [],
    view: { ...common, ...withEffect(effect, blocks, written), rebase: rebaseOf(row, target) },
  }
}

interface Blocks {
  /** Reason why the file cannot be written, or null. */
  readonly blocked: string | null
  /** Reason why the policy holds the proposal, or null. */
  readonly held: string | null
}

type EffectView = Pick<ProposalDetail, "diff" | "hindrance" | "consequence" | "budget">

const withEffect = (
  effect: Effect,
  { blocked, held }: Blocks,
  written: ProposalDetail["diff"],
): EffectView => ({
  diff: blocked === null ? (effect.diff ?? written) : null,
  hindrance: blocked ?? effect.hindrance ?? held,
  consequence: blocked ?? effect.consequence,
  budget: effect.budget,
})

const withoutEffect = (
  head: Target["head"],
  { blocked, held }: Blocks,
  written: ProposalDetail["diff"],
): EffectView => ({
  diff: blocked === null ? written : null,
  hindrance: blocked ?? held,
  consequence: blocked ?? "",
  budget: {
    lines: head?.lines ?? 0,
    after: head?.lines ?? 0,
    budget: null,
    loads: null,
    cut: head?.cut ?? null,
  },
})

const whyBlocked = (
  { path, agent }: ProposalRow,
  { standing }: Pick<ProposalDetail, "standing">,
): string | null =>
  ownValue(
    {
      "file-gone": `${path} was removed from its source`,
      "opted-out": `${agent ?? "The agent"} has since opted out of memory`,
    },
    standing as string,
  ) ?? null

/** Returns similar proposals that were rejected with a reason. */
async function rejectedExamples(actor: Actor, row: ProposalRow): Promise<ProposalDetail["examples"]> {
  const similar = await findSimilarProposals(
    visibilityOf(actor, row.teamId),
    statementsOf(row.changes)[0] ?? row.text,
    {
      exclude: [row.id],
      take: 3,
      states: ["rejected"],
    },
  )
  const visible = await visibleExamples(actor, row.teamId, similar)
  return visible.flatMap(({ text, reason, kind, decidedBy, decidedAt }) =>
    reason !== null && (kind === "same" || kind === "duplicate" || kind === "related")
      ? [{ text, reason, by: decidedBy ?? "", at: decidedAt?.toISOString() ?? "" }]
      : [],
  )
}

async function sessionSummaryOf({ teamId, projectId, session, authorAgent }: ProposalRow) {
  if (session === null || authorAgent === null) return null
  return summaryOfSession({ teamId, projectId, agent: authorAgent, session })
}

/**
 * Returns the lines that a decision changed, including those of other proposals in the same revision. Null if
 * nothing was written or the actor may not see the file.
 */
async function writtenBy(actor: Actor, row: ProposalRow): Promise<ProposalDetail["diff"]> {
  const file = visibleWrite(actor, row.review)
  const revision = row.review?.revision ?? null
  if (file === null || revision === null) return null
  const [before, after] = await Promise.all([
    findRevision(visibilityOf(actor, row.teamId), file.fileId, revision - 1),
    findRevision(visibilityOf(actor, row.teamId), file.fileId, revision),
  ])
  const window = after && windowOf(before ? linesOf(before.text) : [], linesOf(after.text))
  return window && { ...window, section: row.review?.verdict === "merged" ? null : row.section }
}
