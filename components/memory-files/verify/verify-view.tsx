"use client"

import { useRouter } from "next/navigation"
import dynamic from "next/dynamic"
import { type RefObject, useEffect, useRef, useState } from "react"
import { filePath } from "@/components/data/addresses"
import { holdKeys, type KeyBinding, useKeys, stepKeys } from "@/components/data/keyboard-shortcuts"
import { type Selection, useSelection } from "@/components/data/use-selection"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { type DueEntry, type DueGroup, useDueQueue } from "./due-queue"
import { DueList } from "./due-list"
import { DuePane } from "./due-pane"

const ProposeDialog = dynamic(() =>
  import("@/components/proposals/propose/propose-dialog").then((one) => one.ProposeDialog),
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
    { keys: "h", does: "Move to the end of the list", run: queue.skip },
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
