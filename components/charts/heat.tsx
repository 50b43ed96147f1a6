const STRENGTH = ["bg-raised", "heat-1", "heat-2", "heat-3"] as const

/** Activity by week, oldest first: one cell per week. */
export function Heat({ weeks }: { weeks: readonly number[] }) {
  const total = weeks.reduce((sum, count) => sum + count, 0)
  const label =
    total === 0
      ? `No activity in ${weeks.length} weeks`
      : `${total} in ${weeks.length} weeks: ${weeks.join(", ")}`
  return (
    <span className="relative inline-flex gap-0.5 align-middle">
      <span className="sr-only">{label}</span>
      {weeks.map((count, week) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a week is its place in the row
          key={week}
          aria-hidden
          title={`${agoWords(weeks.length - 1 - week)}: ${count.toLocaleString("en")}`}
          className={`h-3.5 w-2.25 rounded-xs ${STRENGTH[strength(count)]}`}
        />
      ))}
    </span>
  )
}

function agoWords(weeks: number): string {
  if (weeks === 0) return "This week"
  return weeks === 1 ? "Last week" : `${weeks} weeks ago`
}

function strength(count: number): 0 | 1 | 2 | 3 {
  if (count <= 0) return 0
  if (count <= 2) return 1
  return count <= 5 ? 2 : 3
}
