import { sha256OfJson } from "@/lib/files/sha256"
import { z } from "zod"
import type { Actor } from "@/lib/memory/teams/actor"
import { REFUSAL_REASONS } from "@/lib/memory/inputs/outcome"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/proposed-change"
import { runOnce } from "../infra/idempotent"
import { secretsInInput, withoutSecrets } from "../infra/guarded-input"
import type { Operation } from "../operation"
import { createProposal, proposeInput } from "../proposals/create"
import { PROPOSAL_STATES, finding } from "../proposals/proposal-outputs"

const { section, type, confidence } = proposeInput.shape

/** Schema of a learning: a fact from a session that other agents should know. */
export const learning = z.object({
  content: z
    .string()
    .max(LONGEST_STATEMENT)
    .refine((text) => text.trim() !== "", "an entry needs text"),
  section,
  type,
  confidence,
  reason: z.string().trim().max(2_000).optional(),
})
export type Learning = z.output<typeof learning>

/** Schema of the result for an accepted learning. */
export const learned = z.object({
  id: z.string(),
  state: z.enum(PROPOSAL_STATES),
  path: z.string(),
  findings: z.array(finding),
})
/** Schema of the result for a refused learning. */
export const notLearned = z.object({
  content: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  message: z.string(),
})

export type Learned = z.output<typeof learned>
export type NotLearned = z.output<typeof notLearned>

/**
 * Separates learnings that may be stored from those with a secret. Those with a secret are refused
 * immediately, and no part of the secret is stored.
 */
export function withoutTheSecret(learnings: readonly Learning[]): {
  kept: Learning[]
  refused: NotLearned[]
} {
  const kept: Learning[] = []
  const refused: NotLearned[] = []
  for (const [index, one] of learnings.entries()) {
    const secret = secretsInInput(one, [])
    if (secret === null) kept.push(one)
    else
      refused.push({
        content: withoutSecrets(one.content),
        reason: "invalid",
        message: `learnings.${index}.${secret}`,
      })
  }
  return { kept, refused }
}

/** The agent and the session that learnings come from. */
export interface LearnedIn {
  readonly team: string
  readonly project: string
  readonly agent: string
  readonly session: string
  readonly closedAt: Date
}

/**
 * Proposes each learning separately and returns the results. Each learning has its own idempotency key, so
 * that a repeated close proposes nothing twice.
 */
export async function proposeLearnings(
  actor: Actor,
  learnings: readonly Learning[],
  { closedAt, ...session }: LearnedIn,
): Promise<{ proposals: Learned[]; refused: NotLearned[] }> {
  const proposals: Learned[] = []
  const refused: NotLearned[] = []
  for (const [index, { reason, ...one }] of learnings.entries()) {
    const key = sha256OfJson(["a session's learning", session, closedAt.toISOString(), index])
    const outcome = await runOnce(
      createProposal as unknown as Operation,
      actor,
      { ...session, ...one, reason: reason ?? "", author: session.agent },
      key,
    )
    if (outcome.ok) proposals.push(learned.parse(outcome.value))
    else refused.push({ content: one.content, reason: outcome.reason, message: outcome.message })
  }
  return { proposals, refused }
}
