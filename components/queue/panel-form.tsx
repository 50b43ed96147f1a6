"use client"

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react"
import { replayHeldKeys, type KeyBinding, useKeys } from "@/components/data/keys"

interface PanelFormProps {
  title: string
  /** True if the panel is docked below the text, with a border. */
  docked?: boolean
  /** Keys of the panel in addition to Escape, when no field has the focus. */
  keys?: readonly KeyBinding[]
  onSubmit: () => void
  onLeave: () => void
  children: ReactNode
}

/**
 * Form of a decision panel. Focuses the element with `data-first`. Escape closes it and restores the focus.
 * Ctrl or ⌘ with Enter submits from any field, Enter alone from a choice.
 */
export function PanelForm({ title, docked = false, keys = [], onSubmit, onLeave, children }: PanelFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    form.current?.querySelector<HTMLElement>("[data-first]")?.focus()
    return () => {
      if (
        before instanceof HTMLElement &&
        before.isConnected &&
        (document.activeElement === document.body || document.activeElement === null)
      )
        before.focus({ preventScroll: true })
    }
  }, [])
  useKeys(title, [...keys, { keys: "Escape", does: "Cancel", run: onLeave }])
  useEffect(() => replayHeldKeys(), [])
  const press = (event: KeyboardEvent) => {
    const { target } = event
    const decides =
      event.key === "Enter" &&
      !event.nativeEvent.isComposing &&
      (event.ctrlKey ||
        event.metaKey ||
        (target instanceof HTMLInputElement && /^(?:radio|text)$/.test(target.type)))
    if (event.key === "Escape" && !event.nativeEvent.isComposing) onLeave()
    else if (decides) form.current?.requestSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys work anywhere in the form
    <form
      ref={form}
      aria-labelledby={heading}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className={
        docked
          ? "grid max-h-96 shrink-0 gap-2.5 overflow-y-auto border-t border-line-strong bg-surface px-4 py-3 md:px-7"
          : "grid grid-cols-1 gap-2.5"
      }
    >
      <h3 id={heading}>{title}</h3>
      {children}
    </form>
  )
}
