"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useKeys } from "@/components/data/keys"
import { focusFilter, openOnEnter } from "@/components/queue/focus"
import { announceBriefly } from "./actions/announce"
import type { useBulkActions } from "./actions/use-bulk-actions"
import type { DetailController } from "./detail/detail-controller"
import { inboxKeys } from "./inbox-keys"
import { kindOf } from "./kinds"
import type { useInbox } from "./use-inbox"

interface InboxKeysOptions {
  readonly inbox: ReturnType<typeof useInbox>
  readonly controller: DetailController
  readonly bulk: ReturnType<typeof useBulkActions>
  /** True while the person names a view: shortcuts are off. */
  readonly naming: boolean
  /** Focuses the row of the current item after the next change. */
  readonly follow: () => void
  /** Selects an item, or a range that ends with it. */
  readonly choose: (id: string, range: boolean) => void
}

/** Binds the shortcuts of the inbox. Returns true while they are off. */
export function useInboxKeys(options: InboxKeysOptions): boolean {
  const { inbox, controller, bulk, naming, follow, choose } = options
  const { queue, move, waits, chosen } = inbox
  const [isFilterLoading, setFilterLoading] = useState(false)
  const isOff = naming || isFilterLoading
  const openPage = useOpenPage(controller.team, inbox)
  const stepFile = (by: 1 | -1) => {
    follow()
    controller.ask()
    move({ do: "step file", by })
  }
  const chooseCurrent = (range: boolean) => (queue.current ? choose(queue.current, range) : undefined)
  const state = { busy: controller.opened.mode !== "read", isOff, some: chosen.length > 0, waits }
  useKeys(
    "Inbox",
    inboxKeys(state, {
      step: controller.step,
      "next-file": () => stepFile(1),
      "previous-file": () => stepFile(-1),
      approve: () => bulk.toggle("approve"),
      reject: () => bulk.toggle("reject"),
      snooze: () => bulk.toggle("snooze"),
      assign: bulk.assignToMe,
      "assign-to": chosen.length > 0 ? bulk.toggleAssigning : controller.assignTo,
      comment: () => focusComment(controller),
      undo: () => undoLast(options),
      choose: () => chooseCurrent(false),
      "choose-range": () => chooseCurrent(true),
      "choose-all": () => move({ do: "choose all" }),
      "take-in": () => move({ do: "take in" }),
      filter: () => focusFilter(setFilterLoading),
      open: openPage,
      press: () => openOnEnter(queue.current, openPage),
      close: () => closeOne(options),
    }),
  )
  return isOff
}

/** Shows the item and focuses the box for a comment. */
function focusComment({ ask, mayComment }: DetailController): void {
  ask()
  const box = document.querySelector<HTMLElement>("[data-comment-box]")
  if (box) box.focus()
  else void announceBriefly(mayComment ? "This item has no comments" : "Your role does not allow comments")
}

function undoLast({ inbox, follow }: InboxKeysOptions): void {
  if (inbox.undo()) follow()
  else void announceBriefly("Nothing to undo. See Decided for earlier decisions")
}

/**
 * Closes the topmost of these: the confirmation, the panel for an assignee, the report. Else clears the
 * selection.
 */
function closeOne({ inbox, bulk }: InboxKeysOptions): void {
  if (bulk.asking) bulk.setAsking(null)
  else if (bulk.isAssigning) bulk.toggleAssigning()
  else if (inbox.report) inbox.closeReport()
  else if (inbox.chosen.length > 0) bulk.clear()
}

/** Returns a function that opens the page of the current item. */
function useOpenPage(team: string, { selected, detail }: InboxKeysOptions["inbox"]) {
  const router = useRouter()
  return () => {
    const page = selected && kindOf(selected).page(team, selected.summary, detail.detail)
    if (page) router.push(page)
  }
}
