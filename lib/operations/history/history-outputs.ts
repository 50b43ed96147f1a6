import { z } from "zod"
import type { Origin, RevisionLine } from "@/lib/db/memory-files/history"
import { groupBy } from "@/lib/memory/text/group"

/** Schema of a proposal that became part of a revision. */
export const origin = z.object({
  proposal: z.string(),
  author: z.string(),
  agent: z.string().nullable(),
  session: z.string().nullable(),
  verdict: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string(),
  reason: z.string(),
})
export type OriginView = z.output<typeof origin>

/** Schema of a revision with its author, time and reason. */
export const revisionLine = z.object({
  number: z.number(),
  by: z.string(),
  byKind: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  /** Decisions that the revision came from, in order. */
  from: z.array(origin),
})
export type RevisionLineView = z.output<typeof revisionLine>

/** Returns revisions with the decisions that each came from. */
export function describeRevisions(
  lines: readonly RevisionLine[],
  origins: readonly Origin[],
): RevisionLineView[] {
  const from = groupBy(origins, (one) => one.revision)
  return lines.map(({ number, by, byKind, reason, createdAt }) => ({
    number,
    by,
    byKind,
    reason,
    createdAt: createdAt.toISOString(),
    from: (from.get(number) ?? []).map(({ revision: _, decidedAt, ...one }) => ({
      ...one,
      decidedAt: decidedAt.toISOString(),
    })),
  }))
}

/** Schema of a revision number in an input. */
export const revisionNumber = z.coerce.number().pipe(z.int32().positive())
