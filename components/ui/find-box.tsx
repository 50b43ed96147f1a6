"use client"

import { Search } from "lucide-react"
import { useSyncExternalStore } from "react"
import { openOverlay } from "../data/open-overlay"
import { Kbd } from "./kbd"

/** A button styled as a search box that opens the palette. */
export function FindBox() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openOverlay("palette")}
      className="flex h-7.5 w-67 items-center gap-2 rounded-md border border-line bg-surface px-2 text-ink-3 hover:border-line-strong"
    >
      <Search className="icon" aria-hidden />
      Search or jump to…
      <span className="ml-auto">
        <CommandKey letter="K" />
      </span>
    </button>
  )
}

const never = () => () => undefined
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Shows ⌘K on Apple devices and Ctrl K elsewhere. */
export function CommandKey({ letter }: { letter: string }) {
  const apple = useSyncExternalStore(never, isApple, () => true)
  return <Kbd hidden>{apple ? `⌘${letter}` : `Ctrl ${letter}`}</Kbd>
}
