"use client"

import { useRouter } from "next/navigation"
import { SnoozePanel } from "@/components/queue/snooze-panel"
import { DropPanel } from "@/components/seed/inbox/discard-plan-panel"
import { SeedPane } from "@/components/seed/inbox/seed-pane"
import {
  type SeedPlanDetail,
  type SeedPlanSummary,
  createsProposals,
} from "@/components/seed/inbox/seed-inbox-text"
import { WithKeys, KeyedButton, KeyedLink } from "@/components/queue/keyed-button"
import { ALREADY_DECIDED, NO_PERMISSION } from "../../item-detail"
import { useDetailKeys } from "../../use-detail-controller"
import type { ItemPaneProps } from "../../item-kind"
import { type SeedDecision, seedAction, sendSeedUndo } from "./seed-action"
import { seedKeys } from "./seed-keys"
import { seedPlanPath } from "@/components/data/addresses"
import { SnoozeButton, UndoButton, VerdictFrame, type VerdictFrameProps, WhyNot } from "../../item-action-bar"
import { formatCount } from "@/lib/memory/text/sentence"

/** The selected seed plan with its actions. */
export function SeedDetailPane({
  controller,
  item,
  detail,
  problem,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
}: ItemPaneProps<SeedPlanSummary, SeedPlanDetail>) {
  const plan = item.summary
  const router = useRouter()
  const { team, mayCurate, mark, say } = controller
  const mode: SeedMode =
    controller.opened.mode === "reject" || controller.opened.mode === "snooze"
      ? controller.opened.mode
      : "read"
  const decide = (decision: SeedDecision) => controller.decide(seedAction([item], decision))
  const onApply = () => {
    if (mark?.kind === "struck") return controller.step(1)
    if (plan.state !== "waiting") return say(ALREADY_DECIDED)
    if (!mayCurate) return say(NO_PERMISSION)
    if (detail === null) return say("The entries are still loading. Press A again in a moment")
    const hindrance = whyNotApplicable(detail)
    if (hindrance !== null) return say(hindrance)
    decide({ verdict: "apply", version: detail.version, proposes: createsProposals(detail) })
  }
  const onMode = (next: SeedMode) => {
    if (mark?.kind === "struck") return controller.step(1)
    if (plan.state !== "waiting") return say(ALREADY_DECIDED)
    if (next === "reject" && !mayCurate) return say(NO_PERMISSION)
    if (next === "snooze" && plan.snoozedUntil) return decide({ verdict: "snooze", until: null })
    controller.toggle(next)
  }
  const onUndo = () => {
    if (!mayCurate) return say(NO_PERMISSION)
    if (plan.state === "undone") return say("This plan was already undone. To create it again, open the plan")
    controller.takeBack(item, (key) => sendSeedUndo(plan.id, key))
  }
  const open = () => router.push(seedPlanPath(team, plan.id))

  const keys = seedKeys(controller.waits)
  useDetailKeys("Seed plan", { controller, some, deaf }, keys, {
    apply: onApply,
    open,
    drop: () => onMode("reject"),
    snooze: () => onMode("snooze"),
    undo: onUndo,
  })
  const leave = () => controller.show({})
  return (
    <WithKeys keys={keys}>
      <SeedPane team={team} plan={plan} detail={detail} problem={problem} now={now} backHref={backHref} />
      {below}
      {mode === "reject" ? (
        <DropPanel onDrop={(reason) => decide({ verdict: "drop", reason })} onLeave={leave} />
      ) : null}
      {mode === "snooze" ? (
        <SnoozePanel onSnooze={(until) => decide({ verdict: "snooze", until })} onLeave={leave} />
      ) : null}
      {some ? null : (
        <SeedDecisionBar
          {...{ team, plan, detail, mark, mode, mayCurate, place, onApply, onMode, onUndo }}
          onNext={() => controller.step(1)}
        />
      )}
    </WithKeys>
  )
}

type SeedMode = "read" | "reject" | "snooze"

interface SeedBarProps extends VerdictFrameProps {
  team: string
  plan: SeedPlanSummary
  detail: SeedPlanDetail | null
  mayCurate: boolean
  onApply: () => void
  onMode: (mode: SeedMode) => void
  onUndo: () => void
}

function SeedDecisionBar(props: SeedBarProps) {
  return (
    <VerdictFrame
      {...props}
      panelWords={{ reject: "Choose or enter a reason above to discard the plan, or press Esc to cancel" }}
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
          title="Discards the plan without changing memory. You can undo this"
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

/** Returns the label of the apply button. */
export function waitingApplyLabel(
  plan: Pick<SeedPlanDetail, "target" | "may" | "sections" | "lines" | "budget" | "path">,
): string {
  const entries = plan.sections.reduce((sum, one) => sum + one.entries, 0)
  if (createsProposals(plan))
    return `Propose ${formatCount(entries, "entry")} for ${plan.path}, ${plan.target === "has-content" ? "which already has entries" : "which needs two approvals"}`
  return `Apply: writes ${formatCount(entries, "entry")} (${plan.lines.toLocaleString("en")} of ${plan.budget.toLocaleString("en")} lines) to ${plan.path}`
}

/** Returns the reason why a plan cannot be applied; null if it can. */
export function whyNotApplicable({ may, target, over, sections }: SeedPlanDetail): string | null {
  if (!may.decide) return may.why ?? "Only team leads can apply plans"
  if (target === "opted-out") return "The agent has opted out of memory. Turn the agent’s memory on first."
  if (over > 0)
    return `The plan is ${formatCount(over, "line")} over budget. Press E to open the plan and leave some entries out.`
  return sections.every((one) => one.entries === 0)
    ? "The plan includes no entries. Press E to open the plan and add some."
    : null
}
