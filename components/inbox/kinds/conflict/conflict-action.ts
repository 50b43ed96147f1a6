import type { ConflictDecision } from "@/components/conflicts/conflict-decision-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { callOperation } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import type { ItemAction } from "../../actions/action"
import { doneOutcome, sendInPortions } from "../../actions/decision-outcomes"
import { sendOneByOne, pendingAction, type Snooze, snoozeVerb } from "../../actions/snoozable-action"
import type { InboxItem } from "../../item"
import { quoteHeadline } from "@/components/text/quote-headline"

/** `keep-suggested` keeps the suggested side of each conflict in a bulk decision. */
export type AnyConflictDecision = ConflictDecision | { readonly verdict: "keep-suggested" }

/** Returns the action for a decision on conflicts. Bulk decisions never need text. */
export function conflictAction(
  items: readonly InboxItem<ConflictSummary>[],
  decision: AnyConflictDecision,
): ItemAction {
  const conflicts = items.map((one) => one.summary)
  return pendingAction({
    items,
    words: doneWords(conflicts, decision),
    sendSnooze: (conflicts, until, key) => callOperation("conflict.snooze", { conflicts, until }, { key }),
    decision,
    send: (own, key) => send(conflicts, own, key),
    takeBack: (ids, key) => sendOneByOne(ids.toReversed(), key, sendConflictUndo),
  })
}

async function send(
  conflicts: readonly ConflictSummary[],
  decision: Exclude<AnyConflictDecision, Snooze>,
  key: string,
): Promise<readonly DecisionOutcome[]> {
  const { verdict } = decision
  if (verdict === "keep-suggested" || (conflicts.length > 1 && verdict === "not-a-conflict")) {
    return sendInPortions(conflicts, key, async (some, portionKey) => {
      const items = some.map(({ id, shown }) => ({ conflict: id, shown }))
      const { outcomes } = await callOperation(
        "conflict.resolve-many",
        { items, verdict },
        { key: portionKey },
      )
      return outcomes.map(({ id, ok, refused }) => ({ ...doneOutcome(id), ok, refused }))
    })
  }
  for (const { id, shown } of conflicts)
    await callOperation("conflict.resolve", { conflict: id, shown, ...decision }, { key })
  return conflicts.map(({ id }) => doneOutcome(id))
}

/** Undoes a decision on a conflict. */
export async function sendConflictUndo(id: string, key: string): Promise<void> {
  await callOperation("conflict.undo", { conflict: id }, { key })
}

/** Returns the message after a decision: "Kept “Service calls go through the event bus”". */
function doneWords(conflicts: readonly ConflictSummary[], decision: AnyConflictDecision): string {
  const [only] = conflicts
  if (conflicts.length === 1 && only && decision.verdict !== "keep-suggested")
    return doneWordsForOne(only, decision)
  if (decision.verdict === "snooze") return `${snoozeVerb(decision)} ${count(conflicts.length, "conflict")}`
  if (decision.verdict === "not-a-conflict")
    return `Marked ${conflicts.length.toLocaleString("en")} as “Not a conflict”`
  return `Kept the suggested side of ${count(conflicts.length, "conflict")}`
}

function doneWordsForOne(conflict: ConflictSummary, decision: ConflictDecision): string {
  const [left, right] = [quoteHeadline(conflict.left.text.trim()), quoteHeadline(conflict.right.text.trim())]
  switch (decision.verdict) {
    case "keep-left":
      return `Kept ${left}`
    case "keep-right":
      return `Kept ${right}`
    case "keep-both":
      return `Kept both: ${left}`
    case "merge":
      return mergedWords(conflict, decision.text)
    case "delete-both":
      return `Deleted both: ${left}`
    case "override":
      return `Overrode: ${conflict.prevails === "left" ? right : left} prevails`
    case "not-a-conflict":
      return `Marked as not a conflict: ${left}`
    case "ours":
      return `Kept ours: ${conflict.path}`
    case "theirs":
      return `Took theirs: ${conflict.path}`
    case "snooze":
      return snoozedWords(conflict, decision)
  }
}

const mergedWords = ({ kind, path }: ConflictSummary, text: string): string =>
  kind === "file" ? `Merged both versions of ${path}` : `Merged into ${quoteHeadline(text.trim())}`

const snoozedWords = ({ kind, path, left }: ConflictSummary, snooze: Snooze): string =>
  `${snoozeVerb(snooze)} ${kind === "file" ? path : quoteHeadline(left.text.trim())}`
