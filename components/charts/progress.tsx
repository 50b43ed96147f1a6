interface ProgressProps {
  /** The task, such as "Importing platform". */
  label: string
  /** Null while the total is unknown. */
  value: number | null
  max: number
  /** Counts and remaining time, as in "1,204 of 5,000 files, about 8 s left". */
  detail?: string
}

/** Progress of a long task. Put it in an `aria-live` region only if it changes rarely. */
export function Progress({ label, value, max, detail }: ProgressProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-ink-2 tabular-nums">{detail}</span>
      </div>
      <progress
        aria-label={label}
        value={value ?? undefined}
        max={max}
        className={`progress-bar h-1.5 w-full rounded-full shadow-hairline ${value === null ? "animate-breathe bg-accent" : "bg-raised"}`}
      />
    </div>
  )
}
