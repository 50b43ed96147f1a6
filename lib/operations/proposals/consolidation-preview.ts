import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { categoryQueue } from "@/lib/db/proposals/reviews"
import { curatorsOf, readPolicies } from "@/lib/db/policies"
import { findProposals, type ProposalRow } from "@/lib/db/proposals/proposals"
import type { Actor } from "@/lib/memory/teams/actor"
import { decidersOf, whyMayNotApprove } from "@/lib/memory/policies/rights"
import { groupDuplicates } from "@/lib/memory/proposals/group-similar"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { DEFAULT_POLICY, policyOfMemory } from "@/lib/memory/policies/policy"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { authorWith, linesAbove } from "./author"
import { effectOf } from "./decisions/effect"
import { withComparisons } from "./compare-queue"
import { summarizeProposals } from "./summary"
import { type Target, findTargetAgain } from "./target"
import {
  type ProposalFinding,
  type ProposalSummary,
  proposalDetail,
  proposalSummary,
} from "./proposal-outputs"

/** Maximum number of proposals in one view. Further ones follow when these are decided. */
const MOST = 300

const member = proposalSummary.extend({ fullText: z.string() })

const result = proposalDetail.pick({ diff: true, budget: true }).extend({
  /** Proposals that cannot be written together with the others. */
  refused: z.array(z.object({ id: z.string(), why: z.string() })),
})

const consolidatedFile = z.object({
  path: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  /** Current revision of the file. 0 if an approval creates it. */
  revision: z.number(),
  /** Groups of duplicates. `lead`: the proposal with the best wording. */
  groups: z.array(
    z.object({
      lead: member,
      folded: z.array(member),
      chosen: z.boolean().describe("False if a finding requires individual review"),
    }),
  ),
  /** Proposals that must be decided individually, with the reason. */
  left: z.array(z.object({ proposal: member, why: z.string() })),
  /** Effect of approving the leads of all chosen groups. */
  result,
})

export const showConsolidation = operation({
  name: "category.consolidate",
  summary:
    "List the pending proposals in a category by file, with duplicates merged and the effect of approving them together.",
  method: "GET",
  path: "/categories/{category}/consolidation",
  right: "read",
  input: z.object({ team: z.string(), category: z.string(), project: z.string().optional() }),
  output: z.object({
    category: z.object({ slug: z.string(), name: z.string() }),
    files: z.array(consolidatedFile),
    /** Number of waiting proposals beyond the maximum of one view. */
    beyond: z.number(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const visible = visibilityOf(actor, team.value.id, project.value?.id)
    const queue = await categoryQueue(visible, input.category, {
      userId: actor.id,
      take: MOST,
    })
    if (!queue) return refused("not-found", `category not found in ${team.value.name}: ${input.category}`)
    const found = await findProposals([visible], queue.waiting, actor.id)
    const place = new Map(queue.waiting.map((id, at) => [id, at]))
    const rows = await withComparisons(
      actor,
      found.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    )
    const [summaries, whyLeft] = await Promise.all([
      summarizeProposals(actor, rows),
      whyOneByOne(actor, team.value.id, rows),
    ])
    const members = new Map(
      summaries.map((summary, at) => [summary.id, { ...summary, fullText: rows[at]?.text ?? summary.text }]),
    )
    const files = [...groupBy(rows, placeOf).values()].map((own) =>
      consolidateFile(own, (row) => members.get(row.id) as Member, whyLeft),
    )
    return done({
      category: { slug: queue.slug, name: queue.name },
      files: await Promise.all(files),
      beyond: queue.total - queue.waiting.length,
    })
  },
})

type Member = z.output<typeof member>

/** Groups the duplicates among the proposals of one file. */
async function consolidateFile(
  rows: readonly ProposalRow[],
  memberOf: (row: ProposalRow) => Member,
  whyLeft: (row: ProposalRow, summary: ProposalSummary) => string | null,
): Promise<z.output<typeof consolidatedFile>> {
  const left = rows.flatMap((row) => {
    const why = whyLeft(row, memberOf(row))
    return why === null ? [] : [{ proposal: memberOf(row), why }]
  })
  const apart = new Set(left.map((one) => one.proposal.id))
  const folds = groupDuplicates(
    rows
      .filter((row) => !apart.has(row.id))
      .map((row) => ({
        row,
        about: aboutOf(row),
        text: row.text,
        confidence: row.confidence,
        supporters: row.supporters,
      })),
  )
  const isChosen = (row: ProposalRow) => !memberOf(row).found.some((kind) => DOUBTFUL.includes(kind))
  const chosen = folds.map((fold) => fold.lead.row).filter(isChosen)
  const { head, ...together } = await resultOf(chosen, rows[0])
  return {
    path: rows[0]?.path ?? "",
    project: memberOf(rows[0] as ProposalRow).project,
    revision: head?.revision ?? 0,
    left,
    result: together,
    groups: folds.map(({ lead, folded }) => ({
      lead: memberOf(lead.row),
      folded: folded.map((one) => memberOf(one.row)),
      chosen: isChosen(lead.row),
    })),
  }
}

export const previewConsolidation = operation({
  name: "category.preview-consolidation",
  summary:
    "Preview approving several pending proposals in a category together, file by file, without writing anything.",
  method: "POST",
  path: "/categories/{category}/consolidation/preview",
  right: "read",
  input: z.object({
    team: z.string(),
    category: z.string(),
    proposals: z.array(z.string()).max(MOST, `choose at most ${MOST} proposals at once`),
  }),
  output: z.object({ files: z.array(z.object({ path: z.string(), project: z.string(), result })) }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const found = await findProposals([visibilityOf(actor, team.value.id)], input.proposals, actor.id)
    const rows = input.proposals.flatMap((id) => found.find((row) => row.id === id) ?? [])
    const files = [...groupBy(rows, placeOf).values()].map(async (own) => {
      const { head: _, ...together } = await resultOf(own, own[0])
      return { path: own[0]?.path ?? "", project: own[0]?.projectSlug ?? "", result: together }
    })
    return done({ files: await Promise.all(files) })
  },
})

/** Findings that require individual review. */
const DOUBTFUL: readonly ProposalFinding["kind"][] = [
  "noise",
  "restated",
  "contradiction",
  "duplicate",
  "near-duplicate",
  "rejected-before",
  "retired-before",
  "forgotten-before",
]

const placeOf = (row: ProposalRow) => `${row.projectId}/${row.path}`

/**
 * Returns a key that duplicates share. Additions have one key. Changes of the same kind to one entry have one
 * key. A proposal with several changes has its own key.
 */
function aboutOf(row: ProposalRow): string {
  const [change] = row.changes
  if (!change || row.changes.length > 1) return row.id
  return change.kind === "add"
    ? "add"
    : `${change.kind} ${change.entry}${change.kind === "move" ? ` ${change.section}` : ""}`
}

/**
 * Returns a function that finds the reason why a proposal must be decided individually. It returns null if
 * there is none.
 */
async function whyOneByOne(
  actor: Actor,
  teamId: string,
  rows: readonly ProposalRow[],
): Promise<(row: ProposalRow, summary: ProposalSummary) => string | null> {
  const [policies, curators, lines] = await Promise.all([
    readPolicies(visibilityOf(actor, teamId)),
    curatorsOf(visibilityOf(actor, teamId)),
    linesAbove(actor, rows),
  ])
  return (row, { standing, flagged, approvals }) => {
    if (flagged) return "Flagged"
    if (standing !== "applies" && standing !== "already")
      return standing === null ? "Already decided" : STANDING_WORDS[standing]
    if (approvals.mine && approvals.given < approvals.needed)
      return "You have already approved this proposal. A second curator must also approve it"
    const policy = policyOfMemory(policies, row)
    return whyMayNotApprove(actor, {
      teamId,
      policy,
      author: authorWith(lines, row),
      curators: decidersOf(policy, curators),
    })
  }
}

const STANDING_WORDS = {
  "needs-rebase": "The entry has changed since the proposal was created",
  "target-gone": "The entry was removed",
  "file-gone": "The file was removed from the source",
  "opted-out": "The agent has opted out of memory",
} as const

/**
 * Returns the effect of approving the proposals of one file together. Refuses each proposal that does not
 * apply after the previous ones. `first`: any proposal of the file.
 */
async function resultOf(
  rows: readonly ProposalRow[],
  first: ProposalRow | undefined,
): Promise<z.output<typeof result> & { head: Target["head"] }> {
  const target = first
    ? await findTargetAgain(wholeTeamUnchecked(first.teamId), {
        ...first,
        today: first.createdAt.toISOString().slice(0, 10),
      })
    : null
  if (!target)
    return {
      head: null,
      diff: null,
      budget: { lines: 0, after: 0, budget: null, loads: null, cut: null },
      refused: rows.map(({ id }) => ({ id, why: "The file no longer exists" })),
    }
  const policy =
    first && target.head === null
      ? policyOfMemory(await readPolicies(wholeTeamUnchecked(first.teamId)), first)
      : DEFAULT_POLICY
  const all = effectOf(
    target,
    rows.flatMap((row) => row.changes),
    policy,
  )
  if (all.hindrance === null) return { head: target.head, diff: all.diff, budget: all.budget, refused: [] }
  const { written, refused: refusedOnes } = oneAfterTheOther(target, rows)
  const { diff, budget, hindrance } = effectOf(
    target,
    written.flatMap((row) => row.changes),
    policy,
  )
  if (hindrance !== null)
    return { head: target.head, diff: null, budget, refused: rows.map(({ id }) => ({ id, why: hindrance })) }
  return { head: target.head, diff, budget, refused: refusedOnes }
}

/** Applies proposals in order. Returns the proposals that apply, and the refused ones with the reason. */
function oneAfterTheOther(
  { reading, ...target }: Target,
  rows: readonly ProposalRow[],
): { written: ProposalRow[]; refused: { id: string; why: string }[] } {
  let text = target.text
  let entries: readonly StoredEntry[] = target.entries
  const taken: ProposalRow[] = []
  const refusals: { id: string; why: string }[] = []
  for (const row of rows) {
    const result = writeChanges({ ...reading, text }, entries, row.changes)
    if (!result.ok) {
      refusals.push({ id: row.id, why: result.why })
      continue
    }
    const { sections } = result.parsed
    text = result.text
    entries = result.parsed.entries.map(({ section, ...entry }, place) => ({
      ...entry,
      id: result.ids[place] ?? `${row.id} ${place}`,
      section: section === null ? null : (sections[section]?.name ?? null),
    }))
    taken.push(row)
  }
  return { written: taken, refused: refusals }
}
