import type { OutputOf } from "@/lib/http/contract"
import type { FormState } from "@/components/data/form-state"

/** A proposal that a revision contains. */
export type RevisionOrigin = RevisionLine["from"][number]

/** Author, date and reason of a revision. */
export type RevisionLine = OutputOf<"file.blame">["revisions"][number]

/** The result of a restore, with the values for undo. */
export interface RestoreState extends FormState {
  readonly undo?: { readonly file: string; readonly revision: number; readonly base: number }
}
export type RestoreAction = (state: RestoreState, form: FormData) => Promise<RestoreState>
