import { idAt } from "@/lib/db/infra/identifiers"
import type { PastProposal } from "@/lib/db/samples/past-proposals"
import { headlineOf, proposalKindOf, type ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { searchDocument } from "@/lib/memory/search/search-text"
import { hexOf } from "../infra/statement-hash"
import { approvalHash } from "../proposals/approval-hash"
import { type Growth, type GrownFile, machineOf, personOf, type SampleCast } from "./past-files"
import { dayAfter, hoursAfter, pick, type SampleTime, spread } from "./sample-time"

/**
 * Hours from proposal to decision. Most proposals are decided on the same day, and some wait over a weekend.
 */
const HOURS_TO_DECIDE = [0.5, 1, 2, 3, 5, 7, 19, 22, 26, 44, 68, 3, 4]
const CONFIDENCES = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
const REASONS = [
  "Found while working on the task. Not in any memory yet.",
  "This cost me half an hour. The next agent should know.",
  "Seen in two sessions.",
  "Confirmed in the code and with a test.",
  "Came up in review.",
]
const EXPIRES_AFTER_DAYS = 30

/** A decided sample proposal that changed no text. */
export interface TextlessDecision {
  readonly by: string
  readonly daysAgo: number
  readonly hoursToDecide: number
  readonly verdict: "merged" | "rejected" | "withdrawn"
  readonly section: string | null
  readonly text: string
  readonly reason: string
  readonly why: string
  readonly confidence: number
}

/**
 * Returns the proposals whose approval wrote revisions of a file. `authors`: names of the agents that propose
 * changes to it.
 */
export function approvedProposals(
  { file, growth }: GrownFile,
  { authors, cast }: { readonly authors: readonly string[]; readonly cast: SampleCast },
): PastProposal[] {
  return growth.flatMap((one) => {
    if (one.decidedBy === null) return []
    const key = `${file.head.path} ${one.revision}`
    const hours = pick(HOURS_TO_DECIDE, key)
    const createdAt = hoursAfter(one.at, -hours)
    const changes = one.entries.map(({ section, text, date }): ProposedChange => ({
      kind: "add",
      section,
      text,
      date,
    }))
    return {
      ...placeOf(file.head),
      ...contentOf(file.head.path, changes),
      id: idAt(createdAt),
      inverse: one.entries.map(({ id, text }) => ({ kind: "remove" as const, entry: id, before: text })),
      confidence: pick(CONFIDENCES, key),
      reason: reasonOf(file.head.path, one),
      baseRevision: one.revision - 1,
      author: { ...machineOf(pick(cast.machines, key)), agent: authorOf(one, authors, key) },
      session: `s-${1_000 + spread(key, 3_000)}`,
      createdAt,
      expiresAt: hoursAfter(createdAt, EXPIRES_AFTER_DAYS * 24),
      verdict: "approved" as const,
      decidedBy: one.decidedBy,
      why: "",
      decidedAt: one.at,
      revision: one.revision,
    }
  })
}

/** Returns a decided proposal that changed no text. */
export function textlessProposal(
  { file, revisions }: GrownFile,
  one: TextlessDecision,
  { cast, time }: { readonly cast: SampleCast; readonly time: SampleTime },
): PastProposal {
  const day = dayAfter(time.now.toISOString().slice(0, 10), -one.daysAgo)
  const createdAt = time.at(day, one.text)
  const author = { ...machineOf(pick(cast.machines, one.text)), agent: one.by }
  return {
    ...placeOf(file.head),
    ...contentOf(file.head.path, [{ kind: "add", section: one.section, text: one.text, date: day }]),
    id: idAt(createdAt),
    inverse: [],
    confidence: one.confidence,
    reason: one.reason,
    baseRevision: Math.max(1, revisions.filter(({ at }) => at <= createdAt).length),
    author,
    session: `s-${1_000 + spread(one.text, 3_000)}`,
    createdAt,
    expiresAt: hoursAfter(createdAt, EXPIRES_AFTER_DAYS * 24),
    verdict: one.verdict,
    decidedBy: one.verdict === "withdrawn" ? author : personOf(pick(cast.people, one.text)),
    why: one.why,
    decidedAt: hoursAfter(createdAt, one.hoursToDecide),
    revision: null,
  }
}

/** Returns the reason of an approved proposal and of its revision. */
export const reasonOf = (path: string, { revision }: Pick<Growth, "revision">): string =>
  pick(REASONS, `${path} ${revision}`)

/** Returns the agent whose role the section names, or else any of the agents. */
function authorOf({ entries }: Growth, authors: readonly string[], key: string): string {
  const role = entries[0]?.section?.split("-")[0]?.toLowerCase()
  const named = authors.find((one) => role !== undefined && one.startsWith(`${role}-`))
  return named ?? pick(authors, key)
}

function placeOf(head: GrownFile["file"]["head"]) {
  return {
    projectId: head.projectId,
    fileId: head.id,
    agentId: head.agentId,
    categoryId: head.categoryId,
    agent: head.agent,
    category: head.category,
    path: head.path,
    format: head.format,
    scope: head.scope,
  }
}

function contentOf(path: string, changes: readonly ProposedChange[]) {
  const text = headlineOf(changes)
  const [first] = changes
  return {
    kind: proposalKindOf(changes),
    changes,
    text,
    words: searchDocument(text),
    section: first?.kind === "add" ? first.section : null,
    shown: hexOf(approvalHash(path, changes)),
  }
}
