"use client"

import type { MouseEvent, ReactNode, RefObject } from "react"

interface DetailColumnProps {
  ref: RefObject<HTMLDivElement | null>
  /** True if the person opened an item, so that narrow screens show it. */
  asked: boolean
  isEmpty: boolean
  /** The address of the list. */
  backHref: string
  /** Returns to the list on narrow screens, without loading the page again. */
  onBack: () => void
  children: ReactNode
}

/** The column with the current item. */
export function DetailColumn({ ref, asked, isEmpty, backHref, onBack, children }: DetailColumnProps) {
  const back = (event: MouseEvent) => {
    if (!isPlainClickOn(event, backHref)) return
    event.preventDefault()
    event.stopPropagation()
    onBack()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the link in it is what is pressed
    <div
      ref={ref}
      onClickCapture={back}
      className={`min-w-0 flex-1 flex-col bg-surface md:flex ${asked ? "flex" : "hidden"} ${isEmpty ? "md:hidden!" : ""}`}
    >
      {children}
    </div>
  )
}

/** True if the click is on a link to this address and does not open another window. */
function isPlainClickOn({ target, metaKey, ctrlKey }: MouseEvent, href: string): boolean {
  const link = target instanceof Element ? target.closest("a") : null
  return link?.getAttribute("href") === href && !metaKey && !ctrlKey
}
