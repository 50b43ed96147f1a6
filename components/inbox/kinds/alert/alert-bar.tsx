import type { AlertDetail, AlertSummary } from "@/components/alerts/alert-types"
import { pageToFix } from "@/components/alerts/alert-text"
import { count } from "@/components/data/count"
import { KeyedButton, KeyedLink } from "@/components/queue/keyed-button"
import { ROW, SnoozeButton, VerdictFrame, type VerdictFrameProps } from "../../bars/item-action-bar"
import { NO_PERMISSION } from "../../actions/cannot-decide-reasons"

export type AlertMode = "read" | "snooze" | "ignore" | "cure"

interface AlertBarProps extends VerdictFrameProps {
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

export function AlertBar(props: AlertBarProps) {
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
export const VERIFIABLE_KINDS: ReadonlySet<AlertSummary["kind"]> = new Set([
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
          {isFlagged ? retireLabel(entries) : "Show fixes"}
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
          {isFlagged ? "Keep and verify" : "Verify"} {count(entries, "entry", "entries")}
        </KeyedButton>
      ) : null}
      {isFlagged ? acknowledge : null}
    </div>
  )
}

/** Returns the label of the button that opens the fix. `entries`: 0 while the number is unknown. */
const retireLabel = (entries: number): string =>
  entries > 1 ? `Retire ${count(entries, "entry", "entries")}…` : "Retire entry…"

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
