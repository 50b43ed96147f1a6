"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import {
  useKeys,
  bindKeys,
  type KeyAction,
  type KeyBinding,
  stepKeys,
} from "@/components/data/keyboard-shortcuts"
import { focusFilter, openOnEnter } from "@/components/queue/focus-and-presses"
import { announceBriefly } from "./actions/announce"
import type { useBulkActions } from "./actions/use-bulk-actions"
import type { DetailController } from "./item-detail"
import { kindOf } from "./item-kind-registry"
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
  else
    void announceBriefly(
      mayComment
        ? "You can comment only on proposals, conflicts and alerts"
        : "Your role does not allow comments. Ask a team lead to change your role",
    )
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

export type InboxAction =
  | "next-file"
  | "previous-file"
  | "approve"
  | "reject"
  | "snooze"
  | "assign"
  | "assign-to"
  | "comment"
  | "undo"
  | "choose"
  | "choose-range"
  | "choose-all"
  | "take-in"
  | "filter"
  | "open"
  | "press"
  | "close"

type Keys = readonly KeyAction<InboxAction>[]

const FILE_STEPS: Keys = [
  { action: "next-file", keys: ["]"], does: "Next file" },
  { action: "previous-file", keys: ["["], does: "Previous file" },
]

/** Keys that decide the selected items. Keys of a single item are in the folder of its kind. */
const DECISIONS: Keys = [
  {
    action: "approve",
    keys: ["a"],
    does: "Approve the selected items (for conflicts, keep the suggested side; for alerts, acknowledge)",
  },
  { action: "reject", keys: ["r"], does: "Reject the selected items" },
  { action: "snooze", keys: ["h"], does: "Snooze the selected items" },
  { action: "assign", keys: ["i"], does: "Assign the selected items to me" },
]

/** Keys of any item that people discuss. */
const DISCUSSION: Keys = [
  { action: "assign-to", keys: ["I"], does: "Assign to a colleague" },
  { action: "comment", keys: ["n"], does: "Write a comment" },
]

const UNDO: Keys = [{ action: "undo", keys: ["u"], does: "Undo the last decision" }]

const LIST: Keys = [
  { action: "choose", keys: ["x"], does: "Select the item" },
  { action: "choose-range", keys: ["X"], does: "Select a range or the whole file" },
  { action: "choose-all", keys: ["A"], does: "Select all listed items" },
  { action: "take-in", keys: ["."], does: "Load new items" },
  { action: "filter", keys: ["/"], does: "Filter the list" },
  { action: "open", keys: ["o"], does: "Open the file at this line, or show the claims of a synthesis" },
  { action: "press", keys: ["Enter"], does: "Open the file at this line, or show the claims of a synthesis" },
  { action: "close", keys: ["Escape"], does: "Close the panel, or clear the selection" },
]

/** Keys that also work while a panel is open. */
const ALWAYS: ReadonlySet<InboxAction> = new Set([
  "next-file",
  "previous-file",
  "take-in",
  "filter",
  "press",
  "close",
])

interface KeysState {
  /** True if a panel is open and gets the typed keys. */
  readonly busy: boolean
  /** True while the person names a view or the filter loads, so that shortcuts are off. */
  readonly isOff: boolean
  /** True if items are selected, so that decisions apply to all selected items. */
  readonly some: boolean
  /** True if the listed items are undecided. Decided items are undone by the key of their pane. */
  readonly waits: boolean
}

/** Returns the shortcuts of the list in the order of the keyboard help. */
export function inboxKeys(
  { busy, isOff, some, waits }: KeysState,
  { step, ...handlers }: Readonly<Record<InboxAction, () => void>> & { readonly step: (by: 1 | -1) => void },
): KeyBinding[] {
  const table = [
    ...FILE_STEPS,
    ...(some ? DECISIONS : []),
    ...DISCUSSION,
    ...(waits || some ? UNDO : []),
    ...LIST,
  ]
  const isDeaf = ({ action }: KeyAction<InboxAction>) => isOff || (busy && !ALWAYS.has(action))
  // Keys that are off stay bound, so that global shortcuts on the same keys do not run.
  return [
    ...stepKeys({ step: isOff ? () => undefined : step, arrows: true }),
    ...table.flatMap((one) =>
      bindKeys([one], { [one.action]: isDeaf(one) ? () => undefined : handlers[one.action] }),
    ),
  ]
}
