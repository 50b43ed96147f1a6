import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { type ListedAfter, isSnoozed, writeLanesOf } from "../inbox-item"
import {
  type ItemAction,
  type Snooze,
  type SendSnooze,
  type PendingActionOptions,
  sendInPortions,
  doneOutcome,
} from "./item-action"

/** Returns the action for items that are decided for everyone and snoozed for one person. */
export function pendingAction<Decision extends { readonly verdict: string }>({
  items,
  words,
  sendSnooze,
  decision,
  send,
  takeBack,
}: PendingActionOptions<Decision>): ItemAction {
  const snooze = isSnooze(decision) ? decision : null
  const kind = items[0]?.kind.id ?? ""
  return {
    items,
    words,
    verdict: decision.verdict,
    lanes: [...new Set(items.flatMap(writeLanesOf))],
    leaves: listedAfter(snooze),
    send: (key) =>
      isSnooze(decision)
        ? snoozeAll(
            sendSnooze,
            items.map(({ id }) => id),
            decision.until,
            key,
          )
        : send(decision as Exclude<Decision, Snooze>, key),
    takeBack: (ids, key) => (snooze === null ? takeBack(ids, key) : snoozeAll(sendSnooze, ids, null, key)),
    counts(some) {
      const snoozed = some.filter(isSnoozed).length
      const awake = some.length - snoozed
      return snooze?.until === null
        ? { [kind]: snoozed, snoozed: -snoozed }
        : { [kind]: -awake, snoozed: snooze === null ? -snoozed : awake }
    },
  }
}

function listedAfter(snooze: Snooze | null): ListedAfter {
  if (snooze === null) return "decided"
  return snooze.until === null ? "woken" : "snoozed"
}

const isSnooze = (decision: { readonly verdict: string }): decision is Snooze => decision.verdict === "snooze"

/** "Unsnoozed", "Snoozed" */
export const snoozeVerb = ({ until }: Snooze): string => (until === null ? "Unsnoozed" : "Snoozed")

function snoozeAll(
  sendSnooze: SendSnooze,
  all: readonly string[],
  until: string | null,
  key: string,
): Promise<readonly DecisionOutcome[]> {
  return sendInPortions(all, key, async (some, portionKey) => {
    if (some.length > 0) await sendSnooze(some, until, portionKey)
    return some.map(doneOutcome)
  })
}
