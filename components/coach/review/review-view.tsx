"use client"

import { useRouter } from "next/navigation"
import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react"
import { RejectWholePanel } from "@/components/coach/waiting/reject-whole-panel"
import { claimsHeading, CLAIM_KINDS } from "@/components/coach/coach-text"
import { BelowPane } from "@/components/queue/below-pane"
import { measureDecision, notePresses } from "@/components/queue/press-time"
import { UndoTray } from "@/components/queue/undo-tray"
import { useDrafts } from "@/components/queue/use-drafts"
import { useNow } from "@/components/queue/use-now"
import { useAddress, useRowFocus } from "@/components/queue/use-place-in-list"
import { PlaceInList } from "@/components/queue/place-in-list"
import { ReasonPanel } from "@/components/proposals/panels/reason-panel"
import { REJECTION_REASONS } from "@/components/proposals/proposal-text"
import { useKeys } from "@/components/data/keys"
import { CitedList } from "./claims/cited-list"
import { ClaimBar, type ReviewMode } from "./claims/claim-bar"
import { ClaimOpen } from "./claims/claim-open"
import { ClaimRow } from "./claims/claim-row"
import { EditClaim } from "./claims/edit-claim"
import { LeftOutNotes } from "./left-out-notes"
import { ProgressStrip } from "./progress-strip"
import { PromotePanel } from "./promote-panel"
import { reviewKeys } from "./review-keys"
import type { PendingDecision } from "./review-state"
import { sayProblemAbove, sayShortlyAbove } from "@/components/data/announce"
import { sendPublish, sendRejection } from "./send"
import {
  byKind,
  type Claim,
  type PromotionChoice,
  type PromotionChoices,
  type PublishPreview,
  type Synthesis,
} from "./review-types"
import { SynthesisFacts } from "./synthesis-facts"
import { draftOf, useReview } from "./use-review"
import { useWide } from "./use-wide"
import { promotionWords, publishWords, whyByItself } from "./review-text"

export interface ReviewViewProps {
  synthesis: Synthesis
  me: { id: string; name: string }
  /** The reason why the reader may not decide; null if they may. */
  mayNot: string | null
  preview: PublishPreview | null
  choices: PromotionChoices
  /** The position of the claim that the URL names. */
  asked: number | null
  now: string
}

const NONE: readonly PromotionChoice[] = []
const NOTHING: readonly never[] = []

/** The review of a synthesis, one claim at a time, with the cited entries beside it. */
export function ReviewView({
  synthesis,
  me,
  mayNot,
  preview: firstPreview,
  choices,
  asked: firstAsked,
  now: startNow,
}: ReviewViewProps) {
  const { id, team, kind } = synthesis
  const router = useRouter()
  const now = useNow(startNow)
  const [heard, announce] = useState("")
  const over = useCallback(() => router.refresh(), [router])
  const {
    review,
    claims,
    move,
    stack,
    preview,
    keptOf,
    passTime,
    decideOne,
    acceptRest,
    undo,
    undoClaim,
    post,
  } = useReview({ synthesis, me, asked: firstAsked, preview: firstPreview, announce, onOver: over })
  const claim = claims.find((one) => one.position === review.current) ?? claims[0]
  const name = String(review.current + 1)

  const [open, setOpen] = useState<{ for: number; mode: ReviewMode; said: string | null }>({
    for: -1,
    mode: "read",
    said: null,
  })
  const { mode, said } = open.for === review.current ? open : { mode: "read" as const, said: null }
  const show = (more: Partial<{ mode: ReviewMode; said: string | null }>) =>
    setOpen({ mode: "read", said: null, ...more, for: review.current })
  const [publishing, setPublishing] = useState(false)

  const pane = useRef<HTMLDivElement>(null)
  const go = useCallback((position: number) => move({ do: "go", position }), [move])
  const { ask } = useAddress({ current: name, onGo: (named) => go(Number(named) - 1), member: "claim" })
  const { follow } = useRowFocus(name, pane, mode)
  const draft = useDrafts(pane, draftOf(id, review.current), mode)
  const wide = useWide()
  // Fifty entries render more slowly than a claim, so the effect of a key press is painted first.
  const citations = useDeferredValue(claim?.citations ?? NOTHING)
  useEffect(() => notePresses(), [])
  useEffect(() => {
    if (firstAsked !== null)
      pane.current?.querySelector("[data-item][aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [firstAsked])

  const chosen = useCallback(
    (position: number) => {
      ask()
      go(position)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets state, and a stable callback keeps a hundred rows from rendering again
    [go],
  )
  const waiting = claims.filter((one) => one.state === "waiting")
  const rest = waiting.filter((one) => whyByItself(one) === null)
  const stillWait = `Decide the remaining ${waiting.length === 1 ? "claim" : `${waiting.length} claims`} before publishing`
  const accepted = claims.filter(
    (one) => (one.state === "accepted" || one.state === "edited") && one.becomes !== "promotion",
  ).length
  const publishes = preview === null ? null : publishWords(preview, kind, accepted, now)
  const of = claim === undefined ? NONE : (choices[claim.position] ?? NONE)
  const onlyChoice = claim?.promote || of.length === 1 ? (of[0] ?? null) : null

  /** Runs the action, or shows the reason why it is not possible. */
  const unless = (why: string | null, run: () => void) => {
    if (why === null) return run()
    show({ said: why })
  }
  const decide = (one: Claim, decision: PendingDecision) => {
    follow()
    ask()
    show({})
    decideOne(one, decision)
    measureDecision()
  }
  const whyNot = (one: Claim): string | null =>
    mayNot ?? (one.state === "waiting" ? null : "Already decided. Press U to undo.")
  const whyNotAccept = (one: Claim): string | null => whyNot(one) ?? one.hindrance
  const toggle = (next: ReviewMode) => show({ mode: mode === next ? "read" : next })
  const promoteTo = (one: Claim, { to }: PromotionChoice) =>
    decide(one, { verdict: "accept", use: "promotion", to })
  const step = (by: 1 | -1) => {
    follow()
    ask()
    move({ do: "step", by })
  }
  const does = {
    step,
    accept: () =>
      claim && unless(whyNotAccept(claim), () => decide(claim, { verdict: "accept", use: "brief" })),
    edit: () => claim && unless(whyNotAccept(claim), () => toggle("edit")),
    promote: () =>
      claim &&
      unless(
        whyNotAccept(claim) ??
          (of.length === 0 ? "Nothing to promote: this claim is based on shared memory only" : null),
        () => (onlyChoice ? promoteTo(claim, onlyChoice) : toggle("promote")),
      ),
    reject: () => claim && unless(whyNot(claim), () => toggle("reject")),
    undo: () => {
      if (mayNot !== null) return unless(mayNot, () => undefined)
      const [newest] = stack
      follow()
      if (
        claim &&
        claim.state !== "waiting" &&
        !stack.some((one) => one.before.some((some) => some.position === claim.position))
      )
        undoClaim(claim)
      else if (claim && claim.state !== "waiting")
        undo(stack.find((one) => one.before.some((some) => some.position === claim.position))?.number ?? -1)
      else if (!newest || !undo(newest.number))
        void sayShortlyAbove("Nothing to undo. Select a decided claim to undo its decision.")
      measureDecision()
    },
    open: () => {
      const near =
        document.activeElement?.closest("li")?.querySelector<HTMLAnchorElement>("a[data-cited]") ??
        document.querySelector<HTMLAnchorElement>("a[data-cited]")
      if (near) near.click()
      else show({ said: "The cited entries no longer exist" })
    },
    acceptRest: () =>
      unless(
        mayNot ?? (rest.length === 0 ? "The remaining claims must be reviewed one by one" : null),
        () => {
          follow()
          show({})
          acceptRest(rest)
          measureDecision()
        },
      ),
    publish: () => {
      const [next] = waiting
      if (mayNot === null && next && claim?.state !== "waiting") {
        follow()
        chosen(next.position)
        return setOpen({ for: next.position, mode: "read", said: stillWait })
      }
      unless(
        mayNot ??
          (next
            ? stillWait
            : accepted === 0
              ? "No claims were accepted, so there is nothing to publish"
              : null),
        () => {
          if (publishing) return
          setPublishing(true)
          announce("Publishing")
          finish(
            post([], (key) => sendPublish(id, preview, key)),
            "Not published",
          )
        },
      )
    },
  }
  const finish = ({ posted, over: answered }: ReturnType<typeof post<unknown>>, problem: string) =>
    void posted.answer.then(over, (cause: Error) => {
      answered(true)
      setPublishing(false)
      show({ said: `${problem}: ${cause.message}` })
      void sayProblemAbove(`${problem}: ${cause.message}`)
    })
  useKeys("Review", reviewKeys({ busy: mode !== "read", ...does }))
  if (!claim) return null

  const cited = <CitedList team={team} citations={citations} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <output className="sr-only">{heard}</output>
      <ProgressStrip
        decided={claims.length - waiting.length}
        of={claims.length}
        publishes={publishes}
        accepted={accepted}
        rest={rest.length}
        mayDecide={mayNot === null}
        onRest={does.acceptRest}
        onRejectAll={() => toggle("reject-all")}
      />
      <div className="min-h-0 flex-1 lg:flex">
        <div
          ref={pane}
          onInput={draft.onInput}
          className="flex min-w-0 flex-1 flex-col bg-surface lg:min-h-0"
        >
          <div className="min-h-0 flex-1 overflow-y-auto pb-5">
            <div className="px-4 pt-3.5 md:px-7">
              <SynthesisFacts synthesis={synthesis} now={now} />
            </div>
            {byKind(claims, CLAIM_KINDS).map((group) => (
              <section key={group.kind} aria-label={claimsHeading(group.kind)} className="mt-4">
                <h2 className="px-4 pb-1 text-sm text-ink-2 md:px-7">
                  {claimsHeading(group.kind)}{" "}
                  <span className="font-normal text-ink-3 tabular-nums">{group.claims.length}</span>
                </h2>
                <ul>
                  {group.claims.map((one) => (
                    <li key={one.position}>
                      {one.position === claim.position ? (
                        <ClaimOpen
                          team={team}
                          claim={claim}
                          refused={review.refused.get(claim.position) ?? null}
                          promotion={of[0] ?? null}
                          kept={keptOf.get(claim.position) ?? NOTHING}
                          now={now}
                          panel={
                            mode === "edit" ? (
                              <EditClaim
                                key={`${claim.position}/${draft.again}`}
                                text={claim.text}
                                promotion={onlyChoice ? promotionWords(onlyChoice) : null}
                                onLeave={() => show({})}
                                onAccept={(text, use) =>
                                  decide(claim, {
                                    verdict: "edit",
                                    text,
                                    use,
                                    ...(use === "promotion" && onlyChoice ? { to: onlyChoice.to } : {}),
                                  })
                                }
                              />
                            ) : null
                          }
                        >
                          {wide ? null : <div className="mt-4 border-t border-line pt-3.5">{cited}</div>}
                        </ClaimOpen>
                      ) : (
                        <ClaimRow claim={one} refused={review.refused.has(one.position)} onGo={chosen} />
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {synthesis.notes.length > 0 ? (
              <div className="mt-6 px-4 md:px-7">
                <LeftOutNotes notes={synthesis.notes} />
              </div>
            ) : null}
          </div>
          {mode === "reject" ? (
            <ReasonPanel
              title="Reject because…"
              choices={CLAIM_REASONS}
              placeholder="Add a reason (the coach won’t repeat this claim)"
              onReason={(reason) => decide(claim, { verdict: "reject", reason })}
              onLeave={() => show({})}
            />
          ) : null}
          {mode === "promote" ? (
            <PromotePanel
              choices={of}
              onChoose={(choice) => promoteTo(claim, choice)}
              onLeave={() => show({})}
            />
          ) : null}
          {mode === "reject-all" ? (
            <RejectWholePanel
              onReject={(reason) => (
                show({}),
                finish(
                  post([], (key) => sendRejection(id, reason, key)),
                  "Not rejected",
                )
              )}
              onLeave={() => show({})}
            />
          ) : null}
          <BelowPane isDraft={mode === "edit" && draft.isBack} onStartOver={draft.startOver} said={said} />
          <ClaimBar
            claim={claim}
            mode={mode}
            mayNot={mayNot}
            path={preview?.path ?? null}
            choices={of}
            publish={
              waiting.length > 0 || accepted === 0
                ? null
                : {
                    words: publishes ?? "writes the accepted claims to the coach’s memory",
                    hindrance: preview?.claims === accepted ? preview.hindrance : null,
                    busy: publishing,
                  }
            }
            place={<PlaceInList place={claims.indexOf(claim) + 1} of={claims.length} />}
            does={does}
          />
        </div>
        {wide ? (
          <aside
            aria-label="Cited entries"
            className="relative shrink-0 overflow-y-auto border-l border-line px-5 py-4 lg:w-88 xl:w-112"
          >
            {cited}
          </aside>
        ) : null}
      </div>
      <UndoTray stack={stack} side="right" onUndo={(number) => (follow(), undo(number))} onPass={passTime} />
    </div>
  )
}

const CLAIM_REASONS = [
  ...REJECTION_REASONS.slice(0, 2).map(({ words }) => words),
  "Not supported by the cited entries",
  "Only temporarily true",
  "Instruction, not knowledge",
].map((words, place) => ({ key: String(place + 1), words }))
