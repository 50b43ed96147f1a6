import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import type { ItemAction } from "./action"
import { isSnoozed, writeLanesOf, type ListedAfter } from "../item"
import { refuseAll, doneOutcome, sendInPortions } from "./decision-outcomes"

/** A decision to snooze items. `until`: an ISO instant; null ends the snooze. */
export interface Snooze {
  readonly verdict: "snooze"
  readonly until: string | null
}

/** Snoozes items of a kind for a person, or ends their snooze. */
type SendSnooze = (ids: readonly string[], until: string | null, key: string) => Promise<unknown>

interface PendingActionOptions<Decision> extends Pick<ItemAction, "items" | "words"> {
  readonly sendSnooze: SendSnooze
  readonly decision: Decision | Snooze
  /** Sends any decision except a snooze. */
  readonly send: (decision: Exclude<Decision, Snooze>, key: string) => Promise<readonly DecisionOutcome[]>
  readonly takeBack: ItemAction["takeBack"]
}

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

/**
 * Sends the decisions in order, because they may write the same file. Each decision can be refused
 * separately. With a single id, rejects if the decision is refused.
 */
export async function sendOneByOne(
  ids: readonly string[],
  key: string,
  send: (id: string, key: string) => Promise<unknown>,
): Promise<readonly DecisionOutcome[]> {
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) return send(only, key).then(() => [doneOutcome(only)])
  const outcomes: DecisionOutcome[] = []
  for (const id of ids)
    outcomes.push(
      ...(await send(id, `${key}/${id}`).then(
        () => [doneOutcome(id)],
        (cause: unknown) => refuseAll([id], cause),
      )),
    )
  return outcomes
}
