"use client"

import { AlertPane } from "@/components/alerts/alert-pane"
import { FixPanel } from "@/components/alerts/fix-panel"
import { IgnorePanel } from "@/components/alerts/ignore-panel"
import { hasExcerpt } from "@/components/alerts/alert-text"
import type { AlertSummary } from "@/components/alerts/alert-types"
import { SnoozePanel } from "@/components/queue/snooze-panel"
import { callOperation } from "@/components/data/http-client"
import { WithKeys } from "@/components/queue/keyed-button"
import { barMode } from "../../bars/item-action-bar"
import { useDetailKeys } from "../../detail/use-detail-keys"
import type { InboxItem } from "../../item"
import type { ItemPaneProps } from "../../item-kind"
import { alertActions } from "./current-alert-actions"
import { AlertBar, type AlertMode } from "./alert-bar"
import { alertKeys } from "./alert-keys"
import type { AlertWithExcerpt } from "./alert-with-excerpt"

const MODES: readonly AlertMode[] = ["snooze", "ignore", "cure"]

/** The selected alert with its actions. */
export function AlertDetailPane(props: ItemPaneProps<AlertSummary, AlertWithExcerpt>) {
  const { controller, item, detail, problem, cache, listed, now, backHref, below, place } = props
  const { some, deaf, discussion } = props
  const alert = item.summary
  const { team, mayCurate, mark, opened, me } = controller
  const mode = MODES.find((one) => one === opened.mode) ?? "read"
  const actions = alertActions(controller, {
    item,
    detail,
    cache,
    listed: () => listed().filter((one) => one.kind === item.kind) as InboxItem<AlertSummary>[],
  })
  const { onMain, onMode, onAssign, onConfirm } = actions
  const keys = alertKeys(alert)
  useDetailKeys("Alert", { controller, some, deaf }, keys, {
    acknowledge: onMain,
    snooze: () => onMode("snooze"),
    ignore: () => onMode("ignore"),
    assign: onAssign,
    verify: onConfirm,
    cure: () => onMode("cure"),
  })
  const { decide, under, onCure } = actions
  const leave = () => controller.show({})
  return (
    <WithKeys keys={keys}>
      <AlertPane
        {...{ team, alert, detail, now, backHref, discussion }}
        excerpt={hasExcerpt(alert) ? (detail?.excerpt ?? null) : null}
        problem={problem ?? detail?.excerptProblem ?? null}
      />
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
        <FixPanel
          team={team}
          read={async (signal) => (await callOperation("alert.cures", { alert: alert.id }, { signal })).cures}
          onCure={onCure}
          onLeave={leave}
        />
      ) : null}
      {some ? null : (
        <AlertBar
          {...{ team, alert, detail, mark, mayCurate, me, place, onMain, onMode, onConfirm, onAssign }}
          onNext={() => controller.step(1)}
          mode={barMode(opened.mode, mode)}
        />
      )}
    </WithKeys>
  )
}
