import { Link } from "@/components/ui/link"
import type { MouseEvent, RefObject } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { shortPath } from "@/components/text/short-text"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import type { Selection } from "@/components/data/use-selection"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { dueDayWords, type DueGroup } from "./due-queue"

interface DueListProps {
  frame: RefObject<HTMLElement | null>
  groups: readonly DueGroup[]
  total: number
  /** Selected entries. Null if the person cannot verify. */
  selection: Selection | null
  onVerifySelected: () => void
  /** Message of the last action. `mayUndo`: true if the action can be undone. */
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
  groups,
  total,
  selection,
  onVerifySelected,
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
  const listed = groups.reduce((sum, { copies }) => sum + copies.length, 0)
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
      {selection ? (
        <SelectionBar
          docked
          label="Selected entries"
          selected={selection.ids.length}
          onClear={selection.clear}
        >
          <Button size="sm" variant="primary" kbd="V" onClick={onVerifySelected}>
            Verify
          </Button>
        </SelectionBar>
      ) : null}
      <ul>
        {groups.map((group) => (
          <DueRow
            key={group.id}
            group={group}
            isCurrent={group.id === current}
            href={address(group.id)}
            today={today}
            selection={selection}
            onOpen={open}
          />
        ))}
      </ul>
      {total > listed ? (
        <p className="px-4 py-3 text-ink-2">
          {count(total - listed, "more entry is", "more entries are")} due. Choose a project, or reload the
          page after verifying these.
        </p>
      ) : null}
    </nav>
  )
}

interface DueRowProps {
  group: DueGroup
  isCurrent: boolean
  href: string
  today: string
  selection: Selection | null
  onOpen: (event: MouseEvent, id: string) => void
}

/** An entry that is due, with the number of files that contain it, and a checkbox for bulk actions. */
function DueRow({ group: { id, copies }, isCurrent, href, today, selection, onOpen }: DueRowProps) {
  const [entry] = copies
  if (!entry) return null
  const where = copies.length === 1 ? (entry.agent ?? shortPath(entry.path)) : placesWords(copies)
  return (
    <li className="flex border-l-2 border-transparent hover:bg-raised md:has-aria-[current]:border-accent md:has-aria-[current]:bg-accent-wash">
      {selection ? (
        <input
          type="checkbox"
          aria-label={`Select: ${titledStatement(entry)}`}
          tabIndex={isCurrent ? 0 : -1}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
          className="mt-3 mr-2 ml-3.5 size-3.5 shrink-0 accent-accent"
        />
      ) : null}
      <Link
        href={href}
        data-entry={id}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? "true" : undefined}
        onClick={(event) => onOpen(event, id)}
        className="grid min-w-0 flex-1 gap-0.5 py-2 pr-3.5 pl-0.5 -outline-offset-2 only:pl-3.5"
      >
        <span className="line-clamp-2 wrap-anywhere">
          <VisibleText text={titledStatement(entry)} />
        </span>
        <span className="truncate text-sm text-ink-3">
          {where} · {dueDayWords(entry, today)}
        </span>
      </Link>
    </li>
  )
}

/** Returns the number of files with copies: "3 files", or "2 copies in one file". */
function placesWords(copies: DueGroup["copies"]): string {
  const files = new Set(copies.map(({ fileId }) => fileId)).size
  return files === 1 ? `${copies.length} copies in one file` : count(files, "file")
}
