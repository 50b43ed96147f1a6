"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useEffect } from "react"
import { SnoozePanel } from "@/components/proposal/snooze-panel"
import { DropPanel } from "@/components/seed/waiting/drop-panel"
import { SeedPane } from "@/components/seed/waiting/seed-pane"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/waiting/shapes"
import { hindranceOf, seedPlanPath } from "@/components/seed/waiting/words"
import { hearHeldKeys, holdKeys, type KeyBinding, useKeys } from "@/components/ui/keys"
import type { Desk } from "./desk"
import { itemOfSeedPlan } from "./item"
import { SeedBar, type SeedMode } from "./seed-bar"
import { type SeedDecision, seedDeed, sendUndo } from "./seed-deed"

interface SeedDeskProps {
  desk: Desk
  plan: SeedPlanSummary
  detail: SeedPlanDetail | null
  problem: string | null
  now: string
  backHref: string
  below: ReactNode
  place: ReactNode
  /** Several are selected: what is decided is decided on them. */
  some: boolean
  /** A name or a filter is typed: no key may decide anything. */
  deaf: boolean
}

const MAY_NOT = "Your role here does not allow decisions: a lead of the team decides"
const DECIDED = "It is decided already"

/** The seed plan that is looked at, and what can be decided on it. Keys that were pressed before its script came are heard now. */
export function SeedDesk({ desk, plan, detail, problem, now, backHref, below, place, some, deaf }: SeedDeskProps) {
  const router = useRouter()
  const { team, mayCurate, mark, opened, show } = desk
  const mode: SeedMode = opened.mode === "reject" || opened.mode === "snooze" ? opened.mode : "read"
  const say = (words: string) => {
    show({ said: words })
    desk.announce(words)
  }
  const decide = (decision: SeedDecision) => desk.decide(seedDeed([plan], decision))
  const onApply = () => {
    if (mark?.kind === "struck") return desk.step(1)
    if (plan.state !== "waiting") return say(DECIDED)
    if (!mayCurate) return say(MAY_NOT)
    if (detail === null) return say("Its entries are still being read: press A again in a moment")
    const hindrance = hindranceOf(detail)
    if (hindrance !== null) return say(hindrance)
    decide({ verdict: "apply", version: detail.version, proposes: detail.target === "has-content" })
  }
  const onMode = (next: SeedMode) => {
    if (next === "read") return show({})
    if (mark?.kind === "struck") return desk.step(1)
    if (plan.state !== "waiting") return say(DECIDED)
    if (next === "reject" && !mayCurate) return say(MAY_NOT)
    if (next === "snooze" && plan.snoozedUntil) return decide({ verdict: "snooze", until: null })
    desk.ask()
    if (mode !== next) holdKeys()
    show({ mode: mode === next ? "read" : next })
  }
  const onUndo = () => {
    if (!mayCurate) return say(MAY_NOT)
    if (plan.state === "undone") return say("It is undone already: plan it again from its page")
    desk.takeBack(itemOfSeedPlan(plan), (key) => sendUndo(plan.id, key))
  }
  const open = () => router.push(seedPlanPath(team, plan.id))

  const keys: KeyBinding[] = desk.waits
    ? [
        { keys: "a", does: "Apply it, or propose it where the memory has content", run: onApply },
        { keys: "e", does: "Open it, to move entries", run: open },
        { keys: "m", does: "Open it, to move entries", run: open },
        { keys: "r", does: "Drop it, with a reason", run: () => onMode("reject") },
        { keys: "h", does: "Snooze, or wake", run: () => onMode("snooze") },
      ]
    : [
        { keys: "e", does: "Open it", run: open },
        { keys: "u", does: "Take the decision back", run: onUndo },
      ]
  useKeys("Seed plan", some || deaf || mode !== "read" ? [] : keys)
  useEffect(() => hearHeldKeys(), [])
  const leave = () => show({})
  return (
    <>
      <SeedPane team={team} plan={plan} detail={detail} problem={problem} now={now} backHref={backHref} />
      {below}
      {mode === "reject" ? <DropPanel onDrop={(reason) => decide({ verdict: "drop", reason })} onLeave={leave} /> : null}
      {mode === "snooze" ? <SnoozePanel deciding={false} onLeave={leave} onDecide={(decision) => (decision.verdict === "snooze" ? decide({ verdict: "snooze", until: decision.until }) : undefined)} /> : null}
      {some ? null : <SeedBar {...{ team, plan, detail, mark, mode, mayCurate, place }} onApply={onApply} onMode={onMode} onWake={() => decide({ verdict: "snooze", until: null })} onUndo={onUndo} onNext={() => desk.step(1)} />}
    </>
  )
}
