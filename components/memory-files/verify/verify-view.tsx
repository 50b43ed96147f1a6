"use client"

import { useRouter } from "next/navigation"
import dynamic from "next/dynamic"
import { type RefObject, useEffect, useRef, useState, type MouseEvent } from "react"
import { filePath } from "@/components/data/addresses"
import { holdKeys, type KeyBinding, useKeys, stepKeys } from "@/components/data/keyboard-shortcuts"
import { type Selection, useSelection } from "@/components/data/use-selection"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { type DueEntry, type DueGroup, useDueQueue, dueDayWords } from "./due-queue"
import { DuePane } from "./due-pane"
import { shortPath } from "@/lib/memory/memory-files/paths"

const ProposeDialog = dynamic(() =>
  import("@/components/proposals/propose-dialog").then((one) => one.ProposeDialog),
)

interface VerifyViewProps {
  team: string
  entries: readonly DueEntry[]
  /** The number of entries due, including those not on this page. */
  total: number
  /** True if the person can verify and forget directly. */
  decides: boolean
  proposes: boolean
  /** ISO day, from the server. */
  today: string
}

/**
 * Entries due for verification: the list on the left, the entry on the right. Narrow screens show one at a
 * time.
 */
export function VerifyView({ team, entries, total, decides, proposes, today }: VerifyViewProps) {
  const router = useRouter()
  const [query, change] = useQuery()
  const [asking, setAsking] = useState<"forget" | "edit" | null>(null)
  const frame = useRef<HTMLElement>(null)
  const asked = query.get("entry")
  const follow = useRef(false)
  const go = (id: string | null) => {
    follow.current = id !== null
    setAsking(null)
    change({ entry: id })
  }
  const queue = useDueQueue({ entries, asked, go })
  const { current, left } = queue
  useFocusFollowed(follow, frame, current)
  const selection = useSelection(left.map(({ id }) => id))
  const verify = () => {
    if (!decides || asking) return
    void queue.verify(chosenGroups(left, selection, current))
    selection.clear()
  }
  const entry = current?.copies[0] ?? null
  const openFile = () => followEntry(entry, (at) => router.push(filePath(team, at.fileId, at.line)))
  const selectKeys: KeyBinding[] = [
    {
      keys: "x",
      does: "Select or deselect the entry",
      run: () => (current ? selection.toggle(current.id) : undefined),
    },
    { keys: "X", does: "Select or deselect all", run: selection.toggleAll },
    { keys: "Escape", does: "Clear selection", run: selection.clear },
    { keys: "v", does: "Verify the selection or the current entry", run: verify },
  ]
  const askWhyForgotten = () => {
    if (entry === null || asking === "forget") return
    holdKeys() // A reason can be chosen before the form is there.
    setAsking("forget")
  }
  const proposeKeys: KeyBinding[] = [
    { keys: "e", does: "Propose a change", run: () => setAsking("edit") },
    { keys: "f", does: decides ? "Forget the entry" : "Propose forgetting the entry", run: askWhyForgotten },
  ]
  useKeys("Verify", [
    ...stepKeys({ row: "entry", step: queue.step }),
    ...(decides ? selectKeys : []),
    ...(proposes ? proposeKeys : []),
    { keys: "h", does: "Move the entry to the end of the list", run: queue.skip },
    { keys: "u", does: "Undo", run: queue.undo },
    { keys: "o", does: "Open the file", run: openFile },
  ])
  return (
    <div className="min-h-0 flex-1 md:flex">
      <DueList
        frame={frame}
        groups={left}
        selection={decides ? selection : null}
        onVerifySelected={verify}
        total={total - queue.gone}
        said={queue.said}
        mayUndo={queue.mayUndo}
        onUndo={queue.undo}
        current={current?.id ?? null}
        asked={asked !== null}
        address={(id) => changedQuery(query, { entry: id })}
        today={today}
        onOpen={go}
      />
      {current ? (
        <DuePane
          key={current.id}
          team={team}
          group={current}
          asked={asked !== null}
          today={today}
          decides={decides}
          proposes={proposes}
          forgetting={asking === "forget"}
          onVouch={() => void queue.verify([current])}
          onEdit={() => setAsking("edit")}
          onForget={() => setAsking("forget")}
          onForgotten={queue.forget}
          onLeave={() => setAsking(null)}
          onLater={queue.skip}
          onBack={() => change({ entry: null })}
        />
      ) : null}
      {asking === "edit" && entry ? (
        <EditDialog team={team} entry={entry} close={() => setAsking(null)} />
      ) : null}
    </div>
  )
}

function followEntry(entry: DueEntry | null, open: (entry: DueEntry) => void): void {
  if (entry) open(entry)
}

/** Returns the selected groups, or else the current one. */
function chosenGroups(
  groups: readonly DueGroup[],
  { ids }: Selection,
  current: DueGroup | null,
): readonly DueGroup[] {
  if (ids.length > 0) return groups.filter(({ id }) => ids.includes(id))
  return current ? [current] : []
}

/** Focuses the row of the current entry after it changed, if `followRef` is true. */
function useFocusFollowed(
  followRef: RefObject<boolean>,
  frame: RefObject<HTMLElement | null>,
  current: DueGroup | null,
): void {
  useEffect(() => {
    if (!followRef.current || !current) return
    followRef.current = false
    const link = frame.current?.querySelector<HTMLElement>(`[data-entry="${current.id}"]`)
    link?.scrollIntoView({ block: "nearest" })
    link?.focus({ preventScroll: true })
  }, [followRef, frame, current])
}

function EditDialog({ team, entry, close }: { team: string; entry: DueEntry; close: () => void }) {
  const { id, text, section, line, path, fileId, project } = entry
  return (
    <ProposeDialog
      to={{ team, project: project.slug, file: fileId, path, sections: [], typed: false, revision: null }}
      intent={{ kind: "edit", line, position: 0 }}
      entry={{ id, text, section, state: "current", line }}
      close={close}
    />
  )
}

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
function DueList({
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
      className={`relative flex flex-col border-line md:w-98 md:shrink-0 md:overflow-y-auto md:border-r ${asked ? "max-md:hidden" : ""}`}
    >
      <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
        {formatCount(total, "entry")} to verify
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
          {formatCount(total - listed, "more entry is", "more entries are")} due. Choose a project, or reload
          the page after verifying these.
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
  return files === 1 ? `${copies.length} copies in one file` : formatCount(files, "file")
}
