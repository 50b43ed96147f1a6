"use client"

import { type ReactNode, useRef, useState } from "react"
import { preloadable } from "@/components/data/preloadable"
import type { MenuGroup, MenuPlace } from "./menu"

const Menu = preloadable(() => import("./menu").then((one) => one.Menu))

interface MenuButtonProps extends MenuPlace {
  /** Accessible name. Needed only if the button's text does not name the menu. */
  label?: string
  /** A function is called when the menu opens. */
  groups: readonly MenuGroup[] | (() => readonly MenuGroup[])
  className?: string
  children: ReactNode
}

/** A button that opens a menu. The menu's script loads on hover or focus. */
export function MenuButton({ label, groups, side, align, className, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open === true}
        className={className}
        onPointerEnter={Menu.fetch}
        onFocus={Menu.fetch}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open === null ? null : (
        <Menu
          groups={typeof groups === "function" ? groups() : groups}
          anchor={button}
          open={open}
          onOpenChange={setOpen}
          side={side}
          align={align}
        />
      )}
    </>
  )
}
