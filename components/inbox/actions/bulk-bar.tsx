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
  onDecide: (deed: ItemAction) => void
  onClear: () => void
  /** Assigns the selected items to the current user where possible. */
  onAssign: () => void
  mayDecide: boolean
  /** Returns the version of a proposal that the person saw. */
  shownOf: (proposal: ProposalSummary) => string
}

/** Bulk actions on the selected items. A summary line shows the effect before confirmation. */
export function BulkBar({
  team,
  chosen,
  asking,
  onAsk,
  onDecide,
  onClear,
  onAssign,
  mayDecide,
  shownOf,
}: BulkBarProps) {
  const kinds = new Set(chosen.map((one) => one.kind))
  const isMixed = kinds.size > 1
  const areConflicts = !isMixed && kinds.has("conflict")
  const areAlerts = !isMixed && kinds.has("alert")
  const areOnlyPutOff = !isMixed && (kinds.has("synthesis") || kinds.has("seed"))
  const isGivable = kinds.has("alert") || kinds.has("proposal")
  const approve = [
    ...(kinds.has("proposal") ? ["approve"] : []),
    ...(kinds.has("conflict") ? ["keep suggested side"] : []),
    ...(kinds.has("alert") ? ["acknowledge"] : []),
  ].join(", ")
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
        {mayDecide ? (
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
            {areAlerts || areOnlyPutOff || (isMixed && !kinds.has("proposal")) ? null : (
              <KeyedButton kbd="R" aria-pressed={asking === "reject"} onClick={() => onAsk("reject")}>
                {areConflicts ? "Not a conflict" : isMixed ? "Reject proposals" : "Reject"}
              </KeyedButton>
            )}
            {isGivable ? (
              <KeyedButton kbd="I" onClick={onAssign}>
                Assign to me
              </KeyedButton>
            ) : null}
          </>
        ) : null}
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

interface ConfirmProps extends Pick<BulkBarProps, "team" | "shownOf" | "onDecide"> {
  plan: BulkPlan
  /** "dismiss" marks conflicts as not a conflict. */
  verdict: BulkVerdict | "dismiss"
  onLeave: () => void
}

function Confirm({ team, plan, verdict, shownOf, onDecide, onLeave }: ConfirmProps) {
  const [own, setOwn] = useState("")
  const [times] = useState(() => snoozeChoices(new Date()))
  const id = useId()
  const number =
    plan.proposals.length +
    plan.conflicts.length +
    plan.alerts.length +
    plan.syntheses.length +
    plan.seedPlans.length
  const none = number === 0
  const decide = (decision: ProposalDecision, onConflicts?: AnyConflictDecision) =>
    none ? undefined : onDecide(deedOf(plan, { team, decision, onConflicts: onConflicts ?? null, shownOf }))
  const choices: { key: string; words: string; run: () => void }[] =
    verdict === "reject"
      ? REJECTION_REASONS.map(({ key, words }) => ({
          key,
          words,
          run: () => decide({ verdict, reason: words }),
        }))
      : verdict === "snooze"
        ? times.map(({ key, words, until }) => ({
            key,
            words,
            run: () =>
              decide({ verdict, until: until.toISOString() }, { verdict, until: until.toISOString() }),
          }))
        : []
  const isPlain = verdict === "approve" || verdict === "dismiss"
  const confirm = () =>
    decide({ verdict: "approve" }, { verdict: verdict === "dismiss" ? "not-a-conflict" : "keep-suggested" })
  const keys: KeyBinding[] = [
    ...(isPlain
      ? ["Enter", verdict === "approve" ? "a" : "r"].map((one) => ({
          keys: one,
          does: verdict === "approve" ? "Confirm" : "Mark as not a conflict",
          run: confirm,
        }))
      : choices.map(({ key, words, run }) => ({ keys: key, does: words, run }))),
    { keys: "Escape", does: "Cancel", run: onLeave },
  ]
  useKeys("Selected", keys)
  return (
    <section aria-labelledby={id} className="mb-2.5 grid gap-2 border-b border-line pb-2.5">
      <output id={id} className="font-medium">
        {none ? `${plan.words}. Nothing to decide` : `${plan.words}.`}
      </output>
      <div className="flex flex-wrap gap-2">
        {isPlain ? (
          <KeyedButton kbd="↵" variant="primary" aria-keyshortcuts="Enter" disabled={none} onClick={confirm}>
            {verdict === "dismiss"
              ? "Not a conflict:"
              : number === plan.proposals.length
                ? "Approve"
                : number === plan.conflicts.length
                  ? "Keep suggested side of"
                  : number === plan.alerts.length
                    ? "Acknowledge"
                    : "Decide"}{" "}
            {number.toLocaleString("en")}
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
          <form
            className="flex flex-1 basis-60 gap-2 max-md:flex-wrap"
            onSubmit={(event) => {
              event.preventDefault()
              if (own.trim() !== "") decide({ verdict, reason: own.trim() })
            }}
          >
            <Input
              aria-label="Reason"
              placeholder="Add a reason"
              maxLength={500}
              value={own}
              className="h-7!"
              onChange={(event) => setOwn(event.target.value)}
              onKeyDown={(event) => (event.key === "Escape" ? onLeave() : undefined)}
            />
            <Button type="submit" size="sm" variant="danger" disabled={none || own.trim() === ""}>
              Reject with this reason
            </Button>
          </form>
        ) : null}
        <KeyedButton kbd="Esc" variant="quiet" size="sm" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </KeyedButton>
      </div>
    </section>
  )
}

/** Returns one action for all selected items, so that one undo reverts all of it. */
function deedOf(
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
  const deeds = [
    ...(proposals.length > 0 ? [proposalAction({ proposals, decision, shownOf })] : []),
    ...(conflicts.length > 0 && onConflicts ? [conflictAction(conflicts, onConflicts)] : []),
    ...(syntheses.length > 0 && decision.verdict === "snooze" ? [synthesisAction(syntheses, decision)] : []),
    ...(seedPlans.length > 0 && decision.verdict === "snooze" ? [seedAction(seedPlans, decision)] : []),
    ...(alerts.length > 0 ? [alertAction(team, alerts, onAlerts)] : []),
  ]
  return combinedAction(deeds, leftOut)
}
