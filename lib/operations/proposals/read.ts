import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { findRevision } from "@/lib/db/memory-files/files"
import { readersOf } from "@/lib/db/context/readers"
import { curatorsOf, readPolicies } from "@/lib/db/policies/policies"
import {
  countProposals,
  countWaiting,
  listProposals as rowsOf,
  type ProposalFilter,
  type ProposalRow,
  supportersOf,
} from "@/lib/db/proposals/list"
import { findLikeProposals } from "@/lib/db/likeness/similar-proposals"
import { summaryOfSession } from "@/lib/db/sessions/sessions"
import { projectBound } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { decidersOf, whyMayNotApprove } from "@/lib/memory/policies/decision-right"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { statementsOf } from "@/lib/memory/proposals/proposed-change"
import { operation } from "../operation"
import { placeInList } from "../infra/paging"
import { readableTeams } from "../teams/team-of"
import { authorWith, linesAbove } from "./author-line"
import { budgetFinding, findingsAbout, flagsOf } from "./compare"
import { comparedFirst } from "./compare-queue"
import { effectOf, linesOf, rebaseOf, windowOf } from "./decisions/effect"
import { visibleProposal } from "./find"
import { whyHeld } from "./decisions/held"
import { proposalPlace } from "./place"
import { approvalsOf, findingsOf, heardAbout, standingNow, summarize, summaryOf } from "./summary"
import { targetAgain } from "./target"
import { heard, heardExamples, heardWritten } from "./visible-findings"
import {
  finding,
  PROPOSAL_STATES,
  type ProposalDetail,
  proposalDetail,
  type ProposalFinding,
  proposalSummary,
  STANDINGS,
} from "./proposal-outputs"

/** A query says yes as 1 or true. */
const flag = z
  .enum(["1", "true", "0", "false"])
  .transform((text) => text === "1" || text === "true")
  .or(z.boolean())

export const listProposals = operation({
  name: "proposal.list",
  summary: "List proposals by file and age. Default: waiting ones.",
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
    standing: z.enum(STANDINGS).optional(),
    assignee: z.string().optional().describe("me, none, or a person's id"),
    snoozed: flag.optional().describe("Default: waiting proposals that you have not snoozed"),
    q: z.string().max(200).optional(),
    order: z.enum(["file", "newest", "oldest"]).default("file"),
    findings: flag.default(false).describe("With all that was found about each, not its kinds alone"),
    limit: z.coerce.number().int().min(1).max(2_000).default(200),
    after: placeInList.optional(),
  }),
  output: z.object({
    proposals: z.array(proposalSummary.extend({ findings: z.array(finding).optional() })),
    /** Give it as `after` for more; null: that was all. */
    next: z.string().nullable(),
    /** All that match, beyond this page too. */
    total: z.number(),
    counts: z.object({ waiting: z.number(), snoozed: z.number(), flagged: z.number() }),
  }),
  async run(actor, input) {
    const places = await placesOf(actor, input)
    if (!places.ok) return places
    const { teamIds, projectId } = places.value
    const snoozed = input.snoozed ?? (input.state === "waiting" ? false : null)
    const filter: ProposalFilter = {
      teamIds,
      projectId,
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
      countWaiting(teamIds, projectId, actor.id),
    ])
    const looked = await comparedFirst(actor, rows)
    const summarized = await summarize(actor, looked)
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
  const found = await heardAbout(actor, rows)
  return summaries.map((one) => ({ ...one, findings: found.get(one.id) ?? [] }))
}

async function placesOf(
  actor: Actor,
  input: { team?: string | undefined; project?: string | undefined },
): Promise<Outcome<{ teamIds: string[]; projectId: string | null }>> {
  const teams = await readableTeams(actor, input.team)
  if (!teams.ok) return teams
  if (input.project === undefined) {
    return done({ teamIds: teams.value.map((team) => team.id), projectId: projectBound(actor) })
  }
  const named = await proposalPlace(actor, input, "read")
  return named.ok ? done({ teamIds: [named.value.team.id], projectId: named.value.project.id }) : named
}

export const showProposal = operation({
  name: "proposal.show",
  summary: "Show one proposal with its effect on the current file and all findings.",
  method: "GET",
  path: "/proposals/{proposal}",
  right: "read",
  version: { of: "shown" },
  input: z.object({ proposal: z.string() }),
  output: proposalDetail,
  async run(actor, input) {
    const row = await visibleProposal(actor, input.proposal)
    return row.ok ? done(await detailOf(actor, row.value)) : row
  },
})

/** The whole of a proposal, compared with the store as it is at this moment. */
export async function detailOf(actor: Actor, row: ProposalRow): Promise<z.output<typeof proposalDetail>> {
  const waiting = row.state === "waiting"
  const [target, supporters, readers, policies, curators, compared, rejected, written, sessionSummary] =
    await Promise.all([
      targetAgain(row.teamId, { ...row, today: row.createdAt.toISOString().slice(0, 10) }),
      supportersOf(row.teamId, row.id),
      readersOf(
        row.teamId,
        { projectId: row.projectId, agent: row.agent, category: row.category, scope: row.scope },
        projectBound(actor),
      ),
      readPolicies(row.teamId),
      curatorsOf(row.teamId),
      waiting
        ? findingsAbout(row).then((found) => heard(actor, row.teamId, found))
        : heard(actor, row.teamId, findingsOf(row)),
      waiting
        ? findLikeProposals(row.teamId, statementsOf(row.changes)[0] ?? row.text, {
            exclude: [row.id],
            take: 3,
            states: ["rejected"],
          }).then((found) => heardExamples(actor, row.teamId, found))
        : [],
      writtenBy(actor, row),
      row.session === null || row.authorAgent === null
        ? null
        : summaryOfSession({
            teamId: row.teamId,
            projectId: row.projectId,
            agent: row.authorAgent,
            session: row.session,
          }),
    ])
  const policy = policyOfMemory(policies, row)
  const held = waiting ? (await whyHeld([row], policies)).get(row.id) : undefined
  const effect = target && waiting ? effectOf(target, row.changes, policy) : null
  const head = target?.head
  const standing = standingNow(row, head ?? undefined, target?.entries ?? [])
  const findings = waiting
    ? [
        ...flagsOf({ ...row, newPath: row.fileId === null ? row.path : null }),
        ...compared,
        ...(effect?.diff ? budgetFinding(row.path, effect.budget) : []),
      ]
    : compared
  const blocked = ownValue(
    {
      "file-gone": `${row.path} was removed from its source`,
      "opted-out": `${row.agent ?? "The agent"} has opted out of memory since`,
    },
    standing.standing as string,
  )
  return {
    ...summaryOf(actor, { ...row, findings: compared }),
    ...standing,
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
    headRevision: head?.revision ?? 0,
    diff: blocked ? null : (effect?.diff ?? written),
    hindrance: waiting ? (blocked ?? effect?.hindrance ?? held ?? null) : null,
    rebase: target && waiting ? rebaseOf(row, target) : null,
    consequence: blocked ?? effect?.consequence ?? "",
    budget: effect?.budget ?? {
      lines: head?.lines ?? 0,
      after: head?.lines ?? 0,
      budget: null,
      loads: null,
      cut: head?.cut ?? null,
    },
    readers,
    examples: rejected.flatMap((one) =>
      one.reason !== null && (one.kind === "same" || one.kind === "duplicate" || one.kind === "related")
        ? [
            {
              text: one.text,
              reason: one.reason,
              by: one.decidedBy ?? "",
              at: one.decidedAt?.toISOString() ?? "",
            },
          ]
        : [],
    ),
    mayNotDecide: whyMayNotApprove(actor, {
      teamId: row.teamId,
      policy,
      author: authorWith(await linesAbove(actor, [row]), row),
      curators: decidersOf(policy, curators),
    }),
  }
}

/** What the decision did to the file that it wrote: with a revision of several proposals, what all of them did. Null where nothing was written, or where it may not be seen. */
async function writtenBy(actor: Actor, row: ProposalRow): Promise<ProposalDetail["diff"]> {
  const file = heardWritten(actor, row.review)
  const revision = row.review?.revision ?? null
  if (file === null || revision === null) return null
  const [before, after] = await Promise.all([
    findRevision(row.teamId, file.fileId, revision - 1),
    findRevision(row.teamId, file.fileId, revision),
  ])
  const window = after && windowOf(before ? linesOf(before.text) : [], linesOf(after.text))
  return window && { ...window, section: row.review?.verdict === "merged" ? null : row.section }
}
