/** The lines of the file against its budget, as a bar and as text. */
export function LinesFill({ lines, budget }: { lines: number; budget: number }) {
  const over = lines > budget
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span aria-hidden className="relative inline-block h-2 w-44 rounded-full bg-raised shadow-hairline">
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${over ? "bg-danger" : "bg-ink-3"}`}
          style={{ width: `${Math.min(100, (lines / Math.max(1, budget)) * 100).toFixed(1)}%` }}
        />
      </span>
      <span className="tabular-nums">
        <span className="font-medium">{lines.toLocaleString("en")}</span> of {budget.toLocaleString("en")}{" "}
        lines
        {over ? (
          <span className="text-danger">, {(lines - budget).toLocaleString("en")} over budget</span>
        ) : null}
      </span>
    </span>
  )
}
