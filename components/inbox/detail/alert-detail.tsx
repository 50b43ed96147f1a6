"use client"

import { AlertPane } from "@/components/alerts/alert-pane"
import { CurePanel } from "@/components/alerts/cure-panel"
import { IgnorePanel } from "@/components/alerts/ignore-panel"
import { fallsUnder, type RuleChoice } from "@/components/alerts/rule-places"
import type { AlertDetail, AlertSummary, Cure, Excerpt } from "@/components/alerts/alert-types"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import { askServer } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { AlertBar, type AlertMode, MAY_BE_CONFIRMED } from "../bars/alert-bar"
import { type AlertDecision, alertDeed } from "../actions/alert-action"
import type { AtDesk } from "./detail-controller"
import type { DetailShelf } from "./detail-cache"
import { itemOfAlert } from "../item"
import { sayProblemHere, sayShort } from "../actions/announce"
import { outbox } from "@/components/queue/shared-outbox"
import { useDeskKeys } from "./use-detail-keys"
import { MAY_NOT } from "../actions/unavailable-reason"

interface AlertDeskProps extends AtDesk {
  alert: AlertSummary
  detail: AlertDetail | null
  excerpt: Excerpt | null
  shelf: DetailShelf<AlertDetail> /** Returns all alerts in the list. */
  listed: () => readonly AlertSummary[]
}

/** The selected alert with its actions. */
export function AlertDesk({
  desk,
  alert,
  problem,
  excerpt,
  shelf,
  listed,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
  ...read
}: AlertDeskProps) {
  const { team, mayCurate, mark, opened, say } = desk
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
    if (mark?.kind === "struck") return desk.step(1)
    const why = whyNot()
    return why ? say(why) : run()
  }

  const decide = (decision: AlertDecision, alerts: readonly AlertSummary[] = [alert]) =>
    desk.decide(alertDeed(team, alerts, decision))
  const onMain = unlessNot(() =>
    decide({ verdict: alert.state === "acknowledged" ? "reopen" : "acknowledge" }),
  )
  const onMode = (next: AlertMode) => {
    unlessNot(() => {
      if (next === "snooze" && alert.state === "snoozed") return decide({ verdict: "snooze", until: null })
      if (next === "cure" && alert.cures.length === 0)
        return say("No suggested fix. Press O to open the file at this line")
      desk.toggle(next)
    })()
  }
  const under = (rule: RuleChoice["rule"]) => {
    const others = listed().filter((one) => one.id !== alert.id && fallsUnder(one, rule))
    return [alert, ...others]
  }
  const post = <Answer,>(send: (key: string) => Promise<Answer>) =>
    outbox.post({ lanes: [itemOfAlert(alert).group], ids: [], send }).answer
  const lookAgain = () => {
    shelf.age((one) => one.id === alert.id)
    shelf.want([alert.id])
  }
  const onAssign = unlessNot(() => {
    const mine = alert.assignee?.id === desk.me
    post((key) =>
      askServer("/alerts/assign", {
        method: "POST",
        key,
        body: { team, alerts: [alert.id], assignee: mine ? null : "me" },
      }),
    ).then(
      () => {
        lookAgain()
        desk.announce(mine ? "Unassigned" : "Assigned to you")
      },
      (cause: Error) => void sayProblemHere(`The assignee was not changed: ${cause.message}`),
    )
  })
  const onConfirm = unlessNot(() => {
    const entries = detail?.evidence.entries.map((one) => one.id) ?? []
    if (!MAY_BE_CONFIRMED.has(alert.kind) || entries.length === 0)
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
        void sayShort(
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

  useDeskKeys("Alert", { desk, some, deaf }, [
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
  const leave = () => desk.show({})
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
          me={desk.me}
          onNext={() => desk.step(1)}
        />
      )}
    </>
  )
}
