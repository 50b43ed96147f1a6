import type { FormState } from "@/components/data/form-state"

/** A proposal that became part of a revision. */
export interface Origin {
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

/** Who wrote a revision, when and why. */
export interface RevisionLine {
  number: number
  by: string
  byKind: string
  reason: string
  /** ISO instant. */
  createdAt: string
  /** The decisions that it came from. */
  from: readonly Origin[]
}

/** What a restore answers: with what takes it back. */
export interface RestoreState extends FormState {
  readonly undo?: { readonly file: string; readonly revision: number; readonly base: number }
}
export type RestoreAction = (state: RestoreState, form: FormData) => Promise<RestoreState>
