import type { Slots } from "./slots"

/**
 * What an entry `e` is marked with beside its words in the index, as numbers: when it was stated in stretches of 32 days (-1: it does not say; -2: it is
 * retired, whenever that was), and its scope, type, project and agent as hashes. Word for word the expression of the index `entry_search_idx`; two things may
 * have one number, so that whoever asks for a mark asks for the thing itself, too.
 */
const MARKS = `(ARRAY[
  CASE WHEN e.state = 'retired' THEN -2 WHEN e.stated_on IS NULL THEN -1 ELSE greatest(0, least(640, (e.stated_on - DATE '2000-01-01') / 32)) END,
  hashtext(e.scope), hashtext(e.type), uuid_hash(e.project_id), uuid_hash(e.agent_id)])`

export const [UNDATED, RETIRED] = [-1, -2] as const
export const LAST_STRETCH = 640

/** The stretch of an ISO day. */
export function stretchOf(day: string): number {
  return Math.max(0, Math.min(LAST_STRETCH, Math.trunc((Date.parse(day) - EPOCH) / 86_400_000 / 32)))
}

const EPOCH = Date.parse("2000-01-01")

export function stretches(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/** That an entry has one of these stretches. */
export const markedAny = (numbers: readonly number[], slots: Slots): string => `${MARKS} && ${slots.of(numbers, "int[]")}`

/** That an entry may have one of these values. */
export function markedAs(values: readonly string[], kind: "text" | "uuid", slots: Slots): string {
  const hash = kind === "text" ? "hashtext" : "uuid_hash"
  return `${MARKS} && ARRAY(SELECT ${hash}(one) FROM unnest(${slots.of(values, `${kind}[]`)}) one)`
}
