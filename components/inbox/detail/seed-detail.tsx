"use client"

import { useRouter } from "next/navigation"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import { DropPanel } from "@/components/seed/waiting/drop-panel"
import { SeedPane } from "@/components/seed/waiting/seed-pane"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { hindranceOf, proposes } from "@/components/seed/waiting/waiting-seed-text"
import type { DetailProps } from "./detail-controller"
import { itemOfSeedPlan } from "../item"
import { SeedDecisionBar, type SeedMode } from "../bars/seed-bar"
import { type SeedDecision, seedAction, sendSeedUndo } from "../actions/seed-action"
import { useDetailKeys } from "./use-detail-keys"
import { DECIDED, MAY_NOT } from "../actions/unavailable-reason"
import { seedPlanPath } from "@/components/data/addresses"

interface SeedDeskProps extends DetailProps {
  plan: SeedPlanSummary
  detail: SeedPlanDetail | null
}

/** The selected seed plan with its actions. */
export function SeedDetailPane({
  controller,
  plan,
  detail,
  problem,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
}: SeedDeskProps) {
  const router = useRouter()
  const { team, mayCurate, mark, say } = controller
  const mode: SeedMode =
    controller.opened.mode === "reject" || controller.opened.mode === "snooze"
      ? controller.opened.mode
      : "read"
  const decide = (decision: SeedDecision) => controller.decide(seedAction([plan], decision))
  const onApply = () => {
    if (mark?.kind === "struck") return controller.step(1)
    if (plan.state !== "waiting") return say(DECIDED)
    if (!mayCurate) return say(MAY_NOT)
    if (detail === null) return say("The entries are still loading. Press A again in a moment")
    const hindrance = hindranceOf(detail)
    if (hindrance !== null) return say(hindrance)
    decide({ verdict: "apply", version: detail.version, proposes: proposes(detail) })
  }
  const onMode = (next: SeedMode) => {
    if (mark?.kind === "struck") return controller.step(1)
    if (plan.state !== "waiting") return say(DECIDED)
    if (next === "reject" && !mayCurate) return say(MAY_NOT)
    if (next === "snooze" && plan.snoozedUntil) return decide({ verdict: "snooze", until: null })
    controller.toggle(next)
  }
  const onUndo = () => {
    if (!mayCurate) return say(MAY_NOT)
    if (plan.state === "undone") return say("Already undone. Open the plan to create it again")
    controller.takeBack(itemOfSeedPlan(plan), (key) => sendSeedUndo(plan.id, key))
  }
  const open = () => router.push(seedPlanPath(team, plan.id))

  useDetailKeys(
    "Seed plan",
    { controller, some, deaf },
    controller.waits
      ? [
          { keys: "a", does: "Apply the plan, or create proposals if the memory has content", run: onApply },
          { keys: "e", does: "Open the plan to move entries", run: open },
          { keys: "m", does: "Open the plan to move entries", run: open },
          { keys: "r", does: "Drop the plan with a reason", run: () => onMode("reject") },
          { keys: "h", does: "Snooze or unsnooze", run: () => onMode("snooze") },
        ]
      : [
          { keys: "e", does: "Open the plan", run: open },
          { keys: "u", does: "Undo this decision", run: onUndo },
        ],
  )
  const leave = () => controller.show({})
  return (
    <>
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
    </>
  )
}
