"use client"

import { useId, useState } from "react"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { REJECTION_REASONS, snoozeChoices } from "@/components/proposals/proposal-text"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { Kbd } from "@/components/ui/kbd"
import { type KeyBinding, useKeys } from "@/components/data/keys"
import { type AlertDecision, alertAction } from "./alert-action"
import { type BulkPlan, type BulkVerdict, planBulk } from "./bulk"
import { type AnyConflictDecision, conflictAction } from "./conflict-action"
import type { ProposalDecision } from "./decision"
import type { ItemAction } from "./action"
import type { InboxItem } from "../item"
import { combinedAction } from "./combined-action"
import { KeyedButton } from "../../queue/keyed-button"
import { proposalAction } from "./proposal-action"
import { seedAction } from "./seed-action"
import { synthesisAction } from "./synthesis-action"
import { capitalize } from "@/lib/memory/text/sentence"

interface BulkBarProps {
  team: string
  chosen: readonly InboxItem[]
  /** The bulk action being confirmed, or null. */
  asking: BulkVerdict | null
  onAsk: (verdict: BulkVerdict | null) => void
  onDecide: (action: ItemAction) => void
  onClear: () => void
  /** Assigns the selected items to the current user where possible. */
  onAssign: () => void
  mayDecide: boolean
  /** Returns the version of a proposal that the person saw. */
  shownOf: (proposal: ProposalSummary) => string
}

/** Bulk actions on the selected items. A summary line shows the effect before confirmation. */
export function BulkBar(props: BulkBarProps) {
  const { team, chosen, asking, onAsk, onDecide, onClear, mayDecide, shownOf } = props
  const areConflicts = chosen.every((one) => one.kind === "conflict")
  return (
    <section
      aria-label="Selected"
      className="border-t border-line bg-ground px-4 py-2.5 max-md:sticky max-md:bottom-0 max-md:z-20 md:px-7"
    >
      {asking === null ? null : (
        <Confirm
          key={asking}
          team={team}
          plan={planBulk(chosen, asking)}
          verdict={asking === "reject" && areConflicts ? "dismiss" : asking}
          shownOf={shownOf}
          onDecide={onDecide}
          onLeave={() => onAsk(null)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-1 font-medium tabular-nums max-md:basis-full">
          {chosen.length.toLocaleString("en")} selected
        </span>
        {mayDecide ? <DecisionButtons {...props} /> : null}
        <KeyedButton
          kbd="H"
          variant="quiet"
          aria-pressed={asking === "snooze"}
          onClick={() => onAsk("snooze")}
        >
          Snooze
        </KeyedButton>
        <KeyedButton
          kbd="Esc"
          variant="quiet"
          aria-keyshortcuts="Escape"
          onClick={onClear}
          className="ml-auto"
        >
          Clear
        </KeyedButton>
      </div>
    </section>
  )
}

/** What approving does to each kind of item. Other kinds are decided one by one. */
const APPROVE_WORDS = {
  proposal: "approve",
  conflict: "keep suggested side",
  alert: "acknowledge",
} as const

/** The buttons of decisions that at least one of the selected items takes. */
function DecisionButtons({
  chosen,
  asking,
  onAsk,
  onAssign,
}: Pick<BulkBarProps, "chosen" | "asking" | "onAsk" | "onAssign">) {
  const kinds = new Set(chosen.map((one) => one.kind))
  const approve = (["proposal", "conflict", "alert"] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => APPROVE_WORDS[kind])
    .join(", ")
  const reject = rejectLabel(kinds)
  return (
    <>
      {approve === "" ? null : (
        <KeyedButton
          kbd="A"
          variant={asking === null ? "primary" : "default"}
          aria-pressed={asking === "approve"}
          onClick={() => onAsk("approve")}
        >
          {capitalize(approve)}
        </KeyedButton>
      )}
      {reject === null ? null : (
        <KeyedButton kbd="R" aria-pressed={asking === "reject"} onClick={() => onAsk("reject")}>
          {reject}
        </KeyedButton>
      )}
      {kinds.has("alert") || kinds.has("proposal") ? (
        <KeyedButton kbd="I" onClick={onAssign}>
          Assign to me
        </KeyedButton>
      ) : null}
    </>
  )
}

/** Returns the label of the button that rejects; null if none of the items can be rejected in bulk. */
function rejectLabel(kinds: ReadonlySet<InboxItem["kind"]>): string | null {
  if (kinds.size > 1) return kinds.has("proposal") ? "Reject proposals" : null
  if (kinds.has("conflict")) return "Not a conflict"
  return kinds.has("proposal") ? "Reject" : null
}

interface ConfirmProps extends Pick<BulkBarProps, "team" | "shownOf" | "onDecide"> {
  plan: BulkPlan
  /** "dismiss" marks conflicts as not a conflict. */
  verdict: BulkVerdict | "dismiss"
  onLeave: () => void
}

/** The effect of the decision, with the buttons that confirm it or give the reason or the time. */
function Confirm({ team, plan, verdict, shownOf, onDecide, onLeave }: ConfirmProps) {
  const [times] = useState(() => snoozeChoices(new Date()))
  const id = useId()
  const number = itemsIn(plan)
  const none = number === 0
  const decide = (decision: ProposalDecision, onConflicts: AnyConflictDecision | null = null) =>
    none ? undefined : onDecide(bulkAction(plan, { team, decision, onConflicts, shownOf }))
  const choices: Choice[] = []
  if (verdict === "reject")
    for (const { key, words } of REJECTION_REASONS)
      choices.push({ key, words, run: () => decide({ verdict, reason: words }) })
  if (verdict === "snooze")
    for (const { key, words, until } of times) {
      const snooze = { verdict, until: until.toISOString() } as const
      choices.push({ key, words, run: () => decide(snooze, snooze) })
    }
  const confirm = () =>
    decide({ verdict: "approve" }, { verdict: verdict === "dismiss" ? "not-a-conflict" : "keep-suggested" })
  const isPlain = verdict === "approve" || verdict === "dismiss"
  const keys: KeyBinding[] = isPlain
    ? ["Enter", CONFIRM[verdict].key].map((one) => ({ keys: one, does: CONFIRM[verdict].does, run: confirm }))
    : choices.map(({ key, words, run }) => ({ keys: key, does: words, run }))
  useKeys("Selected", [...keys, { keys: "Escape", does: "Cancel", run: onLeave }])
  return (
    <section aria-labelledby={id} className="mb-2.5 grid gap-2 border-b border-line pb-2.5">
      <output id={id} className="font-medium">
        {none ? `${plan.words}. Nothing to decide` : `${plan.words}.`}
      </output>
      <div className="flex flex-wrap gap-2">
        {isPlain ? (
          <KeyedButton kbd="↵" variant="primary" aria-keyshortcuts="Enter" disabled={none} onClick={confirm}>
            {verdict === "dismiss" ? "Not a conflict:" : confirmVerb(plan)} {number.toLocaleString("en")}
          </KeyedButton>
        ) : (
          choices.map(({ key, words, run }) => (
            <Button key={key} size="sm" aria-keyshortcuts={key} disabled={none} onClick={run}>
              <Kbd hidden>{key}</Kbd>
              {words}
            </Button>
          ))
        )}
        {verdict === "reject" ? (
          <ReasonForm none={none} onReason={(reason) => decide({ verdict, reason })} onLeave={onLeave} />
        ) : null}
        <KeyedButton kbd="Esc" variant="quiet" size="sm" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </KeyedButton>
      </div>
    </section>
  )
}

interface Choice {
  readonly key: string
  readonly words: string
  readonly run: () => void
}

/** The keys that confirm, besides Enter. */
const CONFIRM = {
  approve: { key: "a", does: "Confirm" },
  dismiss: { key: "r", does: "Mark as not a conflict" },
} as const

const itemsIn = ({ proposals, conflicts, alerts, syntheses, seedPlans }: BulkPlan): number =>
  proposals.length + conflicts.length + alerts.length + syntheses.length + seedPlans.length

/** Returns the verb of the button that approves. "Decide": several kinds of items. */
function confirmVerb(plan: BulkPlan): string {
  const number = itemsIn(plan)
  if (number === plan.proposals.length) return "Approve"
  if (number === plan.conflicts.length) return "Keep suggested side of"
  return number === plan.alerts.length ? "Acknowledge" : "Decide"
}

interface ReasonFormProps {
  /** True if no item can be rejected. */
  none: boolean
  onReason: (reason: string) => void
  onLeave: () => void
}

function ReasonForm({ none, onReason, onLeave }: ReasonFormProps) {
  const [typed, setTyped] = useState("")
  const reason = typed.trim()
  return (
    <form
      className="flex flex-1 basis-60 gap-2 max-md:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== "") onReason(reason)
      }}
    >
      <Input
        aria-label="Reason"
        placeholder="Add a reason"
        maxLength={500}
        value={typed}
        className="h-7!"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => (event.key === "Escape" ? onLeave() : undefined)}
      />
      <Button type="submit" size="sm" variant="danger" disabled={none || reason === ""}>
        Reject with this reason
      </Button>
    </form>
  )
}

/** Returns one action for all selected items, so that one undo reverts all of it. */
function bulkAction(
  { proposals, conflicts, alerts, syntheses, seedPlans, leftOut }: BulkPlan,
  {
    team,
    decision,
    onConflicts,
    shownOf,
  }: {
    team: string
    decision: ProposalDecision
    onConflicts: AnyConflictDecision | null
    shownOf: BulkBarProps["shownOf"]
  },
): ItemAction {
  const onAlerts: AlertDecision = decision.verdict === "snooze" ? decision : { verdict: "acknowledge" }
  const actions = [
    ...(proposals.length > 0 ? [proposalAction({ proposals, decision, shownOf })] : []),
    ...(conflicts.length > 0 && onConflicts ? [conflictAction(conflicts, onConflicts)] : []),
    ...(syntheses.length > 0 && decision.verdict === "snooze" ? [synthesisAction(syntheses, decision)] : []),
    ...(seedPlans.length > 0 && decision.verdict === "snooze" ? [seedAction(seedPlans, decision)] : []),
    ...(alerts.length > 0 ? [alertAction(team, alerts, onAlerts)] : []),
  ]
  return combinedAction(actions, leftOut)
}
