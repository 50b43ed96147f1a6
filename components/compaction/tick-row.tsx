"use client"

import { Link } from "@/components/ui/link"
import { type ReactNode, useId } from "react"
import { Tag } from "@/components/ui/tag"
import type { TickedRows } from "./use-ticks"

interface TickRowProps {
  index: number
  ticks: TickedRows
  /** The text, which labels the checkbox. */
  statement: ReactNode
  /** Address of the waiting proposal of the change; null: none. */
  waits?: string | null
  /** True if the change is not selected at first, so that a person reads it before selecting it. */
  needsLook?: boolean
  /** Number of lines that the change saves, shown at the right. */
  figure?: ReactNode
  children: ReactNode
}

/** A change that can be selected. A click on the row shows its details. */
export function TickRow({
  index,
  ticks,
  statement,
  waits = null,
  needsLook = false,
  figure,
  children,
}: TickRowProps) {
  const id = useId()
  const isCurrent = ticks.current === index
  const isFixed = ticks.fixed.has(index)
  const isTicked = ticks.isTicked(index)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the checkbox does the same by keyboard
    <li
      data-tick={index}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => ticks.go(index)}
      onFocus={() => ticks.go(index)}
      className={`flex scroll-my-16 gap-2.5 border-l-2 px-3.5 py-2 md:px-6.5 ${isCurrent ? "border-l-accent bg-accent-wash" : "border-l-transparent hover:bg-raised"}`}
    >
      {isFixed ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focus shows the details of the row
        <span tabIndex={0} className="mt-1 size-3.5 shrink-0 rounded-sm border border-line-strong bg-raised">
          <span className="sr-only">{waits === null ? "Cannot be selected" : "Already proposed"}</span>
        </span>
      ) : (
        <input
          type="checkbox"
          aria-labelledby={id}
          checked={isTicked}
          onChange={() => ticks.toggle(index)}
          className="mt-1 size-3.5 shrink-0 accent-accent"
        />
      )}
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex gap-3">
          <span
            id={id}
            className={`min-w-0 flex-1 ${isTicked || isFixed || needsLook ? "" : "text-ink-3 line-through"}`}
          >
            {statement}
          </span>
          {needsLook ? <Tag tone="caution">needs a look</Tag> : null}
          {figure}
        </span>
        {children}
        {waits === null ? null : (
          <span className="text-sm">
            <Tag tone="caution">already proposed</Tag>{" "}
            <Link href={waits} className="text-link">
              View proposal
            </Link>
          </span>
        )}
      </span>
    </li>
  )
}
