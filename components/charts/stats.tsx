import type { ReactNode } from "react"

export interface Stat {
  label: string
  value: ReactNode
  /** Note below the value, such as "files, 71 lines". */
  note?: ReactNode
}

/** A row of key figures. */
export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
      {stats.map((stat) => (
        <div key={stat.label} className="min-w-36 flex-1 bg-surface px-3.5 py-2.75">
          <dt className="text-sm text-ink-2">{stat.label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-1.5 text-xl font-semibold tracking-tight tabular-nums">
            {stat.value}
            {stat.note ? (
              <span className="text-sm font-normal tracking-normal text-ink-3">{stat.note}</span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
