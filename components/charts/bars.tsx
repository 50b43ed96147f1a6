interface BarsProps {
  /** Caption for screen readers. */
  caption: string
  /** Names of the row and value columns, such as ["Section", "Entries"]. */
  columns: readonly [string, string]
  rows: readonly { label: string; value: number }[]
}

/** A bar chart built as a table: one row per bar, with the value at its end. */
export function Bars({ caption, columns, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map((row) => row.value))
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row" className="truncate py-0.75 pr-3 text-left font-normal text-ink-2">
              {row.label}
            </th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a figure, no control */}
            <td className="w-1/2 py-0.75">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  className="h-1.5 min-w-px rounded-full bg-ink-3"
                  style={{ width: `${(row.value / most) * 75}%` }}
                />
                <span className="text-sm tabular-nums">{row.value.toLocaleString("en")}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
