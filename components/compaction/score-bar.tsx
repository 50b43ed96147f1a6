/** The value of an entry for memory, 0–1, as a bar and a percentage. */
export function ScoreBar({ score }: { score: number }) {
  const percent = Math.round(score * 100)
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title="Value for memory">
      <span aria-hidden className="relative inline-block h-1.5 w-12 rounded-full bg-raised shadow-hairline">
        <span className="absolute inset-y-0 left-0 rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="sr-only">Value: </span>
      <span className="tabular-nums">{percent}%</span>
    </span>
  )
}
