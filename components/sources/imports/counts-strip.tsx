import { Link } from "@/components/ui/link"
import { countOf, type FileCounts, ITEM_FILTER_NAMES, ITEM_FILTERS, type Filter } from "../import-statuses"

interface CountsStripProps {
  files: FileCounts
  /** The current filter of the list; null lists all. */
  current: Filter | null
  hrefFor: (filter: Filter | null) => string
  onChoose: (filter: Filter | null) => void
}

/** Counts by status, which also filter the list. Selecting the current filter again shows all. */
export function CountsStrip({ files, current, hrefFor, onChoose }: CountsStripProps) {
  return (
    <nav
      aria-label="Files by status"
      className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
    >
      {ITEM_FILTERS.map((filter) => {
        const number = countOf(files, filter)
        const next = current === filter ? null : filter
        return (
          <Link
            key={filter}
            href={hrefFor(next)}
            aria-current={current === filter ? "true" : undefined}
            className="min-w-24 flex-1 bg-surface px-3.5 py-2.75 hover:bg-raised current:bg-accent-wash"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onChoose(next)
            }}
          >
            <span className="block text-sm whitespace-nowrap text-ink-2">{ITEM_FILTER_NAMES[filter]}</span>
            <span
              className={`block text-xl font-semibold tracking-tight tabular-nums ${number === 0 ? "text-ink-3" : TONES[filter]}`}
            >
              {number.toLocaleString("en")}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}

const TONES: Record<Filter, string> = {
  new: "text-ink",
  changed: "text-ink",
  same: "text-ink",
  gone: "text-caution",
  broken: "text-danger",
  "left-alone": "text-ink",
  "set-aside": "text-danger",
}
