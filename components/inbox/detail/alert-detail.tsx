"use client"

import { AlertPane } from "@/components/alerts/alert-pane"
import { CurePanel } from "@/components/alerts/cure-panel"
import { IgnorePanel } from "@/components/alerts/ignore-panel"
import { fallsUnder, type RuleChoice } from "@/components/alerts/rule-places"
import type { AlertDetail, AlertSummary, Cure, Excerpt } from "@/components/alerts/alert-types"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import { askServer } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { AlertBar, type AlertMode, VERIFIABLE_KINDS } from "../bars/alert-bar"
import { type AlertDecision, alertAction } from "../actions/alert-action"
import type { DetailProps } from "./detail-controller"
import type { DetailCache } from "./detail-cache"
import { itemOfAlert } from "../item"
import { sayProblemHere, sayShortly } from "../actions/announce"
import { outbox } from "@/components/queue/shared-outbox"
import { useDetailKeys } from "./use-detail-keys"
import { MAY_NOT } from "../actions/unavailable-reason"

interface AlertDeskProps extends DetailProps {
  alert: AlertSummary
  detail: AlertDetail | null
  excerpt: Excerpt | null
  cache: DetailCache<AlertDetail> /** Returns all alerts in the list. */
  listed: () => readonly AlertSummary[]
}

/** The selected alert with its actions. */
export function AlertDetailPane({
  controller,
  alert,
  problem,
  excerpt,
  cache,
  listed,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
  ...read
}: AlertDeskProps) {
  const { team, mayCurate, mark, opened, say } = controller
  const { detail } = read
  const mode: AlertMode =
    opened.mode === "snooze" || opened.mode === "ignore" || opened.mode === "cure" ? opened.mode : "read"
  /** Returns why no decision is possible, or null if one is. */
  const whyNot = () =>
    !mayCurate
      ? MAY_NOT
      : alert.state === "resolved"
        ? "This alert is already resolved"
        : alert.state === "ignored"
          ? "A rule ignores this alert"
          : null
  const unlessNot = (run: () => void) => () => {
    if (mark?.kind === "struck") return controller.step(1)
    const why = whyNot()
    return why ? say(why) : run()
  }

  const decide = (decision: AlertDecision, alerts: readonly AlertSummary[] = [alert]) =>
    controller.decide(alertAction(team, alerts, decision))
  const onMain = unlessNot(() =>
    decide({ verdict: alert.state === "acknowledged" ? "reopen" : "acknowledge" }),
  )
  const onMode = (next: AlertMode) => {
    unlessNot(() => {
      if (next === "snooze" && alert.state === "snoozed") return decide({ verdict: "snooze", until: null })
      if (next === "cure" && alert.cures.length === 0)
        return say("No suggested fix. Press O to open the file at this line")
      controller.toggle(next)
    })()
  }
  const under = (rule: RuleChoice["rule"]) => {
    const others = listed().filter((one) => one.id !== alert.id && fallsUnder(one, rule))
    return [alert, ...others]
  }
  const post = <Answer,>(send: (key: string) => Promise<Answer>) =>
    outbox.post({ lanes: [itemOfAlert(alert).group], ids: [], send }).answer
  const lookAgain = () => {
    cache.age((one) => one.id === alert.id)
    cache.want([alert.id])
  }
  const onAssign = unlessNot(() => {
    const mine = alert.assignee?.id === controller.me
    post((key) =>
      askServer("/alerts/assign", {
        method: "POST",
        key,
        body: { team, alerts: [alert.id], assignee: mine ? null : "me" },
      }),
    ).then(
      () => {
        lookAgain()
        controller.announce(mine ? "Unassigned" : "Assigned to you")
      },
      (cause: Error) => void sayProblemHere(`The assignee was not changed: ${cause.message}`),
    )
  })
  const onConfirm = unlessNot(() => {
    const entries = detail?.evidence.entries.map((one) => one.id) ?? []
    if (!VERIFIABLE_KINDS.has(alert.kind) || entries.length === 0)
      return say("No entries here can be verified")
    post((key) =>
      askServer<{ outcomes: { id: string; ok: boolean }[] }>("/vouches", {
        method: "POST",
        key,
        body: { entries },
      }),
    ).then(
      ({ outcomes }) => {
        const vouched = outcomes.filter((one) => one.ok).length
        lookAgain()
        void sayShortly(
          `Verified ${count(vouched, "entry", "entries")}${vouched < entries.length ? `, skipped ${entries.length - vouched} changed since` : ""}. The alert clears automatically`,
        )
      },
      (cause: Error) => void sayProblemHere(`No entries were verified: ${cause.message}`),
    )
  })
  const onCure = async (cure: Cure) => {
    const { proposals } = await post((key) =>
      askServer<{ proposals: string[] }>(`/alerts/${alert.id}/cure`, {
        method: "POST",
        key,
        body: { cure: cure.cure, shown: cure.shown },
      }),
    )
    lookAgain()
    return proposals
  }

  useDetailKeys("Alert", { controller, some, deaf }, [
    {
      keys: "a",
      does: alert.state === "acknowledged" ? "Reopen" : "Acknowledge (stop notifying)",
      run: onMain,
    },
    { keys: "h", does: "Snooze for everyone, or unsnooze", run: () => onMode("snooze") },
    { keys: "r", does: "Ignore by rule", run: () => onMode("ignore") },
    { keys: "i", does: "Assign to me, or unassign", run: onAssign },
    { keys: "v", does: "Verify the entries", run: onConfirm },
    { keys: "c", does: "Show fixes", run: () => onMode("cure") },
  ])
  const leave = () => controller.show({})
  return (
    <>
      <AlertPane
        team={team}
        alert={alert}
        detail={detail}
        excerpt={excerpt}
        problem={problem}
        now={now}
        backHref={backHref}
      />
      {below}
      {mode === "snooze" ? (
        <SnoozePanel onSnooze={(until) => decide({ verdict: "snooze", until })} onLeave={leave} />
      ) : null}
      {mode === "ignore" ? (
        <IgnorePanel
          alert={alert}
          takes={(rule) => under(rule).length}
          onIgnore={(choice, reason) =>
            decide(
              { verdict: "ignore", rule: choice.rule, reason, where: choice.consequence },
              under(choice.rule),
            )
          }
          onLeave={leave}
        />
      ) : null}
      {mode === "cure" ? (
        <CurePanel
          team={team}
          read={async (signal) =>
            (await askServer<{ cures: Cure[] }>(`/alerts/${alert.id}/cures`, { signal })).cures
          }
          onCure={onCure}
          onLeave={leave}
        />
      ) : null}
      {some ? null : (
        <AlertBar
          {...{ team, alert, detail, mark, mode, mayCurate, place, onMain, onMode, onConfirm, onAssign }}
          me={controller.me}
          onNext={() => controller.step(1)}
        />
      )}
    </>
  )
}
