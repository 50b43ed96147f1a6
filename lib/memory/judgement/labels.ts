/** How two statements stand to each other. The first one is the rare one. */
export const LABELS = ["contradiction", "duplicate", "superset", "related", "unrelated"] as const
export type Label = (typeof LABELS)[number]
