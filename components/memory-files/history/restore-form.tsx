"use client"

import { useActionState, useRef } from "react"
import { Button } from "@/components/ui/button"
import { useKeys } from "@/components/data/keys"
import { Notice, Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { RestoreAction, RestoreState } from "./history-types"

interface RestoreFormProps {
  action: RestoreAction
  /** What is brought back, and the newest revision that the page shows. */
  fields: Readonly<Record<string, string>>
  /** States its consequence. Null: it reads so already. */
  label: string | null
  variant?: "primary" | "default"
  /** Whether the keys R and U mean this form: one of a page. */
  keyed?: boolean
}

/** Brings something back that was there before, and takes that back again. */
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
