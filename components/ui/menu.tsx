"use client"

import { Menu as Base } from "@base-ui/react/menu"
import { Check } from "lucide-react"
import { Link } from "@/components/ui/link"
import type { ReactNode, RefObject } from "react"

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** Secondary text at the right. */
  hint?: ReactNode
  /** True for the current choice, which has a check mark. */
  current?: boolean
  /** Set for an item that is on or off. Choosing it keeps the menu open. */
  checked?: boolean
} & ({ href: string } | { run: () => void })

export interface MenuGroup {
  label?: string
  items: readonly MenuItem[]
}

export interface MenuPlace {
  side?: "bottom" | "top"
  align?: "start" | "end"
}

interface MenuProps extends MenuPlace {
  groups: readonly MenuGroup[]
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The open menu. Use `MenuButton`, which loads it on first use. */
export function Menu({ groups, anchor, open, onOpenChange, side = "bottom", align = "start" }: MenuProps) {
  // The button handles its own clicks. Otherwise a click would close the menu and reopen it.
  const onChange = (next: boolean, { event }: Base.Root.ChangeEventDetails) => {
    if (
      next ||
      !(event.target instanceof Node && anchor.current?.contains(event.target)) ||
      event instanceof KeyboardEvent
    )
      onOpenChange(next)
  }
  return (
    <Base.Root open={open} onOpenChange={onChange}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} align={align} sideOffset={4} className="z-50">
          <Base.Popup
            finalFocus={anchor}
            className="popup-size max-w-[min(34rem,calc(100vw-1rem))] animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-float outline-none"
          >
            {groups.map((group, index) => (
              <Base.Group
                key={group.label ?? index}
                className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
              >
                {group.label ? (
                  <Base.GroupLabel className="px-2 pt-1 pb-0.5 text-xs font-medium text-ink-3">
                    {group.label}
                  </Base.GroupLabel>
                ) : null}
                {group.items.map((item) => (
                  <Item key={item.label} item={item} />
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const ROW = "flex min-h-7.5 items-center gap-2 rounded-md px-2 py-0.5 outline-none data-highlighted:bg-raised"

function Item({ item }: { item: MenuItem }) {
  const inside = (
    <>
      {item.icon}
      <span className="line-clamp-2 wrap-anywhere">{item.label}</span>
      <span className="ml-auto flex shrink-0 items-center gap-1.5 pl-4 text-sm whitespace-nowrap text-ink-3">
        {item.hint}
        {item.current ? <Check className="icon text-accent" aria-label="current" /> : null}
      </span>
    </>
  )
  if ("href" in item) {
    return (
      <Base.LinkItem
        closeOnClick
        className={ROW}
        render={<Link href={item.href} aria-current={item.current ? "true" : undefined} />}
      >
        {inside}
      </Base.LinkItem>
    )
  }
  if (item.checked !== undefined) {
    return (
      <Base.CheckboxItem
        checked={item.checked}
        onCheckedChange={item.run}
        closeOnClick={false}
        className={`${ROW} cursor-pointer`}
      >
        <span className="icon grid place-items-center">
          <Base.CheckboxItemIndicator>
            <Check className="icon text-accent" aria-hidden />
          </Base.CheckboxItemIndicator>
        </span>
        {inside}
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item className={`${ROW} cursor-pointer`} onClick={item.run}>
      {inside}
    </Base.Item>
  )
}
