import { FORMER_MEMBER } from "@/lib/memory/comments/comment-text"
import { visibilityOf, visibilitiesOf } from "@/lib/memory/teams/visibility"
import {
  currentTargetFiles,
  type ProposalRow,
  textsAlreadyStored,
  currentTargets,
  findProposals,
} from "@/lib/db/proposals/proposals"
import { linesOfEntries } from "@/lib/db/memory-files/entries"
import { readPolicies } from "@/lib/db/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { targetsOf } from "@/lib/memory/proposals/proposed-change"
import { proposalStatus, type StoredEntry } from "@/lib/memory/proposals/change-status"
import type { SimilarProposal } from "@/lib/db/similar-statements"
import { idsOfProject } from "@/lib/db/teams/projects-and-agents"
import { projectBound, visibleTeams } from "@/lib/db/teams/teams"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { storedFinding, type ProposalFinding, type ProposalSummary } from "./proposal-outputs"

const HEADLINE = 400

/** Returns summaries for a list. Uses a fixed number of queries, however many proposals there are. */
export async function summarizeProposals(
  actor: Actor,
  rows: readonly ProposalRow[],
): Promise<ProposalSummary[]> {
  const teamIds = [...new Set(rows.map((row) => row.teamId))]
  const visible = teamIds.map((id) => visibilityOf(actor, id))
  const waiting = rows.filter((row) => row.state === "waiting")
  const additions = waiting.flatMap((row) =>
    row.changes.flatMap((change) =>
      change.kind === "add" && row.fileId !== null ? [{ fileId: row.fileId, text: change.text }] : [],
    ),
  )
  const [targets, files, said, ...policies] = await Promise.all([
    currentTargets(
      visible,
      waiting.flatMap((row) => targetsOf(row.changes)),
    ),
    currentTargetFiles(
      visible,
      waiting.flatMap((row) => row.fileId ?? []),
    ),
    textsAlreadyStored(visible, additions),
    ...teamIds.map(async (id): Promise<readonly [string, PlacedPolicy[]]> => [
      id,
      await readPolicies(visibilityOf(actor, id)),
    ]),
  ])
  const policyOf = new Map(policies)
  const found = await visibleFindingsOf(actor, rows)
  const fileOf = new Map(files.map((file) => [file.id, file]))
  const entryOf = new Map(targets.map((entry) => [entry.id, entry]))
  return rows.map((row) => {
    const file = row.fileId === null ? undefined : fileOf.get(row.fileId)
    const named = targetsOf(row.changes)
      .flatMap((id) => entryOf.get(id) ?? [])
      .filter((entry) => entry.fileId === row.fileId)
    const added = row.changes.flatMap((change) =>
      change.kind === "add" && said.has(`${row.fileId}\0${change.text}`) ? [change.text] : [],
    )
    return {
      ...proposalSummaryOf(actor, { ...row, findings: found.get(row.id) }),
      ...standingNow(row, file, [...named.map(asEntry), ...added.map(saidEntry)]),
      approvals: approvalsOf(actor, row, policyOfMemory(policyOf.get(row.teamId) ?? [], row).approvals),
    }
  })
}

/**
 * Returns the findings that the actor may see, by proposal id. Those of waiting proposals name the current
 * lines of entries.
 */
export async function visibleFindingsOf(
  actor: Actor,
  rows: readonly ProposalRow[],
): Promise<Map<string, ProposalFinding[]>> {
  const teams = groupBy(rows, (row) => row.teamId)
  const found = await Promise.all(
    [...teams].map(async ([teamId, own]) => {
      const each = await visibleFindingsOfEach(actor, teamId, own.map(findingsOf))
      const isWaiting = (place: number) => own[place]?.state === "waiting"
      const lines = await linesOfEntries(
        visibilityOf(actor, teamId),
        each.flatMap((findings, place) =>
          isWaiting(place) ? findings.flatMap((one) => one.entry?.id ?? []) : [],
        ),
      )
      return own.map((row, place) => {
        const findings = each[place] ?? []
        return [row.id, isWaiting(place) ? findings.map((one) => atLine(one, lines)) : findings] as const
      })
    }),
  )
  return new Map(found.flat())
}

/** Returns the finding with the current line of its entry, which may have moved since the comparison. */
function atLine(finding: ProposalFinding, lines: ReadonlyMap<string, number>): ProposalFinding {
  const { entry, message } = finding
  const line = entry === null ? undefined : lines.get(entry.id)
  if (entry === null || line === undefined || line === entry.line) return finding
  return {
    ...finding,
    entry: { ...entry, line },
    message: message.replace(`line ${entry.line}`, `line ${line}`),
  }
}

const asEntry = (
  entry: Pick<StoredEntry, "id" | "text" | "section" | "state" | "retiredBecause">,
): StoredEntry => ({ date: null, type: null, confidence: null, key: null, ...entry })
const saidEntry = (text: string): StoredEntry =>
  asEntry({ id: "", text, section: null, state: "current", retiredBecause: null })

/**
 * Returns how a proposal relates to the current state of its file. `file`: undefined if the file does not
 * exist.
 */
export function standingNow(
  row: ProposalRow,
  file: { state: string; optedOut: boolean } | undefined,
  entries: readonly StoredEntry[],
): Pick<ProposalSummary, "standing" | "mergeable"> {
  if (row.state !== "waiting") return { standing: null, mergeable: false }
  if (row.fileId !== null && (!file || file.state === "gone"))
    return { standing: "file-gone", mergeable: false }
  if (file?.optedOut) return { standing: "opted-out", mergeable: false }
  const standing = proposalStatus(row.changes, entries)
  return { standing: standing.kind, mergeable: standing.kind === "needs-rebase" && standing.merged !== null }
}

export function approvalsOf(actor: Actor, row: ProposalRow, needed: number): ProposalSummary["approvals"] {
  return { given: row.approvals.length, needed, mine: row.approvals.some((one) => one.userId === actor.id) }
}

/** Returns the stored findings of a proposal. Empty if they do not match the current schema. */
export const findingsOf = (row: ProposalRow): ProposalFinding[] =>
  storedFinding.array().catch([]).parse(row.findings)

export function proposalSummaryOf(
  actor: Actor,
  row: ProposalRow,
): Omit<ProposalSummary, "standing" | "mergeable" | "approvals"> {
  const found = findingsOf(row)
  const [first] = row.changes
  return {
    id: row.id,
    kind: row.kind,
    state: stateNow(row),
    text: row.text.slice(0, HEADLINE),
    before: first?.kind === "edit" ? first.before.slice(0, HEADLINE) : null,
    section: row.section,
    type: row.type,
    confidence: row.confidence,
    path: row.path,
    fileId: row.fileId,
    project: { slug: row.projectSlug, name: row.project },
    agent: row.agent,
    category: row.category === null ? null : { slug: row.category, name: row.categoryName ?? row.category },
    scope: row.scope,
    author: { kind: row.authorKind, name: row.authorName, agent: row.authorAgent },
    session: row.session,
    supporters: row.supporters,
    flagged: row.flagged,
    found: [...new Set(found.map((one) => one.kind))],
    like: similarEntry(found, row.fileId),
    shown: row.shown,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? FORMER_MEMBER },
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    own: row.authorKind === actor.kind && row.authorId === actor.id,
    decided: row.review && decisionView(actor, row.review),
  }
}

const stateNow = ({ state, expiresAt }: ProposalRow): ProposalSummary["state"] =>
  state === "waiting" && expiresAt <= new Date() ? "expired" : state

function similarEntry(found: readonly ProposalFinding[], fileId: string | null): ProposalSummary["like"] {
  const duplicate = found.find(
    (one) => one.entry !== null && (one.kind === "duplicate" || one.kind === "near-duplicate"),
  )
  if (!duplicate?.entry) return null
  return {
    path: duplicate.entry.path,
    line: duplicate.entry.line,
    percent: Math.round((duplicate.score ?? 1) * 100),
    sameFile: duplicate.entry.fileId === fileId,
  }
}

function decisionView(
  actor: Actor,
  review: NonNullable<ProposalRow["review"]>,
): NonNullable<ProposalSummary["decided"]> {
  const written = visibleWrite(actor, review)
  return {
    verdict: review.verdict,
    by: review.by,
    mine: review.byId === actor.id,
    reason: review.reason,
    at: new Date(review.at).toISOString(),
    revision: review.revision,
    rule: review.rule,
    path: written?.path ?? null,
    fileId: written?.fileId ?? null,
    reverted: review.reverted && {
      by: review.reverted.by,
      at: new Date(review.reverted.at).toISOString(),
    },
  }
}

/**
 * Returns the findings that the actor may see. Proposals are compared with the whole team. For a token that
 * is bound to a project, findings that name a file or proposal outside that project are left out.
 */
export async function visibleFindings(
  actor: Actor,
  teamId: string,
  findings: readonly ProposalFinding[],
): Promise<ProposalFinding[]> {
  const [own = []] = await visibleFindingsOfEach(actor, teamId, [findings])
  return own
}

/**
 * Returns the findings that the actor may see, for several proposals in the same order. Uses one lookup for
 * all. See `visibleFindings`.
 */
async function visibleFindingsOfEach(
  actor: Actor,
  teamId: string,
  found: readonly (readonly ProposalFinding[])[],
): Promise<ProposalFinding[][]> {
  const bound = projectBound(actor)
  const all = found.flat()
  if (bound === null || all.length === 0) return found.map((findings) => [...findings])
  const known = await idsOfProject(visibilityOf(actor, teamId), bound, {
    files: all.flatMap((one) => one.entry?.fileId ?? []),
    proposals: all.flatMap((one) => one.proposal?.id ?? []),
  })
  return found.map((findings) =>
    findings.filter(
      (one) =>
        (one.entry === null || known.has(one.entry.fileId)) &&
        (one.proposal === null || known.has(one.proposal.id)),
    ),
  )
}

/** Returns the earlier proposals that the actor may see as examples. */
export async function visibleExamples(
  actor: Actor,
  teamId: string,
  examples: readonly SimilarProposal[],
): Promise<SimilarProposal[]> {
  const bound = projectBound(actor)
  if (bound === null || examples.length === 0) return [...examples]
  const known = await idsOfProject(visibilityOf(actor, teamId), bound, {
    files: [],
    proposals: examples.map((one) => one.id),
  })
  return examples.filter((one) => known.has(one.id))
}

/**
 * Returns the file that the decision on a proposal wrote. Null if nothing was written or the actor may not
 * see the file. A merge can write to a file of another project.
 */
export function visibleWrite(
  actor: Actor,
  review: ProposalRow["review"],
): { fileId: string; path: string } | null {
  const bound = projectBound(actor)
  return review?.wrote && (bound === null || review.wrote.projectId === bound) ? review.wrote : null
}

/**
 * Returns the proposal with this id. Refuses if it does not exist or is in a team that the actor may not see.
 */
export async function visibleProposal(actor: Actor, id: string): Promise<Outcome<ProposalRow>> {
  const [row] = await visibleProposals(actor, [id])
  return row ? done(row) : NO_PROPOSAL
}

/** Returns the given proposals that the actor may see. */
export async function visibleProposals(actor: Actor, ids: readonly string[]): Promise<ProposalRow[]> {
  return findProposals(visibilitiesOf(actor, await visibleTeams(actor)), [...new Set(ids)], actor.id)
}

export const NO_PROPOSAL = refused("not-found", "proposal not found")
