import { type ComponentProps, type ReactNode, useId } from "react"

/** Attributes that connect a control to its label, hint and error. Spread them on the control. */
export interface Control {
  id: string
  required: true | undefined
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
}

interface FieldProps {
  label: ReactNode
  /** True if the field must be filled in. Shown next to the label. */
  required?: boolean
  hint?: ReactNode
  /** The error and how to fix it, shown instead of the hint. */
  error?: ReactNode
  children: (control: Control) => ReactNode
}

/**
 * A control with its label, and its hint or error: `<Field label="Name" error={…}>{(control) => <Input
 * {...control} name="name" />}</Field>`
 */
export function Field({ label, required = false, hint, error, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline gap-x-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {required ? <RequiredMark /> : null}
      </div>
      {children({
        id,
        required: required || undefined,
        "aria-describedby": note ? `${id}-note` : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {note ? (
        <p id={`${id}-note`} className={`text-sm ${error ? "text-danger" : "text-ink-2"}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

/** Hidden from assistive technology, which reads the attribute of the control. */
export function RequiredMark() {
  return (
    <span aria-hidden className="text-sm text-ink-2">
      (required)
    </span>
  )
}

const BOX =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-ink hover:border-ink-3 disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger"

export function Input({ className = "", ...rest }: ComponentProps<"input">) {
  return <input className={`${BOX} h-8 ${className}`} {...rest} />
}

export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return <select className={`${BOX} h-8 pr-1.5 ${className}`} {...rest} />
}

/** Options of a `Select` for projects. */
export function ProjectOptions({ projects }: { projects: readonly { slug: string; name: string }[] }) {
  return projects.map(({ slug, name }) => (
    <option key={slug} value={slug}>
      {name}
    </option>
  ))
}

export function Textarea({ className = "", rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={`${BOX} py-1.5 leading-normal ${className}`} {...rest} />
}

/** A checkbox with its label. The label is part of the click target. */
export function Checkbox({ label, ...rest }: { label: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2">
      <input type="checkbox" className="mt-0.75 size-3.5 shrink-0 accent-accent" {...rest} />
      <span>{label}</span>
    </label>
  )
}

/** Suggestions for a text field with `list={id}`. */
export function Suggestions({ id, of }: { id: string; of: readonly string[] }) {
  return (
    <datalist id={id}>
      {of.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </datalist>
  )
}
