import type { Write } from "@/lib/db/memory-files/authorship"
import type { LockedFile } from "../writing/revise"

/** What happens to one file in a revert. */
export interface RevertFilePlan {
  readonly standing: LockedFile
  /** The new text, or null if the text stays. */
  readonly next: { readonly text: string; readonly ids: readonly (string | null)[] } | null
  /** Whether the file exists afterwards, or null if that does not change. */
  readonly present: boolean | null
  /** Writes that are reverted completely. */
  readonly writes: readonly Write[]
  /** The number of all writes that were selected for the revert. */
  readonly asked: number
  readonly left: readonly {
    readonly why: string
    readonly line: number | null
    readonly text: string
    readonly by: string | null
  }[]
}
