import type { LABELS } from "@/lib/memory/judgement/labels"

/** Two statements to learn from. */
export interface Pair {
  readonly a: string
  readonly b: string
  readonly label: (typeof LABELS)[number] | null
  /** Pairs of one group are never both learned from and measured on. */
  readonly group: string
  readonly kind: string
  readonly weight: number
}
