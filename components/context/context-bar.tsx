import { ShowAsTable } from "@/components/charts/figures"
import { formatCount } from "@/lib/memory/text/sentence"
import { CONTEXT_PARTS, type ContextSize } from "@/lib/memory/context/harness-loads"
import { sum } from "@/lib/memory/text/aggregates"

interface ContextBarProps {
  size: ContextSize
  /** The name of the agent's category. */
  category: string | null
}

interface Segment {
  label: string
  lines: number
  look: string
}

/**
 * A stacked bar of the lines that an agent receives at session start, by the scope of the memory, with the
 * same figures as a table.
 */
export function ContextBar({ size, category }: ContextBarProps) {
  const segments = segmentsOf(size, category)
  const loaded = sum(CONTEXT_PARTS.map((part) => size.loaded[part]))
  const total = sum(segments.map(({ lines }) => lines))
  if (total === 0) return null
  return (
    <figure aria-label="Loaded by the harness at session start">
      <figcaption className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <h2>Loaded by the harness at session start</h2>
        <span className="text-ink-3 tabular-nums">
          {formatCount(loaded, "line")}
          {size.truncated > 0 ? `, ${size.truncated.toLocaleString("en")} more past the load limit` : ""}
        </span>
      </figcaption>
      <div aria-hidden className="flex h-3.5 gap-px overflow-hidden rounded-sm">
        {segments.map((segment) => (
          <span
            key={segment.label}
            title={`${describeSegment(segment)} (${share(segment.lines, total)})`}
            className={`min-w-0.75 ${segment.look}`}
            style={{ flexGrow: segment.lines, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-ink-2">
        {segments.map(({ label, lines, look }) => (
          <li key={label} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-xs ${look}`} />
            {label}
            <span className="font-medium text-ink tabular-nums">{lines.toLocaleString("en")}</span>
          </li>
        ))}
      </ul>
      <ShowAsTable
        label="Lines loaded by the harness at session start"
        columns={["Memory", "Lines", "Share"]}
        rows={segments.map(({ label, lines }) => [label, lines.toLocaleString("en"), share(lines, total)])}
      />
    </figure>
  )
}

/** Returns the parts that have lines, in the order of the bar. */
function segmentsOf({ loaded, unused, truncated }: ContextSize, category: string | null): Segment[] {
  const labels = {
    global: "Global",
    team: "Team",
    project: "Project",
    category: category ?? "Category",
    own: "Own",
  }
  return [
    ...CONTEXT_PARTS.map((part) => ({ label: labels[part], lines: loaded[part], look: LOOK[part] })),
    { label: "Past the load limit", lines: truncated, look: "context-truncated" },
    { label: "Room left", lines: unused, look: "bg-raised shadow-hairline" },
  ].filter(({ lines }) => lines > 0)
}

const LOOK = {
  global: "context-global",
  team: "context-team",
  project: "context-project",
  category: "context-category",
  own: "context-own",
} as const

const describeSegment = ({ label, lines }: Segment): string => `${label}: ${formatCount(lines, "line")}`
const share = (lines: number, total: number): string => `${Math.round((lines / total) * 100)}%`

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
