"use client"

import { formatCount } from "@/lib/memory/text/sentence"
import { useEffect, useRef, useState } from "react"
import { Kbd } from "@/components/ui/kbd"
import { visibleUndos, type Undoable, type UndoStack } from "./outbox-and-undo"

interface UndoTrayProps {
  stack: UndoStack<Undoable>
  onUndo: (number: number) => void
  /** Called with the number of milliseconds that passed. Not called while the countdown is paused. */
  onPass: (ms: number) => void
  /** The side of the page where the tray does not cover the action bar. */
  side?: keyof typeof SIDES
}

const SIDES = {
  left: "max-md:fixed max-md:inset-x-3 max-md:top-2 md:absolute md:bottom-3 md:left-3 md:w-92",
  right: "max-lg:fixed max-lg:inset-x-3 max-lg:top-2 lg:absolute lg:right-3 lg:bottom-3 lg:w-80 xl:w-92",
}

const TICK_MS = 250

/** Undo buttons, the newest decision first. Hover and focus pause the countdown. */
export function UndoTray({ stack, onUndo, onPass, side = "left" }: UndoTrayProps) {
  const [held, setHeld] = useState(false)
  const last = useRef(0)
  const [newest, ...earlier] = visibleUndos(stack)
  const runs = newest !== undefined && !held
  useEffect(() => {
    if (!runs) return
    last.current = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      onPass(now - last.current)
      last.current = now
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [runs, onPass])
  if (!newest) return null
  const seconds = Math.ceil(newest.msLeft / 1_000)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hovering only pauses the countdown
    <div
      // Below the list on wide screens, at the top on narrow ones: never over the action bar.
      className={`z-30 flex animate-rise items-center gap-2.5 rounded-lg border border-line bg-surface py-2 pr-2 pl-3 shadow-float ${SIDES[side]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="min-w-0 flex-1 truncate">{newest.words}</span>
      {earlier.length > 0 ? (
        <span className="shrink-0 text-sm whitespace-nowrap text-ink-3">
          and {formatCount(earlier.length, "earlier action")}
        </span>
      ) : null}
      <button
        type="button"
        aria-keyshortcuts="U"
        className="flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2 font-medium hover:bg-raised"
        onClick={() => onUndo(newest.number)}
      >
        Undo
        <span aria-hidden className="w-4 text-right font-normal text-ink-3 tabular-nums">
          {seconds}
        </span>
        <span className="max-md:hidden">
          <Kbd hidden>U</Kbd>
        </span>
      </button>
    </div>
  )
}
