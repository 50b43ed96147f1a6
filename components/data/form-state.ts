/** What a server action answers to its form. Passwords never come back. */
export interface FormState {
  /** Why nothing happened, and the way out. */
  readonly error?: string
  /** By the control's name: what is wrong with what it holds. */
  readonly errors?: Readonly<Record<string, string>>
  /** By the control's name: what the person typed, so that it stays. */
  readonly values?: Readonly<Record<string, string>>
  /** What happened. */
  readonly done?: string
}

export type FormAction<State extends FormState = FormState> = (state: State, form: FormData) => Promise<State>

/** A field of a form as text; anything else is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
