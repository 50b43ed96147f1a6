"use client"

import { useRouter } from "next/navigation"
import { SnoozePanel } from "@/components/queue/snooze-panel"
import { DropPanel } from "@/components/seed/inbox/discard-plan-panel"
import { SeedPane } from "@/components/seed/inbox/seed-pane"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/inbox/seed-inbox-types"
import { whyNotApplicable, createsProposals } from "@/components/seed/inbox/seed-inbox-text"
import { WithKeys } from "@/components/queue/keyed-button"
import { ALREADY_DECIDED, NO_PERMISSION } from "../../actions/cannot-decide-reasons"
import { useDetailKeys } from "../../detail/use-detail-keys"
import type { ItemPaneProps } from "../../item-kind"
import { type SeedDecision, seedAction, sendSeedUndo } from "./seed-action"
import { SeedDecisionBar, type SeedMode } from "./seed-bar"
import { seedKeys } from "./seed-keys"
import { seedPlanPath } from "@/components/data/addresses"

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
    if (plan.state === "undone") return say("This plan is already undone. Open it to create the plan again")
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
