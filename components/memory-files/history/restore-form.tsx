"use client"

import { type RefObject, useActionState, useRef } from "react"
import { Button } from "@/components/ui/button"
import { type KeyBinding, useKeys } from "@/components/data/keyboard-shortcuts"
import { Notice, FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { RestoreAction, RestoreState } from "./revision-details"

interface RestoreFormProps {
  action: RestoreAction
  /**
   * Hidden fields of the form: the revision or entry to restore, and the latest revision that the page shows.
   */
  fields: Readonly<Record<string, string>>
  /** The button label with the effect; null if nothing would change. */
  label: string | null
  variant?: "primary" | "default"
  /** True if the keys R and U belong to this form. */
  keyed?: boolean
}

/** Form that restores earlier text, with undo. */
export function RestoreForm({ action, fields, label, variant = "default", keyed = false }: RestoreFormProps) {
  const [state, submit] = useActionState<RestoreState, FormData>(action, {})
  const restore = useRef<HTMLFormElement>(null)
  const undo = useRef<HTMLFormElement>(null)
  const shown = label !== null && !state.undo
  const keys: KeyBinding[] = [
    ...(shown ? [{ keys: "r", does: "Restore", run: () => restore.current?.requestSubmit() }] : []),
    ...(state.undo
      ? [{ keys: "u", does: "Undo the restore", run: () => undo.current?.requestSubmit() }]
      : []),
  ]
  useKeys("Restore", keyed ? keys : [])
  return (
    <div className="grid gap-2">
      {shown ? (
        <form ref={restore} action={submit}>
          <Fields of={fields} />
          <Submit
            variant={variant}
            className="h-auto! max-w-full py-1 whitespace-normal!"
            {...(keyed ? { size: "md", kbd: "R" } : { size: "sm" })}
          >
            {label}
          </Submit>
        </form>
      ) : null}
      <FormError>{state.error}</FormError>
      {state.done ? (
        <Notice
          tone="good"
          live
          action={
            state.undo && (
              <UndoForm ref={undo} action={submit} of={state.undo} kbd={keyed ? "U" : undefined} />
            )
          }
        >
          {state.done}
        </Notice>
      ) : null}
    </div>
  )
}

interface UndoFormProps {
  ref: RefObject<HTMLFormElement | null>
  action: (form: FormData) => void
  of: NonNullable<RestoreState["undo"]>
  kbd: string | undefined
}

function UndoForm({ ref, action, of: { file, revision, base }, kbd }: UndoFormProps) {
  return (
    <form ref={ref} action={action}>
      <Fields of={{ file, revision: String(revision), base: String(base), undo: "1" }} />
      <Button type="submit" size="sm" kbd={kbd}>
        Undo
      </Button>
    </form>
  )
}

function Fields({ of }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
