import type { ReactNode } from "react"

const LOOK = {
  plain: "border-line-strong bg-surface text-ink-2",
  "on-accent": "border-on-accent/45 text-on-accent",
}

/** A key. Use `on-accent` on a filled button. */
export function Kbd({
  look = "plain",
  hidden,
  children,
}: {
  look?: keyof typeof LOOK
  hidden?: boolean
  children: ReactNode
}) {
  return (
    <kbd
      aria-hidden={hidden}
      className={`inline-block min-w-4.25 rounded-sm border border-b-2 px-1 text-center font-sans text-xs font-medium whitespace-nowrap ${LOOK[look]}`}
    >
      {children}
    </kbd>
  )
}
