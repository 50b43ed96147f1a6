"use client"

import { useRouter } from "next/navigation"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import { DropPanel } from "@/components/seed/waiting/drop-panel"
import { SeedPane } from "@/components/seed/waiting/seed-pane"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { hindranceOf, proposes, seedPlanPath } from "@/components/seed/waiting/waiting-seed-text"
import type { AtDesk } from "./detail-controller"
import { itemOfSeedPlan } from "../item"
import { SeedBar, type SeedMode } from "../bars/seed-bar"
import { type SeedDecision, seedDeed, sendUndo } from "../actions/seed-action"
import { useDeskKeys } from "./use-detail-keys"
import { DECIDED, MAY_NOT } from "../actions/unavailable-reason"

interface SeedDeskProps extends AtDesk {
  plan: SeedPlanSummary
  detail: SeedPlanDetail | null
}

/** The selected seed plan with its actions. */
export function SeedDesk({
  desk,
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
  const { team, mayCurate, mark, say } = desk
  const mode: SeedMode =
    desk.opened.mode === "reject" || desk.opened.mode === "snooze" ? desk.opened.mode : "read"
  const decide = (decision: SeedDecision) => desk.decide(seedDeed([plan], decision))
  const onApply = () => {
    if (mark?.kind === "struck") return desk.step(1)
    if (plan.state !== "waiting") return say(DECIDED)
    if (!mayCurate) return say(MAY_NOT)
    if (detail === null) return say("The entries are still loading. Press A again in a moment")
    const hindrance = hindranceOf(detail)
    if (hindrance !== null) return say(hindrance)
    decide({ verdict: "apply", version: detail.version, proposes: proposes(detail) })
  }
  const onMode = (next: SeedMode) => {
    if (mark?.kind === "struck") return desk.step(1)
    if (plan.state !== "waiting") return say(DECIDED)
    if (next === "reject" && !mayCurate) return say(MAY_NOT)
    if (next === "snooze" && plan.snoozedUntil) return decide({ verdict: "snooze", until: null })
    desk.toggle(next)
  }
  const onUndo = () => {
    if (!mayCurate) return say(MAY_NOT)
    if (plan.state === "undone") return say("Already undone. Open the plan to create it again")
    desk.takeBack(itemOfSeedPlan(plan), (key) => sendUndo(plan.id, key))
  }
  const open = () => router.push(seedPlanPath(team, plan.id))

  useDeskKeys(
    "Seed plan",
    { desk, some, deaf },
    desk.waits
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
  const leave = () => desk.show({})
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
        <SeedBar
          {...{ team, plan, detail, mark, mode, mayCurate, place, onApply, onMode, onUndo }}
          onNext={() => desk.step(1)}
        />
      )}
    </>
  )
}
