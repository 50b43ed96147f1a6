import { createHash } from "node:crypto"
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

/** A learning: what a session found out and others should know. */
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

/** The outcome of a learning that was accepted. */
export const learned = z.object({
  id: z.string(),
  state: z.enum(PROPOSAL_STATES),
  path: z.string(),
  findings: z.array(finding),
})
/** The outcome of a learning that was not accepted. */
export const notLearned = z.object({
  content: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  message: z.string(),
})

export type Learned = z.output<typeof learned>
export type NotLearned = z.output<typeof notLearned>

/**
 * Separates the learnings that may be stored until they are proposed. A learning with a secret is refused at
 * once, and nothing of the secret is stored.
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

/** The agent whose learnings they are, and the close of the session that brought them. */
export interface LearnedIn {
  readonly team: string
  readonly project: string
  readonly agent: string
  readonly session: string
  readonly closedAt: Date
}

/**
 * Proposes each learning separately. Each has an idempotency key of its own, so that continuing an
 * interrupted close proposes nothing twice.
 */
export async function proposeLearnings(
  actor: Actor,
  learnings: readonly Learning[],
  { closedAt, ...session }: LearnedIn,
): Promise<{ proposals: Learned[]; refused: NotLearned[] }> {
  const proposals: Learned[] = []
  const refused: NotLearned[] = []
  for (const [index, { reason, ...one }] of learnings.entries()) {
    const key = createHash("sha256")
      .update(JSON.stringify(["a session's learning", session, closedAt.toISOString(), index]))
      .digest("hex")
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
