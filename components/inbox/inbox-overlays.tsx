"use client"

import { preloadable } from "@/components/data/preloadable"
import type { useInbox } from "./use-inbox"

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
        lookForNew={inbox.lookForNew}
        compare={inbox.compare}
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
