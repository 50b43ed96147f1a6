"use client"

import { type ReactNode, useEffect } from "react"
import { RejectWholePanel } from "@/components/coach/waiting/reject-whole-panel"
import type { SynthesisDetail, SynthesisSummary } from "@/components/coach/waiting/shapes"
import { SynthesisPane } from "@/components/coach/waiting/synthesis-pane"
import { SnoozePanel } from "@/components/proposal/snooze-panel"
import { hearHeldKeys, holdKeys, type KeyBinding, useKeys } from "@/components/ui/keys"
import type { Desk } from "./desk"
import { itemOfSynthesis } from "./item"
import { SynthesisBar, type SynthesisMode } from "./synthesis-bar"
import { sendReopening, type SynthesisDecision, synthesisDeed } from "./synthesis-deed"

interface SynthesisDeskProps {
  desk: Desk
  synthesis: SynthesisSummary
  detail: SynthesisDetail | null
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

/** The synthesis that is looked at, and what can be decided on the whole of it. Keys that were pressed before its script came are heard now. */
export function SynthesisDesk({ desk, synthesis, detail, problem, now, backHref, below, place, some, deaf }: SynthesisDeskProps) {
  const { team, mayCurate, mark, opened, show } = desk
  const mode: SynthesisMode = opened.mode === "reject" || opened.mode === "snooze" ? opened.mode : "read"
  const waits = synthesis.state === "waiting"
  const say = (words: string) => {
    show({ said: words })
    desk.announce(words)
  }
  const decide = (decision: SynthesisDecision) => desk.decide(synthesisDeed([synthesis], decision))
  const onMode = (next: SynthesisMode) => {
    if (next === "read") return show({})
    if (mark?.kind === "struck") return desk.step(1)
    if (!waits) return say("It is decided already")
    if (next === "reject" && !mayCurate) return say(MAY_NOT)
    if (next === "snooze" && synthesis.snoozedUntil) return decide({ verdict: "snooze", until: null })
    desk.ask()
    if (mode !== next) holdKeys()
    show({ mode: mode === next ? "read" : next })
  }
  const onUndo = () => {
    if (!mayCurate) return say(MAY_NOT)
    if (synthesis.state === "rejected") return desk.takeBack(itemOfSynthesis(synthesis), (key) => sendReopening(synthesis.id, key))
    say("It is published: open it with Enter to take it back")
  }
  const byClaim = () => (mark?.kind === "struck" ? desk.step(1) : say(waits ? "It is gone through claim by claim: open it with Enter, or reject the whole of it with R" : "It is decided already"))

  const keys: KeyBinding[] = desk.waits
    ? [
        { keys: "a", does: "Go through it claim by claim: Enter opens it", run: byClaim },
        { keys: "e", does: "Go through it claim by claim: Enter opens it", run: byClaim },
        { keys: "m", does: "Go through it claim by claim: Enter opens it", run: byClaim },
        { keys: "r", does: "Reject the whole of it, with a reason", run: () => onMode("reject") },
        { keys: "h", does: "Snooze, or wake", run: () => onMode("snooze") },
      ]
    : [{ keys: "u", does: "Take the rejection back: it waits again", run: onUndo }]
  useKeys("Synthesis", some || deaf || mode !== "read" ? [] : keys)
  useEffect(() => hearHeldKeys(), [])
  const leave = () => show({})
  return (
    <>
      <SynthesisPane team={team} synthesis={synthesis} detail={detail} problem={problem} now={now} backHref={backHref} />
      {below}
      {mode === "reject" ? <RejectWholePanel onReject={(reason) => decide({ verdict: "reject", reason })} onLeave={leave} /> : null}
      {mode === "snooze" ? <SnoozePanel deciding={false} onLeave={leave} onDecide={(decision) => (decision.verdict === "snooze" ? decide({ verdict: "snooze", until: decision.until }) : undefined)} /> : null}
      {some ? null : <SynthesisBar team={team} synthesis={synthesis} mark={mark} mode={mode} mayCurate={mayCurate} place={place} onMode={onMode} onWake={() => decide({ verdict: "snooze", until: null })} onUndo={onUndo} onNext={() => desk.step(1)} />}
    </>
  )
}
