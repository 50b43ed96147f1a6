interface BarsProps {
  /** What is counted, for those who do not see the heading above. */
  caption: string
  /** What a row stands for and what is counted: ["Section", "Entries"]. */
  columns: readonly [string, string]
  rows: readonly { label: string; value: number }[]
}

/** A bar chart that is its own table: one row a bar, the figure at its end. */
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
