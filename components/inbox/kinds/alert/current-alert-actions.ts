import { matchesRule, type RuleChoice } from "@/components/alerts/ignore-rule-scopes"
import type { AlertDetail, AlertSummary, SuggestedFix } from "@/components/alerts/alert-types"
import { callOperation } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { outbox } from "@/components/queue/shared-outbox"
import { announceProblem, announceBriefly } from "../../actions/announce"
import { NO_PERMISSION } from "../../actions/cannot-decide-reasons"
import type { DetailCache } from "../../detail/detail-cache"
import type { DetailController } from "../../detail/detail-controller"
import type { InboxItem } from "../../item"
import { alertAction, type AlertDecision } from "./alert-action"
import { type AlertMode, VERIFIABLE_KINDS } from "./alert-bar"

interface CurrentAlert {
  readonly item: InboxItem<AlertSummary>
  readonly detail: AlertDetail | null
  readonly cache: DetailCache<AlertDetail, InboxItem>
  /** Returns all alerts in the list. */
  readonly listed: () => readonly InboxItem<AlertSummary>[]
}

/** Returns the actions on the current alert. */
export function alertActions(controller: DetailController, current: CurrentAlert) {
  const { team, mark, say } = controller
  const { item, listed } = current
  const alert = item.summary
  const ifPossible = (run: () => void) => () => {
    if (mark?.kind === "struck") return controller.step(1)
    const why = whyNot(controller, alert)
    return why ? say(why) : run()
  }
  const decide = (decision: AlertDecision, items: readonly InboxItem<AlertSummary>[] = [item]) =>
    controller.decide(alertAction(team, items, decision))
  const openPanel = (mode: AlertMode) => {
    if (mode === "snooze" && alert.state === "snoozed") return decide({ verdict: "snooze", until: null })
    if (mode === "cure" && alert.cures.length === 0)
      return say("No suggested fix. Press O to open the file at this line")
    controller.toggle(mode)
  }
  return {
    decide,
    onMain: ifPossible(() => decide({ verdict: alert.state === "acknowledged" ? "reopen" : "acknowledge" })),
    onMode: (mode: AlertMode) => ifPossible(() => openPanel(mode))(),
    onAssign: ifPossible(() => assign(controller, current)),
    onConfirm: ifPossible(() => verify(controller, current)),
    onCure: (cure: SuggestedFix) => applyCure(current, cure),
    /** Returns the alerts that an ignore rule would remove, the current one first. */
    under: (rule: RuleChoice["rule"]) => [
      item,
      ...listed().filter((one) => one.id !== alert.id && matchesRule(one.summary, rule)),
    ],
  }
}

/** Returns why no decision is possible, or null if one is. */
function whyNot({ mayCurate }: DetailController, { state }: AlertSummary): string | null {
  if (!mayCurate) return NO_PERMISSION
  if (state === "resolved") return "This alert is already resolved"
  return state === "ignored" ? "A rule ignores this alert" : null
}

/** Sends a change of the alert, after the decisions on its file. */
const post = <Answer>(item: InboxItem, send: (key: string) => Promise<Answer>) =>
  outbox.post({ lanes: [item.group], ids: [], send }).answer

function reload({ item, cache }: CurrentAlert): void {
  cache.age((one) => one.id === item.id)
  cache.want([item])
}

/**
 * Assigns the alert to the current user, or removes the assignment if the alert is already assigned to this
 * user.
 */
function assign({ team, me, announce }: DetailController, current: CurrentAlert): void {
  const alert = current.item.summary
  const isMine = alert.assignee?.id === me
  const body = { team, alerts: [alert.id], assignee: isMine ? null : "me" }
  post(current.item, (key) => callOperation("alert.assign", { ...body }, { key })).then(
    () => {
      reload(current)
      announce(isMine ? "Unassigned" : "Assigned to you")
    },
    (cause: Error) => void announceProblem(`Could not change the assignee: ${cause.message}`),
  )
}

/** Verifies the entries that the alert is about. */
function verify({ say }: DetailController, current: CurrentAlert): void {
  const { item, detail } = current
  const entries = detail?.evidence.entries.map((one) => one.id) ?? []
  if (!VERIFIABLE_KINDS.has(item.summary.kind) || entries.length === 0)
    return say("This alert has no entries to verify")
  post(item, (key) => callOperation("entry.vouch-many", { entries }, { key })).then(
    ({ outcomes }) => {
      const verified = outcomes.filter((one) => one.ok).length
      const skipped = entries.length - verified
      reload(current)
      void announceBriefly(
        `Verified ${count(verified, "entry", "entries")}${skipped > 0 ? `, skipped ${skipped} that changed` : ""}. The alert will clear automatically`,
      )
    },
    (cause: Error) => void announceProblem(`Could not verify the entries: ${cause.message}`),
  )
}

/** Applies a suggested fix. Returns the ids of the proposals that it created. */
async function applyCure(current: CurrentAlert, { cure, shown }: SuggestedFix): Promise<string[]> {
  const { item } = current
  const { proposals } = await post(item, (key) =>
    callOperation("alert.cure", { alert: item.id, cure, shown }, { key }),
  )
  reload(current)
  return proposals
}
