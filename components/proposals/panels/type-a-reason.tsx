import type { KeyboardEvent, ReactNode } from "react"

/** Around choices and a box: whoever begins to type words of their own types them into the box. Else the first space would press the choice that has the focus. */
export function TypeAReason({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is typed anywhere in it
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
  // The browser puts the letter where the focus is after this; the page's own keys must not hear it.
  event.currentTarget.querySelector("input")?.focus()
  event.stopPropagation()
}
