"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { wayTo } from "@/components/alerts/alert-text"
import { filePath, seedPlanPath, synthesisPath } from "@/components/data/addresses"
import { useKeys } from "@/components/data/keys"
import { focusFilter, press } from "@/components/queue/focus"
import { sayShortly } from "./actions/announce"
import type { useBulkActions } from "./actions/use-bulk-actions"
import type { DetailController } from "./detail/detail-controller"
import type { ItemDetails } from "./detail/use-preloaded-details"
import type { useProposalActions } from "./detail/use-proposal-detail"
import { inboxKeys } from "./inbox-keys"
import type { InboxItem } from "./item"
import type { useInbox } from "./use-inbox"

interface InboxKeysOptions {
  readonly inbox: ReturnType<typeof useInbox>
  readonly controller: DetailController
  readonly proposalActions: ReturnType<typeof useProposalActions>
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
  const { inbox, controller, proposalActions, bulk, naming, follow, choose } = options
  const { queue, move, waits, selected, chosen } = inbox
  const [isFilterLoading, setFilterLoading] = useState(false)
  const isOff = naming || isFilterLoading
  const some = chosen.length > 0
  const openPage = useOpenPage(controller.team, inbox)
  useKeys(
    "Inbox",
    inboxKeys({
      busy: controller.opened.mode !== "read",
      naming: isOff,
      some,
      waits,
      elsewhere: selected !== null && selected.kind !== "proposal",
      step: controller.step,
      stepFile: (by) => {
        follow()
        controller.ask()
        move({ do: "step file", by })
      },
      approve: () => (some ? bulk.toggle("approve") : proposalActions.approve()),
      edit: () => proposalActions.panel("edit"),
      merge: () => proposalActions.panel("merge"),
      reject: () => (some ? bulk.toggle("reject") : proposalActions.panel("reject")),
      snooze: () => (some ? bulk.toggle("snooze") : proposalActions.panel("snooze")),
      rebase: proposalActions.rebase,
      assign: () => (some ? bulk.assign() : proposalActions.assign()),
      withdraw: proposalActions.withdraw,
      undo: () => undoLast(options),
      choose: (range) => (queue.current ? choose(queue.current, range) : undefined),
      chooseAll: () => move({ do: "choose all" }),
      takeIn: () => move({ do: "take in" }),
      filter: () => focusFilter(setFilterLoading),
      open: openPage,
      press: () => press(queue.current, openPage),
      close: () => closeOne(options),
    }),
  )
  return isOff
}

/** Undoes the decision on the current item of the Decided list, or else the last decision. */
function undoLast({ inbox, controller, proposalActions, follow }: InboxKeysOptions): void {
  const { proposal, waits, undo } = inbox
  if (!waits && proposal?.decided && controller.mayCurate) proposalActions.undoDecided(proposal)
  else if (undo()) follow()
  else void sayShortly("Nothing to undo. See Decided for earlier decisions")
}

/** Closes the confirmation, or else the report, or else clears the selection. */
function closeOne({ inbox, bulk }: InboxKeysOptions): void {
  if (bulk.asking) bulk.setAsking(null)
  else if (inbox.report) inbox.closeReport()
  else if (inbox.chosen.length > 0) bulk.clear()
}

/** Returns a function that opens the page of the current item. */
function useOpenPage(team: string, { selected, details }: InboxKeysOptions["inbox"]) {
  const router = useRouter()
  return () => {
    const page = selected && pageOf(team, selected, details)
    if (page) router.push(page)
  }
}

/** Returns the page of an item: its file at the line, or its own page. Null if its file is not created yet. */
function pageOf(team: string, item: InboxItem, details: ItemDetails): string | null {
  switch (item.kind) {
    case "alert":
      return wayTo(team, item.alert)?.href ?? `/t/${team}/agents`
    case "synthesis":
      return synthesisPath(team, item.id)
    case "seed":
      return seedPlanPath(team, item.id)
    case "proposal":
      return lineOf(team, item.proposal.fileId, details.proposal.detail?.diff?.line)
    case "conflict":
      return lineOf(team, item.conflict.fileId, item.conflict.left.entries[0]?.line)
  }
}

const lineOf = (team: string, file: string | null, line: number | undefined): string | null =>
  file ? filePath(team, file, line) : null
