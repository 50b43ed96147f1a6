import type { ReactNode } from "react"

/** A fact shown before a decision. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5">{title}</h3>
      <div className="text-ink-2">{children}</div>
    </section>
  )
}
