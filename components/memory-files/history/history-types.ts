import type { FormState } from "@/components/data/form-state"

/** A proposal that a revision contains. */
export interface RevisionOrigin {
  proposal: string
  author: string
  agent: string | null
  session: string | null
  verdict: string
  decidedBy: string
  /** ISO instant. */
  decidedAt: string
  reason: string
}

/** Author, date and reason of a revision. */
export interface RevisionLine {
  number: number
  by: string
  byKind: string
  reason: string
  /** ISO instant. */
  createdAt: string
  /** The proposals it contains. */
  from: readonly RevisionOrigin[]
}

/** The result of a restore, with the values for undo. */
export interface RestoreState extends FormState {
  readonly undo?: { readonly file: string; readonly revision: number; readonly base: number }
}
export type RestoreAction = (state: RestoreState, form: FormData) => Promise<RestoreState>
