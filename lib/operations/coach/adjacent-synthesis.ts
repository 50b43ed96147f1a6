import type { SynthesisRow } from "@/lib/db/coach/syntheses"

/** Returns a summary of another synthesis, with the time of its publication or submission. */
export const summarizeAdjacent = ({
  id,
  title,
  decidedAt,
  createdAt,
}: Pick<SynthesisRow, "id" | "title" | "decidedAt" | "createdAt">) => ({
  id,
  title,
  at: (decidedAt ?? createdAt).toISOString(),
})
