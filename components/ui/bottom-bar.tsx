import type { ReactNode } from "react"

/** A sticky bar below a list with the next action. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5"
    >
      {children}
    </section>
  )
}
