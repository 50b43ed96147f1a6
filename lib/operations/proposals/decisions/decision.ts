import type { ProposalRow } from "@/lib/db/proposals/proposals"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Refusal, refused, done } from "@/lib/memory/inputs/outcome"
import { type Tx, commit } from "@/lib/db/infra/commit"
import { addReview } from "@/lib/db/proposals/reviews"
import { expireProposals as expireIn, teamsWithExpired } from "@/lib/db/infra/expiry"
import type { DecisionOutcome } from "../proposal-outputs"

export type Verdict = "approve" | "edit" | "merge" | "reject"

export interface ShownProposal {
  readonly id: string
  /** Hash of the proposal that the caller saw, in hexadecimal. */
  readonly shown: string
}

export interface DecisionRequest {
  readonly teamId: string
  /** Proposals to decide. Approvals must be for one file. */
  readonly items: readonly ShownProposal[]
  readonly verdict: Verdict
  readonly reason: string
  /** New text, for the verdict "edit". */
  readonly text?: string | undefined
  /**
   * Entry to merge into, for the verdict "merge". `text`: new text of the entry, or null to keep it.
   * `before`: text of the entry that the caller saw.
   */
  readonly into?:
    | {
        readonly entry: string
        readonly fileId: string
        readonly text: string | null
        readonly before?: string | undefined
      }
    | undefined
  /** True: refuses flagged proposals. */
  readonly bulk?: boolean
  /** Name of the policy rule that decides, instead of a person. */
  readonly rule?: string
}

/** Collects the outcome of each proposal that one transaction decides. */
export class DecisionLog {
  private readonly outcomes = new Map<string, DecisionOutcome>()
  private first: Refusal | null = null

  /** First refusal, or null. */
  get firstRefusal(): Refusal | null {
    return this.first
  }

  get isEmpty(): boolean {
    return this.outcomes.size === 0
  }

  /** Outcomes that were not refused. */
  get decided(): DecisionOutcome[] {
    return [...this.outcomes.values()].filter((one) => one.ok)
  }

  settle(id: string, state: DecisionOutcome["state"], revision: number | null): void {
    this.outcomes.set(id, { id, ok: true, state, revision, refused: null })
  }

  refuse(id: string, refusal: Refusal, row?: ProposalRow): void {
    this.first ??= refusal
    this.outcomes.set(id, refusedOutcome(id, refusal, row?.state ?? null))
  }

  /**
   * Returns the outcome of a proposal. `refusal`: the reason for a rollback. It replaces every outcome that
   * is not a refusal.
   */
  outcomeOf(id: string, refusal: Refusal | null): DecisionOutcome {
    const outcome = this.outcomes.get(id)
    if (outcome && (refusal === null || !outcome.ok)) return outcome
    return refusedOutcome(
      id,
      refusal ?? refused("conflict", "the decision could not be saved. Try again"),
      null,
    )
  }
}

export const refusedOutcome = (
  id: string,
  { reason, message }: Refusal,
  state: DecisionOutcome["state"],
): DecisionOutcome => ({ id, ok: false, state, revision: null, refused: { reason, message } })

/** Returns the fields of a stored review that are the same for every verdict. */
export function reviewOf(actor: Actor, request: DecisionRequest, row: ProposalRow) {
  const by = request.rule
    ? { kind: "rule", id: "rule", name: "A rule" }
    : { kind: actor.kind, id: actor.id, name: actor.name }
  return {
    teamId: row.teamId,
    proposalId: row.id,
    round: row.round,
    by,
    reason: request.reason,
    shown: bytesOf(row.shown),
    rule: request.rule ?? null,
  }
}

export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, "hex"))

/** Rejects or withdraws pending proposals. Their files do not change. */
export async function closeProposals(
  tx: Tx,
  actor: Actor,
  rows: readonly ProposalRow[],
  { verdict, reason }: { readonly verdict: "rejected" | "withdrawn"; readonly reason: string },
): Promise<void> {
  for (const row of rows)
    await addReview(tx, {
      teamId: row.teamId,
      proposalId: row.id,
      round: row.round,
      verdict,
      by: { kind: actor.kind, id: actor.id, name: actor.name },
      reason,
      shown: bytesOf(row.shown),
      rule: null,
      fileId: row.fileId,
      revision: null,
      changes: [],
      inverse: [],
    })
}

/** Marks proposals as expired, team by team. Returns the number of expired proposals. */
export async function expireProposals(
  actor: Actor,
  now: Date,
  teams: readonly string[] | null,
): Promise<number> {
  let expired = 0
  for (const teamId of await teamsWithExpired(now, teams)) {
    const outcome = await commit(
      actor,
      (ids: { id: string }[]) => ({
        kind: "proposal.expire",
        teamId,
        subject: ids.length === 1 ? "a proposal" : `${ids.length} proposals`,
        detail: { proposals: ids.map((one) => ({ id: one.id, state: "expired" })) },
      }),
      async (tx) => done(await expireIn(tx, teamId, now)),
    )
    if (outcome.ok) expired += outcome.value.length
  }
  return expired
}
