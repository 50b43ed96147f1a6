import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { newId } from "@/lib/db/infra/identifiers"
import { isForOperation } from "@/lib/db/infra/keyed-request"
import { readPolicies } from "@/lib/db/policies"
import type { AddedProposal, NewProposal } from "@/lib/db/proposals/new-proposals"
import { categoryOfAgent, categoryPolicy } from "@/lib/db/agents/categories"
import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory, type PolicySettings, UNKNOWN_CONFIDENCE } from "@/lib/memory/policies/policy"
import {
  FROM_0_TO_1,
  headlineOf,
  proposalKindOf,
  LONGEST_STATEMENT,
  proposedChange,
  type ProposedChange,
  targetsOf,
} from "@/lib/memory/proposals/proposed-change"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { searchDocument } from "@/lib/memory/search/search-text"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { readProposed } from "@/lib/formats/markdown/rewriting"
import { operation } from "../operation"
import { decideByRule } from "./decisions/auto-approval"
import { authorOf, type ProposalAuthor, isMachine, whyNotWritable } from "./author"
import { compareIfIdle, queueComparison, countIncoming } from "./compare-queue"
import { budgetFinding, findingsAbout, flagsOf } from "./proposal-findings"
import { visibleFindings } from "./summary"
import { effectOf } from "./decisions/effect"
import { placeOfStore, type ProposalPlace, proposalPlace } from "./proposal-place"
import { sectionFor } from "./section"
import { approvalHash, proposalKey, storeProposal } from "./store"
import { type Target, targetOf } from "./target"
import { FLAGS, finding, PROPOSAL_STATES, type ProposalFinding } from "./proposal-outputs"

const LONGEST_REASON = 2_000
/**
 * Maximum number of characters in a proposal. Each statement in it is compared with all memory of the team.
 */
const LONGEST_PROPOSAL = 50_000
const lengthOf = (changes: readonly ProposedChange[]) =>
  changes.reduce((sum, change) => sum + ("text" in change ? change.text.length : 0), 0)

const short = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `enter at most ${most.toLocaleString("en")} characters`)

export const proposeInput = z.object({
  team: z
    .string()
    .optional()
    .describe("A team's slug, name or ID. Optional if you can write to only one team"),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or ID. Optional if the team has only one project"),
  file: z.string().max(2_000).optional().describe("ID or path of the memory file"),
  agent: z
    .string()
    .max(200)
    .optional()
    .describe("The agent whose memory changes. Defaults to the agent that the access token belongs to"),
  category: z.string().max(200).optional().describe("A category's slug, for its shared memory"),
  scope: z.enum(SCOPES).optional().describe("The scope of the memory: project, team or global"),
  changes: z
    .array(proposedChange)
    .min(1, "enter at least one change")
    .max(100, "a proposal can have at most 100 changes. Split the proposal")
    .refine(
      (changes) => lengthOf(changes) <= LONGEST_PROPOSAL,
      `a proposal can have at most ${LONGEST_PROPOSAL.toLocaleString("en")} characters. Split the proposal`,
    )
    .optional(),
  content: z
    .string()
    .max(LONGEST_STATEMENT)
    .refine((text) => text.trim() !== "", "an entry needs text")
    .optional()
    .describe("Shorthand for a single addition"),
  section: short(200).min(1).optional(),
  type: short(60).min(1).optional(),
  confidence: z.coerce.number(FROM_0_TO_1).min(0, FROM_0_TO_1).max(1, FROM_0_TO_1).optional(),
  reason: short(LONGEST_REASON).default(""),
  evidence: short(10_000).optional(),
  session: short(200).min(1).optional().describe("The session that the proposal comes from"),
  author: short(200)
    .min(1)
    .optional()
    .describe("The proposing agent, if the access token is not bound to one"),
})
export type ProposeInput = z.input<typeof proposeInput>

export const createProposal = operation({
  name: "proposal.create",
  summary:
    "Propose a change to memory: add, change, retire, restore, move or remove entries in one file. A curator reviews the proposal.",
  method: "POST",
  path: "/proposals",
  right: "propose",
  tool: {
    name: "memory_propose",
    title: "Propose a change to memory",
    aliases: { text: "content" },
    idempotent: true,
    about:
      "Call this tool after a task if you learned something that others should know. Send one durable finding in `content`, in one sentence. Specify the memory (agent, category or scope), your confidence and the reason. A person must review the proposal, so never assume that it will be approved. To correct an entry, send `changes` with the entry's ID, and put its exact current text in `before`.",
  },
  unguarded: ["changes.before"],
  example: {
    project: "ledger",
    agent: "unit-tester",
    content: "Invoices are rounded half-even, never half-up",
    confidence: 0.8,
    reason: "Found by comparing the totals with the bank statement",
  },
  input: proposeInput,
  output: z.object({
    id: z.string(),
    state: z.enum(PROPOSAL_STATES),
    already: z.boolean().describe("True if the same proposal was already pending. Its ID is returned"),
    team: z.string(),
    project: z.string(),
    notes: z
      .array(z.string())
      .describe("The team that receives the proposal, if several teams have a project with that name"),
    path: z.string(),
    supporters: z.number(),
    findings: z.array(finding),
  }),
  run: (actor, input) => countIncoming(() => create(actor, input)),
})

async function create(actor: Actor, given: z.output<typeof proposeInput>) {
  const input = namesMemory(given) ? given : { ...given, agent: boundAgent(actor) ?? undefined }
  if (!namesMemory(input)) return refused("invalid", WHOSE)
  const named = await proposalPlace(actor, input)
  const store = named.ok ? null : await placeOfStore(actor, input)
  const place = store ? done<ProposalPlace>(store) : named
  if (!place.ok) return place
  const { team, project, notes = [] } = place.value
  const now = new Date()
  const target = await targetOf(
    { team, project, today: now.toISOString().slice(0, 10) },
    store ? { file: store.file } : input,
  )
  if (!target.ok) return target
  const changes = changesOf(input, target.value, authorOf(actor, input), now)
  if (!changes.ok) return changes
  return propose(actor, { team, project, notes, target: target.value, changes: changes.value, input, now })
}

const namesMemory = ({ file, agent, category, scope }: z.output<typeof proposeInput>): boolean =>
  [file, agent, category, scope].some((one) => one !== undefined)

/**
 * Message for a request that names no memory. Every interface requires a choice, because text for one agent
 * would otherwise reach all agents of the project.
 */
const WHOSE = "specify the memory with agent, category, scope (project, team or global) or file"

export interface ProposalRequest extends ProposalPlace {
  readonly target: Target
  readonly changes: readonly ProposedChange[]
  readonly input: z.output<typeof proposeInput>
  readonly now: Date
  /** True if the text is already in memory. The minimum confidence then does not apply. */
  readonly known?: boolean
  /** Ids of the entries that other proposals of the same promotion remove. */
  readonly removedBySiblings?: readonly string[]
}

/** A checked proposal that may be stored. */
export interface CheckedProposal {
  readonly row: NewProposal
  /** Maximum number of waiting proposals of the author. Null: no limit. */
  readonly most: number | null
  readonly policy: PolicySettings
  readonly confidence: number | undefined
  readonly findings: readonly ProposalFinding[]
}

/**
 * Checks a proposal in the same way as `propose`, but stores nothing. A caller that stores the proposal with
 * other rows then calls `completeProposal`.
 */
export async function prepareProposal(
  actor: Actor,
  asked: ProposalRequest,
): Promise<Outcome<CheckedProposal>> {
  const { project, target, changes, input } = asked
  const author = authorOf(actor, input)
  const { agent, optedOut, policies, category, agentCategory } = await readOwner(asked)
  if (optedOut)
    return refused(
      "forbidden",
      `${agent} has opted out of memory (memory: disabled in its own definition). Nothing is written for it`,
    )
  const policy = policyOfMemory(policies, { ...target, agentCategory, projectSlug: project.slug })
  const confidence = confidenceOf(changes, input.confidence)
  const hindrance =
    whyNot(asked, { policy, confidence }) ??
    whyNotWritable(category, { author: author.agent, changes, entries: target.entries })
  if (hindrance) return refused("invalid", hindrance)
  const written = writeChanges(
    { format: target.reading.format, path: target.reading.path, text: target.text },
    target.entries,
    changes,
  )
  if (!written.ok) return refused("invalid", `${target.path}: ${written.why}`)
  if (written.applied.length === 0)
    return refused("conflict", `${target.path} already contains this text, so nothing was proposed`)
  const id = newId()
  const { flags, compared } = await findIn(asked, { id, author, policy })
  const findings = [...flags, ...(compared ?? [])]
  const row = rowOf(asked, { id, author, policy, confidence, findings, compared: compared !== null })
  const isLimited = (author.agent !== null || actor.kind === "token") && !isMachine(actor)
  return done({ row, most: isLimited ? policy.waitingPerAgent : null, policy, confidence, findings })
}

/** Reads the policies of the target, its agent and category, and whether the agent has opted out. */
async function readOwner({ team, project, target, input }: ProposalRequest) {
  const { head } = target
  const agent = target.ownSection === null ? target.agent : (input.agent ?? null)
  const [policies, optedOut, category, agentCategory] = await Promise.all([
    readPolicies(wholeTeamUnchecked(team.id)),
    agent !== null && head?.agent !== agent
      ? isOptedOut(wholeTeamUnchecked(team.id), project.id, agent)
      : (head?.optedOut ?? false),
    categoryPolicy(wholeTeamUnchecked(team.id), target.category),
    head === null && target.agent !== null
      ? categoryOfAgent(wholeTeamUnchecked(team.id), project.id, target.agent)
      : (head?.agentCategory ?? null),
  ])
  return { agent, policies, optedOut, category, agentCategory }
}

/**
 * Returns the flags and the findings of the comparison with memory. `compared` is null if the comparison is
 * postponed.
 */
async function findIn(
  { team, project, target, changes, input, removedBySiblings = [] }: ProposalRequest,
  { id, author, policy }: { id: string; author: ProposalAuthor; policy: PolicySettings },
) {
  const flags = flagsOf({
    changes,
    reason: input.reason,
    evidence: input.evidence ?? null,
    type: input.type ?? null,
    session: input.session ?? null,
    authorAgent: author.agent,
    newPath: target.head === null ? target.path : null,
  })
  const subject = {
    teamId: team.id,
    projectId: project.id,
    id,
    fileId: target.head?.id ?? null,
    path: target.path,
    format: target.format,
    changes,
    siblings: { ids: [], targets: removedBySiblings },
  }
  const compared = policy.rule === null ? await compareIfIdle(subject) : await findingsAbout(subject)
  return { flags, compared }
}

/** Stores a proposal for a known file. Every interface that creates proposals calls this function. */
export async function propose(actor: Actor, asked: ProposalRequest) {
  const { team, project, notes = [], target } = asked
  const prepared = await prepareProposal(actor, asked)
  if (!prepared.ok) return prepared
  const { row, most, policy, findings } = prepared.value
  const told = await visibleFindings(actor, team.id, findings)
  // A proposal that is already waiting is not reported as similar to itself.
  const answered = ({ added, id: waits, supporters }: AddedProposal) => ({
    id: waits,
    state: "waiting" as const,
    already: !added,
    team: team.slug,
    project: project.name,
    notes: [...notes],
    path: target.path,
    supporters,
    findings: told.filter((found) => found.proposal?.id !== waits),
  })
  const outcome = await storeProposal(
    actor,
    { row, most },
    ({ id: waits, added }) => ({
      kind: added ? "proposal.create" : "proposal.support",
      teamId: team.id,
      subject: target.path,
      detail: { proposals: [{ id: waits, state: "waiting" }], author: row.author.key },
    }),
    policy.rule === null && isForOperation("proposal.create") ? answered : null,
  )
  if (!outcome.ok) return outcome
  const answer = answered(outcome.value)
  if (answer.already) return done(answer)
  const ruled = await completeProposal(actor, asked, prepared.value)
  return done(ruled ? { ...answer, state: ruled } : answer)
}

/**
 * Completes a stored proposal. Queues the comparison if it is still missing, or else decides the proposal by
 * the policy's rule. Returns the new state, or null if the proposal stays waiting.
 */
export async function completeProposal(
  actor: Actor,
  { target, changes }: Pick<ProposalRequest, "target" | "changes">,
  { row, policy, findings, confidence }: CheckedProposal,
) {
  const { teamId, id } = row
  if (!row.compared) {
    queueComparison(actor, teamId, id)
    return null
  }
  const budget =
    policy.rule === null ? [] : budgetFinding(target.path, effectOf(target, changes, policy).budget)
  return decideByRule(actor, {
    teamId,
    id,
    policy,
    flagged: row.flagged,
    findings: [...findings, ...budget],
    kind: row.kind,
    type: row.type,
    agent: row.author.agent,
    confidence,
  })
}

function changesOf(
  input: z.output<typeof proposeInput>,
  target: Target,
  author: ProposalAuthor,
  now: Date,
): Outcome<readonly ProposedChange[]> {
  if ((input.changes === undefined) === (input.content === undefined))
    return refused("invalid", "send either content (one addition) or changes")
  if (input.content === undefined)
    return done(
      (input.changes ?? []).map((change) =>
        change.kind === "add" || change.kind === "edit" ? { ...change, ...tidied(change, target) } : change,
      ),
    )
  const { text, date } = readProposed(input.content, target.reading.path)
  const section = sectionFor(target, {
    text,
    type: input.type,
    named: input.section ?? null,
    agent: author.agent,
  })
  const add: ProposedChange = {
    kind: "add",
    section,
    text,
    date: date ?? now.toISOString().slice(0, 10),
    ...(input.type ? { type: input.type } : {}),
    ...(input.confidence === undefined ? {} : { confidence: input.confidence }),
  }
  return done([add])
}

/** Removes bullets and date tags from a statement, because the format writes them. */
function tidied(
  change: Extract<ProposedChange, { kind: "add" | "edit" }>,
  target: Target,
): { text: string; section?: string | null; date?: string } {
  const { text, date } = readProposed(change.text, target.reading.path)
  if (change.kind === "edit") return { text }
  return {
    text,
    section: change.section ?? target.ownSection,
    ...(date === null ? {} : { date }),
  }
}

/** Returns the lowest stated confidence, or undefined if none is stated. */
function confidenceOf(changes: readonly ProposedChange[], whole: number | undefined): number | undefined {
  const stated = [
    whole,
    ...changes.map((change) => (change.kind === "add" ? change.confidence : undefined)),
  ].filter((one) => one !== undefined)
  return stated.length === 0 ? undefined : Math.min(...stated)
}

function whyNot(
  { target, changes, known }: ProposalRequest,
  { policy, confidence }: { policy: PolicySettings; confidence: number | undefined },
): string | null {
  const { head } = target
  if (head?.state === "gone") return `${target.path} was removed from its source. Choose an existing file`
  if (head?.role === "identity" || head?.format === "instructions")
    return `${target.path} is read-only: it contains instructions, not memory`
  const addsText = changes.some((change) => change.kind === "add" || change.kind === "edit")
  if (addsText && known !== true && (confidence ?? UNKNOWN_CONFIDENCE) < policy.leastConfidence) {
    const given =
      confidence === undefined
        ? `No confidence was given, which counts as ${UNKNOWN_CONFIDENCE}`
        : `The proposal has a confidence of ${confidence}`
    return `confidence: ${target.scope} memory requires a confidence of at least ${policy.leastConfidence}. ${given}`
  }
  return whyEntriesChanged(target, changes)
}

function whyEntriesChanged(target: Target, changes: readonly ProposedChange[]): string | null {
  for (const change of changes) {
    if (change.kind === "add") continue
    const entry = target.entries.find((one) => one.id === change.entry)
    if (!entry) return `changes: entry not found in ${target.path}: ${change.entry}`
    if (entry.text !== change.before)
      return `changes: the entry on line ${entry.line} of ${target.path} differs from "before". Read the entry again`
  }
  return null
}

function rowOf(
  { team, project, target, changes, input, now }: ProposalRequest,
  more: {
    id: string
    author: ProposalAuthor
    policy: PolicySettings
    confidence: number | undefined
    findings: readonly ProposalFinding[]
    compared: boolean
  },
): NewProposal {
  const { id, author, policy, confidence, findings, compared } = more
  const text = headlineOf(changes)
  const { section, type } = subjectOf(changes, target)
  return {
    teamId: team.id,
    id,
    projectId: project.id,
    ...fileFields(target),
    agent: target.agent,
    category: target.category,
    path: target.path,
    format: target.format,
    scope: target.scope,
    kind: proposalKindOf(changes),
    changes,
    targets: targetsOf(changes),
    text,
    section,
    type: input.type ?? type,
    confidence: confidence ?? null,
    reason: input.reason,
    evidence: input.evidence ?? null,
    shown: approvalHash(target.path, changes),
    waitingKey: proposalKey(project.id, target.path, changes),
    author,
    session: input.session ?? null,
    flagged: findings.some((one) => FLAGS.includes(one.kind)),
    findings,
    compared,
    expiresAt: new Date(now.getTime() + policy.days * 86_400_000),
    words: searchDocument(text),
  }
}

const fileFields = ({ head }: Target) => ({
  fileId: head?.id ?? null,
  agentId: head?.agentId ?? null,
  categoryId: head?.categoryId ?? null,
  baseRevision: head?.revision ?? 0,
})

/** Returns the section and type of the first change. */
function subjectOf(
  [first]: readonly ProposedChange[],
  target: Target,
): { section: string | null; type: string | null } {
  if (!first) return { section: null, type: null }
  if (first.kind === "add") return { section: first.section, type: first.type ?? null }
  const entry = target.entries.find((one) => one.id === first.entry)
  const section = first.kind === "move" ? first.section : (entry?.section ?? null)
  return { section, type: entry?.type ?? null }
}
