import type { Dispatch, RefObject, SetStateAction } from "react"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import {
  type PostedRequest,
  outbox,
  dropUndo,
  pushUndo,
  UNDO_MS,
  type Undoable,
} from "@/components/queue/outbox-and-undo"
import { forgetDrafts } from "@/components/queue/drafts"
import type { Queue, QueueMove } from "../inbox-list-reducer"
import { type InboxItem, writeLanesOf } from "../inbox-item"
import { type CountChange, type ItemAction, type ItemOutcome, refuseAll, refusedWords } from "./item-action"
import { announceProblem } from "./announce"
import { decidedItems } from "./decided-items"

/** A decision that was applied on this page and can be undone for a while. */
export interface AppliedDecision extends Undoable {
  readonly action: ItemAction
  readonly posted: PostedRequest<readonly DecisionOutcome[]>
  /** Ids of refused items, which have nothing to undo. */
  readonly refused: Set<string>
}

/** The outcomes of a bulk decision. */
export interface BulkReport {
  readonly number: number
  readonly words: string
  readonly waiting: boolean
  readonly outcomes: readonly ItemOutcome[]
}

/** The page that decisions are applied to. */
export interface DecisionPage {
  readonly queue: RefObject<Queue>
  readonly move: Dispatch<QueueMove>
  readonly onCount: (change: CountChange) => void
  /** Announces a message to screen readers. */
  readonly announce: (words: string) => void
  /** Marks the details of items of these files as outdated, and reloads the items with these ids. */
  readonly reload: (lanes: readonly string[], ids: readonly string[]) => void
  /** False after the person left the page. */
  readonly isOpen: RefObject<boolean>
  readonly setStack: Dispatch<SetStateAction<readonly AppliedDecision[]>>
  readonly setReport: Dispatch<SetStateAction<BulkReport | null>>
}

let numbered = 0

/** Shows a decision at once and sends it. Items that the server refuses return to the list with a notice. */
export function applyDecision(page: DecisionPage, action: ItemAction): void {
  const { move, onCount, announce, setStack, setReport } = page
  const number = (numbered += 1)
  const { items, words, lanes } = action
  const ids = items.map((one) => one.id)
  const isBulk = action.report !== undefined
  move({ do: "leave", ids })
  if (action.leaves === "decided") forgetDrafts(ids)
  for (const id of ids) decidedItems.set(id, action.leaves)
  onCount(action.counts(items))
  announce(words)
  if (isBulk) {
    const deciding = `Saving decisions (${items.length.toLocaleString("en")})…`
    setReport({ number, words: deciding, waiting: true, outcomes: [] })
  }
  const posted = outbox.post({ lanes, ids, send: action.send })
  const applied: AppliedDecision = {
    number,
    words,
    msLeft: UNDO_MS,
    waits: isBulk,
    action,
    posted,
    refused: new Set(),
  }
  setStack((before) => pushUndo(before, applied))
  const settle = (outcomes: readonly DecisionOutcome[]) => settleDecision(page, applied, outcomes)
  posted.answer.then(settle, (cause: unknown) => settle(refuseAll(ids, cause)))
}

/** Applies the answer of the server to a decision. Refused items return to the list. */
function settleDecision(
  page: DecisionPage,
  { number, words, action, refused }: AppliedDecision,
  outcomes: readonly DecisionOutcome[],
): void {
  const { queue, setStack, setReport, reload } = page
  const { items, lanes } = action
  const isBulk = action.report !== undefined
  const failed = outcomes.filter((one) => !one.ok)
  for (const { id } of failed) refused.add(id)
  if (failed.length > 0) returnRefused(page, action, failed)
  if (refused.size === items.length) setStack((before) => dropUndo(before, number))
  if (isBulk) {
    setStack((before) => before.map((one) => (one.number === number ? { ...one, waits: false } : one)))
    const report: BulkReport = { number, waiting: false, words, outcomes: [], ...action.report?.(outcomes) }
    setReport((before) => (before?.number === number ? report : before))
  }
  reload(lanes, [queue.current.current ?? "", ...refused])
}

/** Returns refused items to the list with a notice. */
function returnRefused(page: DecisionPage, action: ItemAction, failed: readonly DecisionOutcome[]): void {
  const { move, onCount, announce, isOpen } = page
  const ids = new Set(failed.map((one) => one.id))
  for (const id of ids) decidedItems.delete(id)
  onCount(opposite(action.counts(action.items.filter((one) => ids.has(one.id)))))
  move({ do: "refuse", refusals: failed.map((one) => ({ id: one.id, words: refusedWords(one) })) })
  const why = failed.map(refusedWords).join(" ")
  if (action.report === undefined) announce(`Not applied: ${why}`)
  if (isOpen.current) return
  const problem =
    failed.length === 1
      ? why
      : `${failed.length} decisions were not applied. The items are back in the inbox.`
  void announceProblem(`${action.words}: ${problem}`)
}

/** Undoes an applied decision at once and sends it. Items that the server refuses leave again. */
export function undoDecision(page: DecisionPage, applied: AppliedDecision): void {
  const { move, onCount, announce, setStack, setReport } = page
  const { number, words, action, posted: decision, refused } = applied
  setStack((before) => dropUndo(before, number))
  const back = action.items.filter((item) => !refused.has(item.id))
  const ids = back.map((item) => item.id)
  move({ do: "return", items: back })
  for (const id of ids) decidedItems.delete(id)
  onCount(opposite(action.counts(back)))
  announce(`Undone: ${words}`)
  setReport((before) => (before?.number === number ? null : before))
  if (decision.cancel()) return
  const posted = outbox.post({
    lanes: action.lanes,
    ids,
    // Refusals of the decision may arrive until the undo is sent.
    send: (key) =>
      action.takeBack(
        ids.filter((id) => !refused.has(id)),
        key,
      ),
  })
  const settle = (outcomes: readonly DecisionOutcome[]) => settleUndo(page, action, ids, outcomes)
  posted.answer.then(settle, (cause: unknown) => settle(refuseAll(ids, cause)))
}

/** Applies the answer of the server to an undo of the items with these ids. */
function settleUndo(
  { queue, move, onCount, reload }: DecisionPage,
  action: ItemAction,
  ids: readonly string[],
  outcomes: readonly DecisionOutcome[],
): void {
  reload(
    action.lanes,
    ids.filter((id) => id === queue.current.current),
  )
  const failed = outcomes.filter((one) => !one.ok)
  const [first] = failed
  if (first === undefined) return
  const stillDecided = new Set(failed.map((one) => one.id))
  const gone = action.items.filter((item) => ids.includes(item.id) && stillDecided.has(item.id))
  move({ do: "leave", ids: gone.map((item) => item.id) })
  for (const { id } of gone) decidedItems.set(id, action.leaves)
  onCount(action.counts(gone))
  const why = refusedWords(first)
  const problem =
    failed.length === 1 ? why : `${failed.length} of ${ids.length} decisions could not be undone. ${why}`
  void announceProblem(`Undo failed: ${problem}`)
}

interface UndoDecidedOptions extends Pick<DecisionPage, "move" | "announce"> {
  readonly recount: () => void
  readonly item: InboxItem
  readonly send: (key: string) => Promise<unknown>
}

/**
 * Undoes the decision on an item of the Decided list. The item returns with a notice if the server refuses.
 */
export function undoDecided({ item, send, move, recount, announce }: UndoDecidedOptions): void {
  move({ do: "leave", ids: [item.id] })
  outbox.post({ lanes: writeLanesOf(item), ids: [item.id], send }).answer.then(
    () => {
      decidedItems.delete(item.id)
      recount()
      announce("Decision undone")
    },
    (cause: Error) => {
      move({ do: "refuse", refusals: [{ id: item.id, words: `Undo failed: ${cause.message}` }] })
      announce(`Undo failed: ${cause.message}`)
    },
  )
}

const opposite = (change: CountChange): CountChange =>
  Object.fromEntries(Object.entries(change).map(([name, number]) => [name, -number]))

/** Sends a change of an item, after the decisions on its file. */
export function sendAfterDecisions<Answer>(
  item: InboxItem,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  return outbox.post({ lanes: [item.group], ids: [], send }).answer
}
