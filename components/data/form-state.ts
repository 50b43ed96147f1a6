/** Result of a server action for its form. It never contains passwords. */
export interface FormState {
  /** Error of the whole form and the next step. */
  readonly error?: string
  /** Field errors by control name. */
  readonly errors?: Readonly<Record<string, string>>
  /** Submitted values by control name, so that a rejected form keeps them. */
  readonly values?: Readonly<Record<string, string>>
  /** Success message. */
  readonly done?: string
}

export type FormAction<State extends FormState = FormState> = (state: State, form: FormData) => Promise<State>

/** Returns a form field as text. Empty if the field is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
