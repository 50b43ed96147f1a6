"use client"

import { useState } from "react"
import { showErrorToastAtTop, showBriefToastAtTop } from "@/components/data/show-toast"
import { measureDecision } from "@/components/queue/focus-and-presses"
import { holdKeys, type KeyBinding, stepKeys } from "@/components/data/keyboard-shortcuts"
import type { ReviewMode } from "./claims/claim-bar"
import type { PendingDecision, ReviewProgress } from "./review-reducer"
import type { Claim, PromotionChoice } from "./synthesis-types"
import { sendPublish, sendRejection } from "./review-requests"
import type { useReview } from "./use-review"

interface ReviewActionsOptions {
  /** The ID of the synthesis. */
  readonly id: string
  readonly state: ReturnType<typeof useReview>
  /** The current claim. */
  readonly claim: Claim | undefined
  readonly progress: ReviewProgress
  /** The reason why the reader may not decide; null if they may. */
  readonly mayNot: string | null
  /** The memories that the claim can be promoted to. */
  readonly choices: readonly PromotionChoice[]
  readonly onlyChoice: PromotionChoice | null
  readonly mode: ReviewMode
  /** Opens a panel or shows a message. `position`: position of the claim; default: the current claim. */
  readonly show: (more: { mode?: ReviewMode; said?: string | null }, position?: number) => void
  /** Focuses the row of the current claim after the next change. */
  readonly follow: () => void
  /** Writes the current claim to the address. */
  readonly ask: () => void
  readonly goTo: (position: number) => void
  readonly announce: (words: string) => void
  /** Called when the synthesis is no longer waiting. */
  readonly onOver: () => void
}

/** Returns the functions that the keys and buttons of the review call. */
export function useReviewActions(options: ReviewActionsOptions) {
  const { state, claim, mayNot, mode, show, follow, ask } = options
  const whole = useWholeActions(options)
  const decide = (one: Claim, decision: PendingDecision) => {
    follow()
    ask()
    show({})
    state.decideOne(one, decision)
    measureDecision()
  }
  const toggle = (next: ReviewMode) => {
    if (mode !== next) holdKeys()
    show({ mode: mode === next ? "read" : next })
  }
  const promoteTo = (one: Claim, { to }: PromotionChoice) =>
    decide(one, { verdict: "accept", use: "promotion", to })
  const { unless } = whole
  const does = {
    step: (by: 1 | -1) => {
      follow()
      ask()
      state.move({ do: "step", by })
    },
    accept: () =>
      claim && unless(whyNotAccept(claim, mayNot), () => decide(claim, { verdict: "accept", use: "brief" })),
    edit: () => claim && unless(whyNotAccept(claim, mayNot), () => toggle("edit")),
    promote: () => {
      const { choices, onlyChoice } = options
      if (!claim) return
      const nothing =
        choices.length === 0 ? "Nothing to promote: this claim is based only on shared memory" : null
      unless(whyNotAccept(claim, mayNot) ?? nothing, () =>
        onlyChoice ? promoteTo(claim, onlyChoice) : toggle("promote"),
      )
    },
    reject: () => claim && unless(whyNotDecide(claim, mayNot), () => toggle("reject")),
    undo: () =>
      unless(mayNot, () => {
        follow()
        if (!undoOne(options))
          void showBriefToastAtTop("Nothing to undo. Select a reviewed claim to undo the decision on it.")
        measureDecision()
      }),
    open: () => {
      const link = nearestCitation()
      if (link) link.click()
      else show({ said: "The cited entries no longer exist" })
    },
    acceptRest: whole.acceptRest,
    publish: whole.publish,
  }
  return { does, decide, toggle, promoteTo, rejectAll: whole.rejectAll, isPublishing: whole.isPublishing }
}

/** Returns the actions on all claims. */
function useWholeActions(options: ReviewActionsOptions) {
  const { id, state, claim, progress, mayNot, show, follow, goTo, announce, onOver } = options
  const { waiting, rest, accepted } = progress
  const [isPublishing, setPublishing] = useState(false)
  /** Runs the action, or shows the reason why it is not possible. */
  const unless = (why: string | null, run: () => void) => {
    if (why === null) return run()
    show({ said: why })
  }
  const finish = (send: (key: string) => Promise<unknown>, problem: string) => {
    const { posted, over } = state.post([], send)
    void posted.answer.then(onOver, (cause: Error) => {
      over(true)
      setPublishing(false)
      show({ said: `${problem}: ${cause.message}` })
      void showErrorToastAtTop(`${problem}: ${cause.message}`)
    })
  }
  const whyNotPublish = (): string | null => {
    if (mayNot !== null) return mayNot
    if (waiting.length > 0) return stillWaiting(waiting.length)
    return accepted === 0 ? "No accepted claims are left to publish" : null
  }
  return {
    unless,
    isPublishing,
    acceptRest: () => {
      const none = rest.length === 0 ? "The remaining claims must be reviewed one by one" : null
      unless(mayNot ?? none, () => {
        follow()
        show({})
        state.acceptRest(rest)
        measureDecision()
      })
    },
    publish: () => {
      const [next] = waiting
      if (mayNot === null && next && claim?.state !== "waiting") {
        follow()
        goTo(next.position)
        return show({ said: stillWaiting(waiting.length) }, next.position)
      }
      unless(whyNotPublish(), () => {
        if (isPublishing) return
        setPublishing(true)
        announce("Publishing")
        finish((key) => sendPublish(id, state.preview, key), "Not published")
      })
    },
    rejectAll: (reason: string) => {
      show({})
      finish((key) => sendRejection(id, reason, key), "Not rejected")
    },
  }
}

const stillWaiting = (number: number): string =>
  `Review the remaining ${number === 1 ? "claim" : `${number} claims`} before publishing`

const whyNotDecide = ({ state }: Claim, mayNot: string | null): string | null =>
  mayNot ?? (state === "waiting" ? null : "Already reviewed. Press U to undo.")

const whyNotAccept = (claim: Claim, mayNot: string | null): string | null =>
  whyNotDecide(claim, mayNot) ?? claim.hindrance

/** Undoes the decision on the current claim, or else the last one. Returns false if there is none. */
function undoOne({ state, claim }: ReviewActionsOptions): boolean {
  const { stack, undo, undoClaim } = state
  if (!claim || claim.state === "waiting") {
    const [newest] = stack
    return newest !== undefined && undo(newest.number)
  }
  const applied = stack.find(({ before }) => before.some((one) => one.position === claim.position))
  if (applied) undo(applied.number)
  else undoClaim(claim)
  return true
}

/** Returns the first cited entry of the focused claim, or else of the page. */
const nearestCitation = (): HTMLAnchorElement | null =>
  document.activeElement?.closest("li")?.querySelector<HTMLAnchorElement>("a[data-cited]") ??
  document.querySelector<HTMLAnchorElement>("a[data-cited]")

interface ReviewActions {
  /** True while a panel is open and handles the keys. */
  readonly busy: boolean
  step: (by: 1 | -1) => void
  accept: () => void
  edit: () => void
  promote: () => void
  reject: () => void
  undo: () => void
  open: () => void
  acceptRest: () => void
  publish: () => void
}

/** Returns the keyboard shortcuts of the review, in the order in which `?` lists them. */
export function reviewKeys({ busy, ...does }: ReviewActions): KeyBinding[] {
  const unlessBusy = (run: () => void) => () => (busy ? undefined : run())
  return [
    ...stepKeys({ row: "claim", step: does.step, arrows: true }),
    { keys: "a", does: "Accept", run: unlessBusy(does.accept) },
    { keys: "e", does: "Edit and accept", run: unlessBusy(does.edit) },
    { keys: "m", does: "Accept and promote to shared memory", run: unlessBusy(does.promote) },
    { keys: "r", does: "Reject with a reason", run: unlessBusy(does.reject) },
    { keys: "u", does: "Undo this decision or the last one", run: unlessBusy(does.undo) },
    { keys: "o", does: "Open the cited entry in its file", run: unlessBusy(does.open) },
    { keys: "A", does: "Accept all unflagged claims", run: unlessBusy(does.acceptRest) },
    { keys: "p", does: "Publish", run: unlessBusy(does.publish) },
  ]
}
