import type { ReactNode } from "react"

interface FrameProps {
  /** The summary line at the top. */
  strip: ReactNode
  /** Details of the current row, on wide screens. */
  beside: ReactNode | null
  bar: ReactNode
  children: ReactNode
}

/** The layout: suggested changes at the left, their details beside them, the decision bar below. */
export function CompactionFrame({ strip, beside, bar, children }: FrameProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {strip}
      <div className="min-h-0 flex-1 lg:flex">
        <div className="min-w-0 flex-1 bg-surface pb-5 lg:min-h-0 lg:overflow-y-auto">{children}</div>
        {beside === null ? null : (
          <aside
            aria-label="Details"
            className="relative shrink-0 overflow-y-auto border-l border-line px-5 py-4 lg:w-88 xl:w-112"
          >
            {beside}
          </aside>
        )}
      </div>
      {bar}
    </div>
  )
}

/** The summary line at the top. */
export function SummaryStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-b border-line bg-ground px-4 py-2 text-ink-2 md:px-7"
    >
      {children}
    </section>
  )
}

export function GroupHead({ title, note }: { title: ReactNode; note: ReactNode }) {
  return (
    <h2 className="px-4 pt-4 pb-1 text-sm text-ink-2 md:px-7">
      {title} <span className="font-normal text-ink-3 tabular-nums">{note}</span>
    </h2>
  )
}
