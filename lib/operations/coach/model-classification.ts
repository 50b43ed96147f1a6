import { CoachFailure } from "@/lib/coach/coach"
import type { SortRequest, SortedStatement } from "@/lib/coach/statement-classifier"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { builtInCoaches, type AvailableCoaches, noModel } from "./runs/choose-coach"

/** Methods of sorting entries: rules only, or also a language model. */
export const SORT_METHODS = ["rules", "model"] as const
export type SortMethod = (typeof SORT_METHODS)[number]

export interface BySorter {
  readonly sorted: readonly SortedStatement[]
  /** "provider:name". Null if no model answered. */
  readonly model: string | null
  /** Notes in sentences. */
  readonly notes: readonly string[]
}

const BY_RULES: BySorter = { sorted: [], model: null, notes: [] }

/** Time limit, because a person waits for the page. */
const MOST_MS = 90_000

/**
 * Sorts statements with a language model. If the model fails, returns notes and rules apply. Refuses if a
 * model is requested and none is configured.
 */
export async function sortByModel(
  asked: SortRequest,
  method: SortMethod,
  { sorter, problem, tokenBudget }: AvailableCoaches = builtInCoaches(),
): Promise<Outcome<BySorter>> {
  if (method === "rules" || (sorter !== null && asked.statements.length === 0)) return done(BY_RULES)
  if (sorter === null) return noModel(problem)
  const signal = AbortSignal.timeout(MOST_MS)
  try {
    const { sorted, notes } = await sorter.sort(asked, { signal, tokenBudget })
    return done({ sorted, model: sorter.model, notes })
  } catch (cause) {
    if (!(cause instanceof CoachFailure) && !signal.aborted) throw cause
    const why = signal.aborted
      ? `${sorter.model} took longer than ${MOST_MS / 1000} seconds`
      : (cause as Error).message
    return done({ ...BY_RULES, notes: [`Classified by rules only: ${why}.`] })
  }
}

/** Returns "rules", unless a model is configured. */
export const methodByDefault = (): SortMethod => (builtInCoaches().sorter === null ? "rules" : "model")
