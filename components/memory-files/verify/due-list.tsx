import { Link } from "@/components/ui/link"
import type { MouseEvent, RefObject } from "react"
import { DrawnText } from "@/components/text/drawn-text"
import { shortPath } from "@/components/text/short-path"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { longDay } from "@/lib/memory/policies/verification"
import { titledStatement } from "@/lib/memory/memory-files/titled-statement"
import { type DueEntry, dueWords } from "./due"

interface DueListProps {
  frame: RefObject<HTMLElement | null>
  entries: readonly DueEntry[]
  total: number
  /** The last action, and whether it can be undone. */
  said: string
  mayUndo: boolean
  onUndo: () => void
  current: string | null
  /** True if the person opened an entry. Narrow screens then hide the list. */
  asked: boolean
  address: (id: string) => string
  today: string
  onOpen: (id: string) => void
}

/** Entries that are due, longest overdue first. */
export function DueList({
  frame,
  entries,
  total,
  said,
  mayUndo,
  onUndo,
  current,
  asked,
  address,
  today,
  onOpen,
}: DueListProps) {
  const open = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <nav
      ref={frame}
      aria-label="Entries to verify"
      className={`flex flex-col border-line md:w-98 md:shrink-0 md:overflow-y-auto md:border-r ${asked ? "max-md:hidden" : ""}`}
    >
      <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
        {count(total, "entry", "entries")} to verify
      </p>
      {/* Placed here, so that it does not move the action bar. */}
      <div
        className={said ? "flex items-center gap-2 border-b border-line bg-raised px-4 py-1.5" : "sr-only"}
      >
        <output className="min-w-0 flex-1">{said}</output>
        {mayUndo && said ? (
          <Button size="sm" kbd="U" onClick={onUndo}>
            Undo
          </Button>
        ) : null}
      </div>
      <ul>
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="border-l-2 border-transparent hover:bg-raised md:has-aria-[current]:border-accent md:has-aria-[current]:bg-accent-wash"
          >
            <Link
              href={address(entry.id)}
              data-entry={entry.id}
              tabIndex={entry.id === current ? 0 : -1}
              aria-current={entry.id === current ? "true" : undefined}
              onClick={(event) => open(event, entry.id)}
              className="grid gap-0.5 px-3.5 py-2 -outline-offset-2"
            >
              <span className="line-clamp-2 wrap-anywhere">
                <DrawnText text={titledStatement(entry)} />
              </span>
              <span className="truncate text-sm text-ink-3">
                {entry.agent ?? shortPath(entry.path)} · {dueWords(entry, today, longDay)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {total > entries.length ? (
        <p className="px-4 py-3 text-ink-2">
          {(total - entries.length).toLocaleString("en")} more due. Choose a project, or reload the page after
          verifying these.
        </p>
      ) : null}
    </nav>
  )
}
