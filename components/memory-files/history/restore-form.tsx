"use client"

import { useActionState, useRef } from "react"
import { Button } from "@/components/ui/button"
import { useKeys } from "@/components/data/keys"
import { Notice, Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { RestoreAction, RestoreState } from "./history-types"

interface RestoreFormProps {
  action: RestoreAction
  /** What to restore, and the latest revision that the page shows. */
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
  useKeys(
    "Restore",
    keyed
      ? [
          ...(shown ? [{ keys: "r", does: "Restore", run: () => restore.current?.requestSubmit() }] : []),
          ...(state.undo
            ? [{ keys: "u", does: "Undo the restore", run: () => undo.current?.requestSubmit() }]
            : []),
        ]
      : NONE,
  )
  return (
    <div className="grid gap-2">
      {shown ? (
        <form ref={restore} action={submit}>
          <Fields of={fields} />
          <Submit
            variant={variant}
            size={keyed ? "md" : "sm"}
            className="h-auto! max-w-full py-1 whitespace-normal!"
            {...(keyed ? { kbd: "R" } : {})}
          >
            {label}
          </Submit>
        </form>
      ) : null}
      <Refusal>{state.error}</Refusal>
      {state.done ? (
        <Notice
          tone="good"
          live
          action={
            state.undo ? (
              <form ref={undo} action={submit}>
                <Fields
                  of={{
                    file: state.undo.file,
                    revision: String(state.undo.revision),
                    base: String(state.undo.base),
                    undo: "1",
                  }}
                />
                <Button type="submit" size="sm" {...(keyed ? { kbd: "U" } : {})}>
                  Undo
                </Button>
              </form>
            ) : null
          }
        >
          {state.done}
        </Notice>
      ) : null}
    </div>
  )
}

const NONE: never[] = []

function Fields({ of }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
