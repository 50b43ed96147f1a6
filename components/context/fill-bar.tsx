interface FillBarProps {
  part: number
  whole: number
  /** Danger: over the limit, or truncated. */
  tone?: "plain" | "caution" | "danger"
  className?: string
}

const FILL = { plain: "bg-ink-3", caution: "bg-caution", danger: "bg-danger" }

/** A usage bar, hidden from screen readers: always write the figures beside it. */
export function FillBar({ part, whole, tone = "plain", className = "w-33" }: FillBarProps) {
  return (
    <span
      aria-hidden
      className={`relative inline-block h-1.5 shrink-0 overflow-hidden rounded-full bg-raised align-middle shadow-hairline ${className}`}
    >
      <span
        className={`absolute inset-y-0 left-0 rounded-full ${FILL[tone]}`}
        style={{ width: `${whole > 0 ? Math.min(100, (part / whole) * 100).toFixed(1) : 0}%` }}
      />
    </span>
  )
}
