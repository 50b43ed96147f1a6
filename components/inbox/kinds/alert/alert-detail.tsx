"use client"

import { useState } from "react"
import { sendAfterDecisions } from "../../actions/apply-decision"
import { AlertPane } from "@/components/alerts/alert-pane"
import { FixPanel, IgnorePanel, matchesRule, type RuleChoice } from "@/components/alerts/alert-panels"
import {
  type AlertSummary,
  type AlertWithExcerpt,
  type AlertDetail,
  type SuggestedFix,
  pageToFix,
} from "@/components/alerts/alert"
import { hasExcerpt } from "@/components/alerts/alert-excerpt"
import { SnoozePanel } from "@/components/queue/snooze-panel"
import { callOperation } from "@/components/data/http-client"
import { WithKeys, KeyedButton, KeyedLink } from "@/components/queue/keyed-button"
import { formatCount } from "@/lib/memory/text/sentence"
import { EVIDENCE_ENTRIES } from "@/lib/memory/alerts/rule"
import { barMode, ROW, SnoozeButton, VerdictFrame, type VerdictFrameProps } from "../../item-action-bar"
import { useDetailKeys } from "../../use-detail-controller"
import type { InboxItem } from "../../inbox-item"
import type { ItemPaneProps } from "../../item-kind"
import { NO_PERMISSION } from "../../item-detail"
import { announceProblem, announceBriefly } from "../../actions/announce"
import type { DetailCache, DetailController } from "../../item-detail"
import { alertKeys } from "./alert-keys"
import { alertAction, type AlertDecision } from "./alert-action"

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
  const { decide, under, onFix } = actions
  const { created, setCreated, panelWords } = useCreatedProposals()
  const leave = () => {
    controller.show({})
    setCreated([])
  }
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
          created={created}
          onFix={async (fix) => setCreated(await onFix(fix))}
          onLeave={leave}
        />
      ) : null}
      {some ? null : (
        <AlertBar
          {...{
            team,
            alert,
            detail,
            mark,
            mayCurate,
            me,
            place,
            onMain,
            onMode,
            onConfirm,
            onAssign,
            panelWords,
          }}
          onNext={() => controller.step(1)}
          mode={barMode(opened.mode, mode)}
        />
      )}
    </WithKeys>
  )
}

/** Returns the ids of the proposals that a fix just created, and the hint of the action bar about them. */
function useCreatedProposals() {
  const [created, setCreated] = useState<readonly string[]>([])
  const panelWords = created.length > 0 ? { cure: "Fix proposed. Press Esc to close the panel" } : undefined
  return { created, setCreated, panelWords }
}

interface CurrentAlert {
  readonly item: InboxItem<AlertSummary>
  readonly detail: AlertDetail | null
  readonly cache: DetailCache<AlertDetail, InboxItem>
  /** Returns all alerts in the list. */
  readonly listed: () => readonly InboxItem<AlertSummary>[]
}

/** Returns the actions on the current alert. */
function alertActions(controller: DetailController, current: CurrentAlert) {
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
      return say("No suggested fix. Press O to open the file at this line.")
    controller.toggle(mode)
  }
  return {
    decide,
    onMain: ifPossible(() => decide({ verdict: alert.state === "acknowledged" ? "reopen" : "acknowledge" })),
    onMode: (mode: AlertMode) => ifPossible(() => openPanel(mode))(),
    onAssign: ifPossible(() => assign(controller, current)),
    onConfirm: ifPossible(() => verify(controller, current)),
    onFix: (cure: SuggestedFix) => applyFix(current, cure),
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
  return state === "ignored" ? "This alert is ignored by a rule" : null
}

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
  sendAfterDecisions(current.item, (key) => callOperation("alert.assign", { ...body }, { key })).then(
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
  sendAfterDecisions(item, (key) => callOperation("entry.vouch-many", { entries }, { key })).then(
    ({ outcomes }) => {
      const verified = outcomes.filter((one) => one.ok).length
      const skipped = entries.length - verified
      reload(current)
      const outcome = `Verified ${formatCount(verified, "entry")}${skipped > 0 ? `, skipped ${skipped} that changed` : ""}`
      // An alert lists at most this many entries, so that more may be left.
      const isAll = skipped === 0 && entries.length < EVIDENCE_ENTRIES
      void announceBriefly(
        `${outcome}. ${isAll ? "The alert clears at the next check." : "The alert stays open until all of its entries are verified, updated or retired."}`,
      )
    },
    (cause: Error) => void announceProblem(`Could not verify the entries: ${cause.message}`),
  )
}

/** Applies a suggested fix. Returns the ids of the proposals that it created. */
async function applyFix(current: CurrentAlert, { cure, shown }: SuggestedFix): Promise<string[]> {
  const { item } = current
  const { proposals } = await sendAfterDecisions(item, (key) =>
    callOperation("alert.cure", { alert: item.id, cure, shown }, { key }),
  )
  reload(current)
  return proposals
}

type AlertMode = "read" | "snooze" | "ignore" | "cure"

interface AlertBarProps extends VerdictFrameProps {
  panelWords: { cure: string } | undefined
  team: string
  me: string
  alert: AlertSummary
  detail: AlertDetail | null
  mayCurate: boolean
  onMain: () => void
  onMode: (mode: AlertMode) => void
  onConfirm: () => void
  onAssign: () => void
}

function AlertBar(props: AlertBarProps) {
  const { team, alert, mayCurate } = props
  const isOpen = mayCurate && alert.state !== "resolved" && alert.state !== "ignored"
  const way = pageToFix(team, alert)
  return (
    <VerdictFrame {...props} above={isOpen ? <Main {...props} /> : null}>
      {way ? (
        <KeyedLink kbd="O" href={way.href} className="max-md:flex-1">
          {way.words}
        </KeyedLink>
      ) : null}
      {isOpen ? <Others {...props} /> : null}
      {mayCurate ? null : <span className="text-sm text-ink-2">{NO_PERMISSION}</span>}
    </VerdictFrame>
  )
}

/** Kinds of alerts whose entries can be verified as still true. */
const VERIFIABLE_KINDS: ReadonlySet<AlertSummary["kind"]> = new Set([
  "stale-file",
  "stale-entries",
  "unverified-entries",
  "instruction-like",
])

function Main({ alert, detail, onMain, onMode, onConfirm }: AlertBarProps) {
  const entries = detail?.evidence.entries.length ?? 0
  const cures = alert.cures.length > 0
  const isFlagged = alert.kind === "instruction-like"
  const acknowledge = (
    <KeyedButton
      wraps
      action="acknowledge"
      variant={cures ? undefined : "primary"}
      title="The alert stays until its cause is fixed"
      onClick={onMain}
      className="min-w-0 shrink! max-md:basis-full"
    >
      {alert.state === "acknowledged" ? "Reopen" : "Acknowledge (stop notifications)"}
    </KeyedButton>
  )
  return (
    <div className={ROW}>
      {cures ? (
        <KeyedButton
          action="cure"
          variant="primary"
          aria-expanded={false}
          onClick={() => onMode("cure")}
          className="max-md:basis-full"
        >
          {isFlagged ? removeLabel(entries) : "Show fixes"}
        </KeyedButton>
      ) : null}
      {isFlagged ? null : acknowledge}
      {VERIFIABLE_KINDS.has(alert.kind) && entries > 0 ? (
        <KeyedButton
          action="verify"
          title="Mark the entries as verified by you"
          onClick={onConfirm}
          className="max-md:flex-1"
        >
          {isFlagged ? "Keep and verify" : "Verify"} {formatCount(entries, "entry")}
        </KeyedButton>
      ) : null}
      {isFlagged ? acknowledge : null}
    </div>
  )
}

/** Returns the label of the button that opens the fix. `entries`: 0 while the number is unknown. */
const removeLabel = (entries: number): string =>
  entries > 1 ? `Remove ${formatCount(entries, "entry")}…` : "Remove entry…"

function Others({ me, alert, onMode, onAssign }: AlertBarProps) {
  const isMine = alert.assignee?.id === me
  return (
    <>
      <KeyedButton action="assign" onClick={onAssign} className="max-md:flex-1">
        {isMine ? "Unassign" : "Assign to me"}
      </KeyedButton>
      <KeyedButton
        action="ignore"
        aria-expanded={false}
        title="Add a rule that stops this alert"
        onClick={() => onMode("ignore")}
        className="max-md:flex-1"
      >
        Ignore with a rule
      </KeyedButton>
      <SnoozeButton
        isSnoozed={alert.state === "snoozed"}
        title="Snooze for everyone"
        onClick={() => onMode("snooze")}
      />
    </>
  )
}
