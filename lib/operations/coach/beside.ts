import type { SynthesisRow } from "@/lib/db/coach/syntheses"

/** Another synthesis, as far as one is told of it beside this one: when it was published, else when it came in. */
export const besideOf = ({
  id,
  title,
  decidedAt,
  createdAt,
}: Pick<SynthesisRow, "id" | "title" | "decidedAt" | "createdAt">) => ({
  id,
  title,
  at: (decidedAt ?? createdAt).toISOString(),
})
