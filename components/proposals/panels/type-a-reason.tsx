import type { KeyboardEvent, ReactNode } from "react"

/**
 * Wraps choices and a text box. Typing moves the focus to the box, so that a space does not press the focused
 * choice.
 */
export function TypeAReason({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles typing anywhere inside
    <div onKeyDown={typeIntoBox} className="contents">
      {children}
    </div>
  )
}

function typeIntoBox(event: KeyboardEvent<HTMLDivElement>) {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target instanceof HTMLInputElement ||
    !/^\p{L}$/u.test(event.key)
  )
    return
  // The browser inserts the letter into the newly focused box. Page shortcuts must not run.
  event.currentTarget.querySelector("input")?.focus()
  event.stopPropagation()
}
