import type { LABELS } from "@/lib/memory/comparison/relation-reasons"

/** A labelled pair of statements for training. */
export interface Pair {
  readonly a: string
  readonly b: string
  readonly label: (typeof LABELS)[number] | null
  /** Pairs of one group are never used for both training and measurement. */
  readonly group: string
  readonly kind: string
  readonly weight: number
}
