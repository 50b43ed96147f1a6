"use client"

import { useEffect } from "react"
import { replayHeldKeys } from "@/components/data/keyboard-shortcuts"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { recordPresses } from "@/components/queue/focus-and-presses"
import { loadBulkKinds } from "./item-kind-registry"
import { LazyFilterBar } from "./list/list-column"
import { panesOf } from "./item-pane"
import type { useInbox } from "./use-inbox"
import { loadDecisions } from "./actions/loaded-decisions"

/**
 * The bar of bulk decisions. Its script is preloaded after the page, so that the first key after a selection
 * reaches it.
 */
export const LazyBulkBar = preloadable(async () => {
  const [{ BulkBar: Bar }, kinds] = await Promise.all([
    import("./actions/bulk-bar"),
    loadBulkKinds(),
    loadDecisions(),
  ])
  return (props: Omit<Parameters<typeof Bar>[0], "kinds">) => <Bar {...props} kinds={kinds} />
})
export const LazyAssignItemPanel = preloadable(() =>
  import("./actions/assign-panel").then((one) => one.AssignItemPanel),
)
export const LazyAssignSelectedPanel = preloadable(() =>
  import("./actions/assign-panel").then((one) => one.AssignSelectedPanel),
)
export const LazyReportBox = preloadable(() => import("./actions/bulk-results").then((one) => one.ReportBox))

/**
 * Preloads the scripts of the panes of this item and its neighbors, and replays keys that were pressed before
 * a pane loaded.
 */
export function usePageScripts(mode: string, { selected, near }: ReturnType<typeof useInbox>): void {
  useEffect(() => recordPresses(), [])
  useEffect(() => (mode === "read" ? replayHeldKeys(true) : undefined), [mode])
  useEffect(
    () =>
      preloadParts([LazyFilterBar, LazyBulkBar, LazyReportBox, LazyAssignItemPanel, LazyAssignSelectedPanel]),
    [],
  )
  useEffect(() => preloadParts(panesOf(selected ? [selected, ...near] : near)), [selected, near])
}

const LiveUpdates = preloadable(() => import("./live-updates").then((one) => one.LiveUpdates))
const UndoTray = preloadable(() => import("../queue/undo-tray").then((one) => one.UndoTray))

interface InboxOverlaysProps {
  me: string
  inbox: ReturnType<typeof useInbox>
  /** Focuses the row of the current item after the next change. */
  follow: () => void
}

/** The undo buttons, and the updates after changes by other people. */
export function InboxOverlays({ me, inbox, follow }: InboxOverlaysProps) {
  const { team, filters, latest, move, strike, recount, cache, undo, stack } = inbox
  return (
    <>
      <LiveUpdates
        {...{ team, me, filters, latest, move, strike, recount }}
        age={cache.age}
        reload={cache.want}
        reloadCurrent={inbox.reloadCurrent}
      />
      {stack.length > 0 ? (
        <UndoTray
          stack={stack}
          onUndo={(number) => (undo(number) ? follow() : undefined)}
          onPass={inbox.passTime}
        />
      ) : null}
    </>
  )
}
