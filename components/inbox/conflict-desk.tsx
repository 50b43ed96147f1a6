"use client"

import { type ReactNode, useEffect } from "react"
import { ConflictPane } from "@/components/conflict/conflict-pane"
import type { ConflictDecision, ConflictMode, ResolutionAsk } from "@/components/conflict/decision"
import type { ConflictDetail, ConflictSummary, ConflictVerdict, ResolutionPreview } from "@/components/conflict/shapes"
import { otherSide } from "@/components/conflict/words"
import { askServer } from "@/components/source/ask"
import { hearHeldKeys, holdKeys, type KeyBinding, useKeys } from "@/components/ui/keys"
import { ConflictBar } from "./conflict-bar"
import { conflictDeed, sendConflictUndo } from "./conflict-deed"
import type { Desk } from "./desk"
import { itemOfConflict } from "./item"

interface ConflictDeskProps {
  desk: Desk
  conflict: ConflictSummary
  detail: ConflictDetail | null
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

/** The conflict that is looked at, and what can be decided on it. Keys that were pressed before its script came are heard now. */
export function ConflictDesk({ desk, conflict, problem, now, backHref, below, place, some, deaf, ...read }: ConflictDeskProps) {
  // Read between a decision of ours and what took it back, it says what no longer holds.
  const detail = read.detail?.state === conflict.state ? read.detail : null
  const { mayCurate, mark, opened, show } = desk
  const mode: ConflictMode = opened.mode === "merge" || opened.mode === "keep-both" || opened.mode === "snooze" ? opened.mode : "read"
  const isOpen = conflict.state === "open"
  const isFile = conflict.kind === "file"
  const say = (words: string) => {
    show({ said: words })
    desk.announce(words)
  }

  /** With what was shown last: the detail is read after the list, and what one decides on is what one sees. */
  const decide = (decision: ConflictDecision) => {
    if (mark?.kind === "struck") return desk.step(1)
    if (!isOpen) return say("It is decided already")
    if (decision.verdict !== "snooze" && !mayCurate) return say("Your role here does not allow decisions: a lead of the team decides")
    desk.decide(conflictDeed([{ ...conflict, shown: detail?.shown ?? conflict.shown }], decision))
  }
  const onVerdict = (verdict: Exclude<ConflictVerdict, "merge" | "keep-both">) => decide(verdict === "override" ? { verdict, side: otherSide(conflict.prevails ?? "left") } : { verdict })
  const onMode = (next: ConflictMode) => {
    if (next === "read") return show({})
    if (mark?.kind === "struck") return desk.step(1)
    if (!isOpen) return
    if (next === "snooze" && conflict.snoozedUntil) return decide({ verdict: "snooze", until: null })
    if (next !== "snooze" && !mayCurate) return decide({ verdict: "not-a-conflict" })
    desk.ask()
    if (mode !== next) holdKeys()
    show({ mode: mode === next ? "read" : next })
  }
  const keepSuggested = () => (conflict.suggested ? onVerdict(conflict.suggested.side === "left" ? "keep-left" : "keep-right") : say(isFile ? "Choose ours with 1, what Quarterdeck says, or theirs with 2, what the source says" : "Nothing speaks for either side: choose left with 1, or right with 2"))
  const onUndo = () => desk.takeBack(itemOfConflict(conflict), (key) => sendConflictUndo(conflict.id, key))

  const statement: KeyBinding[] = [
    { keys: "a", does: "Keep the side that is suggested", run: keepSuggested },
    { keys: "1", does: "Keep left", run: () => onVerdict("keep-left") },
    { keys: "2", does: "Keep right", run: () => onVerdict("keep-right") },
    { keys: "3", does: "Keep both, each where it holds", run: () => onMode("keep-both") },
    { keys: "4", does: "Delete both", run: () => onVerdict("delete-both") },
    { keys: "m", does: "Merge both", run: () => onMode("merge") },
    { keys: "e", does: "Merge both", run: () => onMode("merge") },
    { keys: "r", does: "Not a conflict", run: () => onVerdict("not-a-conflict") },
    ...(conflict.kind === "cross-scope" ? [{ keys: "5", does: "Override: let the other scope prevail", run: () => onVerdict("override") }] : []),
  ]
  const file: KeyBinding[] = [
    { keys: "a", does: "Choose one of both texts", run: keepSuggested },
    { keys: "1", does: "Keep ours: what Quarterdeck says", run: () => onVerdict("ours") },
    { keys: "2", does: "Take theirs: what the source says", run: () => onVerdict("theirs") },
    { keys: "m", does: "Merge by hand", run: () => onMode("merge") },
    { keys: "e", does: "Merge by hand", run: () => onMode("merge") },
    { keys: "r", does: "Choose one of both texts", run: () => say("A file has to have one text: choose with 1 or 2, or merge with M") },
  ]
  const keys: KeyBinding[] = [
    ...(isOpen ? [...(isFile ? file : statement), { keys: "h", does: "Snooze, or wake", run: () => onMode("snooze") }] : []),
    ...(desk.waits ? [] : [{ keys: "u", does: "Undo this decision", run: () => (conflict.decided && mayCurate ? onUndo() : say("Your role here does not allow decisions: a lead of the team decides")) }]),
  ]
  useKeys("Conflict", some || deaf || mode !== "read" ? [] : keys)
  useEffect(() => hearHeldKeys(), [])
  return (
    <>
      <ConflictPane
        team={desk.team}
        conflict={detail ?? conflict}
        detail={detail}
        problem={problem}
        now={now}
        backHref={backHref}
        mode={mode}
        onMode={onMode}
        onPreview={(ask, signal) => preview(conflict.id, ask, signal)}
        onDecide={decide}
        onUndo={conflict.decided && mayCurate ? onUndo : null}
      />
      {below}
      {some ? null : <ConflictBar conflict={conflict} detail={detail} mark={mark} mode={mode} mayCurate={mayCurate} place={place} onVerdict={onVerdict} onMode={onMode} onWake={() => decide({ verdict: "snooze", until: null })} onUndo={onUndo} onNext={() => desk.step(1)} />}
    </>
  )
}

const preview = (id: string, body: ResolutionAsk, signal: AbortSignal): Promise<ResolutionPreview> => askServer(`/conflicts/${id}/preview`, { method: "POST", body, signal })
