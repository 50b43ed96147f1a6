import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { findProposals, type ProposalRow } from "@/lib/db/proposals/proposals"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { decideTogether } from "./decisions/decide-together"
import type { ShownProposal } from "./decisions/decision"
import { decisionOutcome, type DecisionOutcome } from "./proposal-outputs"
import { onOneLine } from "@/lib/memory/text/sentence"

const shown = z.string().regex(/^[0-9a-f]{64}$/, "send `shown` exactly as you received it with the proposal")
const item = z.object({ proposal: z.string(), shown })
const MOST = 300

export const consolidateCategory = operation({
  name: "category.approve-consolidated",
  summary:
    "Approve pending proposals in a category together, as one revision per file, and merge duplicates.",
  method: "POST",
  path: "/categories/{category}/consolidation",
  right: "curate",
  input: z.object({
    team: z.string(),
    category: z.string(),
    groups: z
      .array(item.extend({ fold: z.array(item).max(MOST).default([]) }))
      .min(1, "choose at least one proposal")
      .max(MOST, `choose at most ${MOST} proposals at once`),
    reason: z.string().trim().max(2_000).default(""),
  }),
  output: z.object({ outcomes: z.array(decisionOutcome), revisions: z.number() }),
  async run(actor, input) {
    const team = await teamOf(actor, "curate", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, undefined)
    if (!project.ok) return project
    const teamId = team.value.id
    const all = input.groups.flatMap((group) => [group.proposal, ...group.fold.map((one) => one.proposal)])
    const rows = new Map(
      (await findProposals([visibilityOf(actor, teamId)], all, actor.id)).map((row) => [row.id, row]),
    )
    const outcomes = new Map<string, DecisionOutcome>()
    let revisions = 0
    const leading = input.groups.flatMap((group) => rows.get(group.proposal) ?? [])
    for (const [, own] of [...groupBy(leading, (row) => `${row.projectId}/${row.path}`)].toSorted(
      ([a], [b]) => (a < b ? -1 : 1),
    )) {
      const items = own.map((row): ShownProposal => ({
        id: row.id,
        shown: input.groups.find((group) => group.proposal === row.id)?.shown ?? "",
      }))
      const decided = await decideTogether(actor, {
        teamId,
        items,
        verdict: "approve",
        reason: input.reason,
        bulk: true,
      })
      const listed = decided.ok
        ? decided.value
        : items.map(({ id }) => refusedOutcome(id, decided.reason, decided.message))
      for (const outcome of listed) outcomes.set(outcome.id, outcome)
      if (listed.some((one) => one.revision !== null)) revisions += 1
    }
    for (const group of input.groups) {
      const fold = group.fold
        .filter((one) => rows.has(one.proposal))
        .map((one): ShownProposal => ({ id: one.proposal, shown: one.shown }))
      if (fold.length === 0) continue
      for (const outcome of await foldInto(actor, teamId, {
        lead: group.proposal,
        fold,
        outcome: outcomes.get(group.proposal),
        reason: input.reason,
      }))
        outcomes.set(outcome.id, outcome)
    }
    return done({
      outcomes: [...new Set(all)].map(
        (id) => outcomes.get(id) ?? refusedOutcome(id, "not-found", "proposal not found"),
      ),
      revisions,
    })
  },
})

interface Folding {
  readonly lead: string
  readonly fold: readonly ShownProposal[]
  readonly outcome: DecisionOutcome | undefined
  readonly reason: string
}

/**
 * Merges duplicates into the entry that the leading proposal wrote. If the leading proposal was not approved,
 * the duplicates stay waiting.
 */
async function foldInto(
  actor: Actor,
  teamId: string,
  { lead, fold, outcome, reason }: Folding,
): Promise<DecisionOutcome[]> {
  const stay = (why: string) =>
    fold.map(({ id }) => ({ ...refusedOutcome(id, "conflict", why), state: "waiting" as const }))
  if (!outcome?.ok || outcome.state === "waiting")
    return stay(
      outcome?.ok
        ? "the proposal that this one is merged into needs a second approval"
        : "the proposal that this one is merged into was not approved",
    )
  const [row] = await findProposals([visibilityOf(actor, teamId)], [lead], actor.id)
  const into = row && (await entryOf(row))
  const decided = await decideTogether(actor, {
    teamId,
    items: fold,
    reason,
    bulk: true,
    ...(into ? { verdict: "merge", into: { ...into, text: null } } : { verdict: "approve" }),
  })
  return decided.ok
    ? decided.value
    : fold.map(({ id }) => refusedOutcome(id, decided.reason, decided.message))
}

/**
 * Returns the entry that an approved proposal added or edited. Null for other kinds of proposals, and if the
 * entry is not found.
 */
async function entryOf(row: ProposalRow): Promise<{ entry: string; fileId: string } | null> {
  const [change] = row.changes
  if (!change || row.fileId === null || (change.kind !== "add" && change.kind !== "edit")) return null
  if (change.kind === "edit") return { entry: change.entry, fileId: row.fileId }
  const said = (await entriesAtHead(wholeTeamUnchecked(row.teamId), row.fileId)).findLast(
    (entry) => entry.state === "current" && onOneLine(entry.text) === onOneLine(change.text),
  )
  return said ? { entry: said.id, fileId: row.fileId } : null
}

const refusedOutcome = (id: string, reason: string, message: string): DecisionOutcome => ({
  id,
  ok: false,
  state: null,
  revision: null,
  refused: { reason, message },
})
