import type { AlertSummary } from "@/components/alerts/alert"
import { formatCount } from "@/lib/memory/text/sentence"
import { formatDates } from "@/components/data/time-text"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { callOperation } from "@/components/data/http-client"
import type { AlertKind, AlertState } from "@/lib/memory/alerts/kinds"
import { quoteHeadline } from "@/components/text/short-text"
import {
  type BulkKind,
  type BulkVerdict,
  type LeftOutReason,
  type CountChange,
  type ItemAction,
  type Snooze,
  doneOutcome,
  sendInPortions,
} from "../../actions/item-action"
import { snoozeVerb } from "../../actions/pending-action"
import type { InboxItem, ListedAfter } from "../../inbox-item"

/** Alerts are acknowledged together, and snoozed for everyone. They are never rejected. */
export const ALERT_BULK: BulkKind<AlertSummary> = {
  approve: {
    label: "acknowledge",
    verb: "Acknowledge",
    part: (number) => `acknowledge ${formatCount(number, "alert")}`,
  },
  reject: { alone: null, mixed: null },
  isAssignable: true,
  consequence: (verdict, number, files) =>
    verdict === "approve"
      ? `Acknowledge ${number.toLocaleString("en")}: notifications stop, but alerts stay until their cause is fixed`
      : `Reject ${number.toLocaleString("en")} in ${files}`,
  snoozed: "hidden for everyone until then",
  snoozedPart: (number) => `${formatCount(number, "alert")} for everyone`,
  whyLeftOut: ({ state }, verdict) => whyNotAmongOthers(state, verdict),
  action(team, items, decision) {
    if (decision.verdict === "snooze") return alertAction(team, items, decision)
    return decision.verdict === "approve" ? alertAction(team, items, { verdict: "acknowledge" }) : null
  },
}

function whyNotAmongOthers(state: AlertSummary["state"], verdict: BulkVerdict): LeftOutReason | null {
  if (verdict === "reject")
    return {
      short: "to review separately",
      words: "Skipped: alerts cannot be rejected. Open the alert and press R to ignore it with a rule.",
    }
  if (verdict === "approve" && state === "acknowledged")
    return { short: "already acknowledged", words: "Skipped: already acknowledged" }
  if (state === "resolved" || state === "ignored")
    return { short: "already resolved or ignored", words: "Skipped: already resolved or ignored" }
  return null
}

/** The scope of an ignore rule. A missing part matches anything. */
export interface RulePlace {
  readonly kind: AlertKind
  readonly project?: string
  readonly agent?: string
  readonly path?: string
}

export type AlertDecision =
  | { readonly verdict: "acknowledge" }
  | { readonly verdict: "reopen" } /** Snoozes the alert for everyone. */
  | Snooze
  /** Removes all alerts that match the rule and raises none while the rule exists. */
  | { readonly verdict: "ignore"; readonly rule: RulePlace; readonly reason: string; readonly where: string }

const LEAVES: Record<Exclude<AlertDecision["verdict"], "snooze">, ListedAfter> = {
  acknowledge: "acknowledged",
  reopen: "reopened",
  ignore: "decided",
}

function listedAfter(decision: AlertDecision): ListedAfter {
  if (decision.verdict !== "snooze") return LEAVES[decision.verdict]
  return decision.until === null ? "woken" : "snoozed"
}

/** Returns the action for a decision on alerts. Undo restores the earlier state of each alert. */
export function alertAction(
  team: string,
  items: readonly InboxItem<AlertSummary>[],
  decision: AlertDecision,
): ItemAction {
  const alerts = items.map((one) => one.summary)
  let rule: string | null = null
  return {
    items,
    words: doneWords(alerts, decision),
    verdict: decision.verdict,
    lanes: [...new Set(items.map((item) => item.group))],
    leaves: listedAfter(decision),
    async send(key) {
      if (decision.verdict !== "ignore")
        return decide(
          team,
          alerts.map((one) => one.id),
          decision,
          key,
        )
      const { reason } = decision
      rule = (await callOperation("alert.ignore", { team, ...decision.rule, reason }, { key })).rule.id
      return alerts.map((one) => doneOutcome(one.id))
    },
    async takeBack(ids, key) {
      const back = alerts.filter((one) => ids.includes(one.id))
      if (decision.verdict !== "ignore") return putBack(team, back, key)
      if (rule !== null) await callOperation("alert-rule.remove", { rule, team }, { key })
      return back.map((one) => doneOutcome(one.id))
    },
    counts: (some) => countsOf(some, decision),
  }
}

const STATE_AFTER: Record<"acknowledge" | "reopen" | "snooze", AlertState> = {
  acknowledge: "acknowledged",
  reopen: "open",
  snooze: "snoozed",
}

type Sent = Exclude<AlertDecision, { verdict: "ignore" }>

/** Sends the decision. An alert that was resolved in the meantime is reported as refused. */
async function decide(
  team: string,
  all: readonly string[],
  decision: Sent,
  key: string,
): Promise<readonly DecisionOutcome[]> {
  const verdict = decision.verdict === "snooze" && decision.until === null ? "reopen" : decision.verdict
  return sendInPortions(all, key, async (alerts, portionKey) => {
    const answer =
      decision.verdict === "snooze" && decision.until !== null
        ? await callOperation("alert.snooze", { team, alerts, until: decision.until }, { key: portionKey })
        : await callOperation(
            `alert.${verdict === "snooze" ? "reopen" : verdict}`,
            { team, alerts },
            { key: portionKey },
          )
    const states = new Map(answer.alerts.map((one) => [one.id, one.state]))
    return alerts.map((id) =>
      states.get(id) === STATE_AFTER[verdict]
        ? doneOutcome(id)
        : {
            ...doneOutcome(id),
            ok: false,
            refused: { reason: "decided", message: refusedBecause(states.get(id)) },
          },
    )
  })
}

function refusedBecause(state: AlertState | undefined): string {
  if (state === undefined) return "This alert no longer exists"
  if (state === "resolved") return "This alert was resolved because its cause was fixed"
  return state === "ignored" ? "This alert is now ignored by a rule" : "This alert was already handled"
}

/** Returns the decision that puts an alert back in its earlier state. */
function decisionThatRestores({ state, snoozedUntil }: Pick<AlertSummary, "state" | "snoozedUntil">): Sent {
  if (state === "acknowledged") return { verdict: "acknowledge" }
  return state === "snoozed" ? { verdict: "snooze", until: snoozedUntil } : { verdict: "reopen" }
}

/** Restores the earlier state of the alerts. */
async function putBack(
  team: string,
  alerts: readonly AlertSummary[],
  key: string,
): Promise<readonly DecisionOutcome[]> {
  const to = new Map<string, { decision: Sent; ids: string[] }>()
  for (const { id, ...alert } of alerts) {
    const decision = decisionThatRestores(alert)
    const name = JSON.stringify(decision)
    const known = to.get(name)
    if (known) known.ids.push(id)
    else to.set(name, { decision, ids: [id] })
  }
  const outcomes: DecisionOutcome[] = []
  for (const [place, { decision, ids }] of [...to.values()].entries())
    outcomes.push(...(await decide(team, ids, decision, `${key}/${place}`)))
  return outcomes
}

function countsOf(items: readonly InboxItem[], decision: AlertDecision): CountChange {
  const were = (state: AlertState) => items.filter(({ summary }) => summary.state === state).length
  const [open, snoozed] = [were("open"), were("snoozed")]
  const opens = decision.verdict === "reopen" || (decision.verdict === "snooze" && decision.until === null)
  const snoozes = decision.verdict === "snooze" && decision.until !== null
  return { alert: (opens ? items.length : 0) - open, snoozed: (snoozes ? items.length : 0) - snoozed }
}

/** Returns the message after a decision: "Acknowledged “9 lines not loaded …”", "Snoozed 12 alerts". */
function doneWords(alerts: readonly AlertSummary[], decision: AlertDecision): string {
  const [only] = alerts
  const what =
    alerts.length === 1 && only
      ? quoteHeadline(formatDates(only.message))
      : formatCount(alerts.length, "alert")
  switch (decision.verdict) {
    case "acknowledge":
      return `Acknowledged ${what}`
    case "reopen":
      return `Reopened ${what}`
    case "snooze":
      return `${snoozeVerb(decision)} ${what}`
    case "ignore":
      return `Ignored ${what}: ${decision.where}`
  }
}
