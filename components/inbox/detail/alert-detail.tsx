"use client"

import { AlertPane } from "@/components/alerts/alert-pane"
import { CurePanel } from "@/components/alerts/cure-panel"
import { IgnorePanel } from "@/components/alerts/ignore-panel"
import type { AlertDetail, AlertSummary, Excerpt } from "@/components/alerts/alert-types"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import { call } from "@/components/data/http-client"
import { AlertBar, type AlertMode } from "../bars/alert-bar"
import { alertActions } from "./alert-actions"
import type { DetailProps } from "./detail-controller"
import type { DetailCache } from "./detail-cache"
import { useDetailKeys } from "./use-detail-keys"

interface AlertDetailPaneProps extends DetailProps {
  alert: AlertSummary
  detail: AlertDetail | null
  excerpt: Excerpt | null
  cache: DetailCache<AlertDetail>
  /** Returns all alerts in the list. */
  listed: () => readonly AlertSummary[]
}

const MODES: readonly AlertMode[] = ["snooze", "ignore", "cure"]

/** The selected alert with its actions. */
export function AlertDetailPane(props: AlertDetailPaneProps) {
  const { controller, alert, detail, problem, excerpt, cache, listed, now, backHref, below, place } = props
  const { some, deaf } = props
  const { team, mayCurate, mark, opened, me } = controller
  const mode = MODES.find((one) => one === opened.mode) ?? "read"
  const actions = alertActions(controller, { alert, detail, cache, listed })
  const { onMain, onMode, onAssign, onConfirm } = actions
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
  const { decide, under, onCure } = actions
  const leave = () => controller.show({})
  return (
    <>
      <AlertPane {...{ team, alert, detail, excerpt, problem, now, backHref }} />
      {below}
      {mode === "snooze" ? (
        <SnoozePanel onSnooze={(until) => decide({ verdict: "snooze", until })} onLeave={leave} />
      ) : null}
      {mode === "ignore" ? (
        <IgnorePanel
          alert={alert}
          takes={(rule) => under(rule).length}
          onIgnore={({ rule, consequence: where }, reason) =>
            decide({ verdict: "ignore", rule, reason, where }, under(rule))
          }
          onLeave={leave}
        />
      ) : null}
      {mode === "cure" ? (
        <CurePanel
          team={team}
          read={async (signal) => (await call("alert.cures", { alert: alert.id }, { signal })).cures}
          onCure={onCure}
          onLeave={leave}
        />
      ) : null}
      {some ? null : (
        <AlertBar
          {...{ team, alert, detail, mark, mode, mayCurate, me, place, onMain, onMode, onConfirm, onAssign }}
          onNext={() => controller.step(1)}
        />
      )}
    </>
  )
}
