import type { Write } from "@/lib/db/memory-files/authorship"
import type { Standing } from "../writing/revise"

/** What becomes of one file. */
export interface FilePlan {
  readonly standing: Standing
  /** Null: no text changes. */
  readonly next: { readonly text: string; readonly ids: readonly (string | null)[] } | null
  /** Whether the file is there afterwards, where that changes. */
  readonly present: boolean | null
  /** Writes that are taken back whole. */
  readonly writes: readonly Write[]
  /** All that were to be taken back. */
  readonly asked: number
  readonly left: readonly {
    readonly why: string
    readonly line: number | null
    readonly text: string
    readonly by: string | null
  }[]
}
