/** The possible relations between two statements. The first label is the rare one. */
export const LABELS = ["contradiction", "duplicate", "superset", "related", "unrelated"] as const
export type Label = (typeof LABELS)[number]
