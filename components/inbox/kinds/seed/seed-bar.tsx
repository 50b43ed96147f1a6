import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/inbox/seed-inbox-types"
import { waitingApplyLabel, whyNotApplicable } from "@/components/seed/inbox/seed-inbox-text"
import { KeyedButton, KeyedLink } from "@/components/queue/keyed-button"
import {
  SnoozeButton,
  UndoButton,
  VerdictFrame,
  type VerdictFrameProps,
  WhyNot,
} from "../../bars/item-action-bar"
import { seedPlanPath } from "@/components/data/addresses"

export type SeedMode = "read" | "reject" | "snooze"

interface SeedBarProps extends VerdictFrameProps {
  team: string
  plan: SeedPlanSummary
  detail: SeedPlanDetail | null
  mayCurate: boolean
  onApply: () => void
  onMode: (mode: SeedMode) => void
  onUndo: () => void
}

export function SeedDecisionBar(props: SeedBarProps) {
  return (
    <VerdictFrame
      {...props}
      panelWords={{ reject: "Enter a reason above to discard the plan, or press Esc to cancel" }}
    >
      <Verdicts {...props} />
    </VerdictFrame>
  )
}

function Verdicts(props: SeedBarProps) {
  const { plan, detail, mayCurate, onMode, onUndo } = props
  const open = <OpenPlan {...props} />
  if (plan.state !== "waiting") {
    return (
      <>
        {open}
        {mayCurate && plan.state !== "undone" ? <UndoButton onClick={onUndo} /> : null}
      </>
    )
  }
  const hindrance = detail === null ? null : whyNotApplicable(detail)
  return (
    <>
      {mayCurate ? <ApplyButton {...props} hindrance={hindrance} /> : null}
      {open}
      {mayCurate ? (
        <KeyedButton
          action="drop"
          aria-expanded={false}
          title="Keeps the plan and leaves the agent unchanged"
          onClick={() => onMode("reject")}
          className="max-md:flex-1"
        >
          Discard
        </KeyedButton>
      ) : null}
      <SnoozeButton isSnoozed={plan.snoozedUntil !== null} onClick={() => onMode("snooze")} />
      {hindrance === null && mayCurate ? null : (
        <WhyNot>{mayCurate ? hindrance : "Only team leads can apply plans"}</WhyNot>
      )}
    </>
  )
}

function OpenPlan({ team, plan, mayCurate }: Pick<SeedBarProps, "team" | "plan" | "mayCurate">) {
  return (
    <KeyedLink
      action="open"
      href={seedPlanPath(team, plan.id)}
      aria-keyshortcuts="E Enter"
      className="max-md:flex-1"
    >
      {plan.state === "waiting" && mayCurate ? "Move entries…" : "Open plan"}
    </KeyedLink>
  )
}

interface ApplyButtonProps extends Pick<SeedBarProps, "detail" | "onApply"> {
  /** Reason why the plan cannot be applied; null if it can. */
  hindrance: string | null
}

function ApplyButton({ detail, hindrance, onApply }: ApplyButtonProps) {
  return (
    <KeyedButton
      action="apply"
      wraps
      variant="primary"
      disabled={detail === null || hindrance !== null}
      onClick={onApply}
      className="min-w-0 shrink! max-md:basis-full"
    >
      {detail === null ? "Apply" : waitingApplyLabel(detail)}
    </KeyedButton>
  )
}
