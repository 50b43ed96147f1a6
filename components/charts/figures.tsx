import type { ReactNode } from "react"
import { Table, Td, Th } from "@/components/data/table"

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

interface ShowAsTableProps {
  label: string
  /** Names of the columns. The first column has the names of the rows, the others have figures. */
  columns: readonly string[]
  rows: readonly (readonly [name: string, ...figures: string[]])[]
}

/** The figures of a chart as a table, collapsed at first. */
export function ShowAsTable({ label, columns, rows }: ShowAsTableProps) {
  return (
    <details className="mt-1.5">
      <summary className="text-sm text-ink-2 hover:text-ink">Show as table</summary>
      <div className="mt-2 max-h-80 overflow-y-auto">
        <Table label={label}>
          <thead>
            <tr>
              {columns.map((column, place) => (
                <Th key={column} numeric={place > 0}>
                  {column}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...figures]) => (
              <tr key={name}>
                <Td>{name}</Td>
                {figures.map((figure, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a figure is its column
                  <Td key={place} numeric className={figure === "0" ? "text-ink-3" : ""}>
                    {figure}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}
