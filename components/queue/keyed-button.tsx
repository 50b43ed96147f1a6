"use client"

import { type ComponentProps, createContext, type ReactNode, use } from "react"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"
import { Button, ButtonLink } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"

interface Keyed {
  /** The action in the table of keys of the pane. */
  action?: string
  /** The key, for a button without a table. */
  kbd?: string
}

/** The table of keys of the pane that the buttons belong to. */
const ActionKeys = createContext<readonly KeyAction[]>([])

/** Lets the buttons in a pane show the keys of its table. */
export function WithKeys({ keys, children }: { keys: readonly KeyAction[]; children: ReactNode }) {
  return <ActionKeys value={keys}>{children}</ActionKeys>
}

/** Labels of keys on buttons. Other keys are shown in upper case. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["Enter", "↵"],
  ["Escape", "Esc"],
])

/**
 * Returns the key of a button: `shortcut` as pressed, `label` as shown. Both are empty if the button has no
 * key.
 */
function useKey({ action, kbd = "" }: Keyed): { shortcut: string; label: string } {
  const key = use(ActionKeys).find((one) => one.action === action)?.keys[0]
  if (key === undefined) return { shortcut: kbd, label: kbd }
  return { shortcut: key.length === 1 ? key.toUpperCase() : key, label: LABELS.get(key) ?? key.toUpperCase() }
}

/**
 * A button of the action bar with its key. On touch screens the key is hidden and the button is taller.
 * `wraps` allows more than one line.
 */
export function KeyedButton({
  action,
  kbd,
  variant = "default",
  wraps = false,
  className = "",
  children,
  ...rest
}: ComponentProps<typeof Button> & Keyed & { wraps?: boolean }) {
  const { shortcut, label } = useKey({ action, kbd })
  return (
    <Button
      variant={variant}
      aria-keyshortcuts={shortcut}
      className={`${wraps ? "h-auto! min-h-8 py-1 text-left wrap-anywhere whitespace-normal! max-md:min-h-10" : "max-md:h-10!"} ${className}`}
      {...rest}
    >
      {children}
      <Key on={variant}>{label}</Key>
    </Button>
  )
}

/** A link in the style of `KeyedButton`. */
export function KeyedLink({
  action,
  kbd,
  variant = "default",
  className = "",
  children,
  ...rest
}: ComponentProps<typeof ButtonLink> & Keyed) {
  const { shortcut, label } = useKey({ action, kbd })
  return (
    <ButtonLink
      variant={variant}
      aria-keyshortcuts={shortcut}
      className={`max-md:h-10! ${className}`}
      {...rest}
    >
      {children}
      <Key on={variant}>{label}</Key>
    </ButtonLink>
  )
}

function Key({ on, children }: { on: string; children: ReactNode }) {
  return (
    <span className="max-md:hidden">
      <Kbd hidden look={on === "primary" ? "on-accent" : "plain"}>
        {children}
      </Kbd>
    </span>
  )
}
