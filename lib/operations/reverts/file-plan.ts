import type { Write } from "@/lib/db/memory-files/authorship"
import type { LockedFile } from "../writing/revise"

/** Effect of a revert on one file. */
export interface RevertFilePlan {
  readonly standing: LockedFile
  /** New text with its entry ids. Null if the text stays. */
  readonly next: { readonly text: string; readonly ids: readonly (string | null)[] } | null
  /** True if the revert restores the file, false if it removes the file. Null if neither. */
  readonly present: boolean | null
  /** Writes that are reverted completely. */
  readonly writes: readonly Write[]
  /** Number of all writes to the file that were selected for the revert. */
  readonly asked: number
  readonly left: readonly {
    readonly why: string
    readonly line: number | null
    readonly text: string
    readonly by: string | null
  }[]
}
