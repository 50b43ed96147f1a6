/** Possible relations between two statements. The first one is the rarest. */
export const LABELS = ["contradiction", "duplicate", "superset", "related", "unrelated"] as const
export type Label = (typeof LABELS)[number]
