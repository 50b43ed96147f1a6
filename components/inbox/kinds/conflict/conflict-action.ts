import type { ConflictSummary, ConflictDecision } from "@/components/conflicts/conflict"
import { formatCount } from "@/lib/memory/text/sentence"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { callOperation } from "@/components/data/http-client"
import { quoteHeadline } from "@/components/text/short-text"
import {
  type BulkDecision,
  type BulkKind,
  type BulkVerdict,
  type LeftOutReason,
  type ItemAction,
  sendOneByOne,
  type Snooze,
  doneOutcome,
  sendInPortions,
} from "../../actions/item-action"
import { pendingAction, snoozeVerb } from "../../actions/pending-action"
import type { InboxItem } from "../../inbox-item"

/** Conflicts are resolved together by their suggested sides, or dismissed. They take no reason. */
export const CONFLICT_BULK: BulkKind<ConflictSummary> = {
  approve: {
    label: "keep suggested side",
    verb: "Keep the suggested side of",
    part: (number) => `keep the suggested side of ${formatCount(number, "conflict")}`,
  },
  reject: { alone: "Not a conflict", mixed: null },
  isAssignable: true,
  dismiss: { label: "Not a conflict:", does: "Mark as not a conflict" },
  consequence: (verdict, number, files) =>
    verdict === "approve"
      ? `Keep the suggested side of ${formatCount(number, "conflict")} in ${files}`
      : `Mark ${number.toLocaleString("en")} as “Not a conflict”: files stay unchanged, and the conflicts will not be raised again`,
  whyLeftOut: whyNotAmongOthers,
  action(_team, items, decision) {
    const own = decisionOnConflicts(decision)
    return own && conflictAction(items, own)
  },
}

function decisionOnConflicts(decision: BulkDecision): AnyConflictDecision | null {
  if (decision.verdict === "snooze") return decision
  if (decision.verdict === "dismiss") return { verdict: "not-a-conflict" }
  return decision.verdict === "approve" ? { verdict: "keep-suggested" } : null
}

function whyNotAmongOthers(
  one: ConflictSummary,
  verdict: BulkVerdict,
  isMixed: boolean,
): LeftOutReason | null {
  if (verdict === "snooze") return null
  if (verdict === "reject" && isMixed)
    return {
      short: "to review separately",
      words: "Skipped: conflicts cannot be rejected. Select only conflicts to mark them as “Not a conflict”.",
    }
  if (one.kind === "file")
    return { short: "to review separately", words: "Skipped: file conflicts must be reviewed one by one" }
  if (verdict === "approve" && one.suggested === null)
    return {
      short: "without a suggestion",
      words: "Skipped: conflicts without a suggested side must be reviewed one by one",
    }
  return null
}

/** `keep-suggested` keeps the suggested side of each conflict in a bulk decision. */
type AnyConflictDecision = ConflictDecision | { readonly verdict: "keep-suggested" }

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
  if (decision.verdict === "snooze")
    return `${snoozeVerb(decision)} ${formatCount(conflicts.length, "conflict")}`
  if (decision.verdict === "not-a-conflict")
    return `Marked ${conflicts.length.toLocaleString("en")} as “Not a conflict”`
  return `Kept the suggested side of ${formatCount(conflicts.length, "conflict")}`
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
      return `Overrode the scope order: ${conflict.prevails === "left" ? right : left} prevails`
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
