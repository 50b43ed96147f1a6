import { refusalWords } from "@/components/proposals/proposal-text"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { RefusedError } from "@/components/data/http-client"

/** Maximum number of ids in one request. */
const AT_ONCE = 500

/**
 * Sends ids in portions of `AT_ONCE`. Rejects if the first portion fails. If a later portion fails, its ids
 * are returned as refused, and earlier ones stay decided.
 */
export async function sendInPortions<One extends string | { readonly id: string }>(
  all: readonly One[],
  key: string,
  send: (some: readonly One[], key: string) => Promise<readonly DecisionOutcome[]>,
): Promise<readonly DecisionOutcome[]> {
  if (all.length <= AT_ONCE) return send(all, key)
  const outcomes: DecisionOutcome[] = []
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE)
    const answer = send(some, `${key}/${from}`)
    outcomes.push(
      ...(from === 0
        ? await answer
        : await answer.catch((cause: unknown) =>
            refuseAll(
              some.map((one) => (typeof one === "string" ? one : one.id)),
              cause,
            ),
          )),
    )
  }
  return outcomes
}

export const doneOutcome = (id: string): DecisionOutcome => ({
  id,
  ok: true,
  state: null,
  revision: null,
  refused: null,
})

/** Returns a refusal with the same reason for each id. */
export function refuseAll(ids: readonly string[], cause: unknown): readonly DecisionOutcome[] {
  const reason = cause instanceof RefusedError ? cause.reason : "unreachable"
  const message =
    cause instanceof Error
      ? `${cause.message}${cause instanceof RefusedError ? "" : ". Your decision was not saved. Try again"}`
      : ""
  return ids.map((id) => ({ id, ok: false, state: null, revision: null, refused: { reason, message } }))
}

export const refusedWords = (outcome: DecisionOutcome): string => refusalWords(outcome.refused)
