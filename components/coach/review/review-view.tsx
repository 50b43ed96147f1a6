"use client"

import { useRouter } from "next/navigation"
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react"
import { BelowPane } from "@/components/queue/pane-messages"
import { PlaceInList } from "@/components/queue/place-in-list"
import { recordPresses } from "@/components/queue/focus-and-presses"
import { useDrafts, DraftsProvider } from "@/components/queue/drafts"
import { useNow } from "@/components/queue/use-live"
import { useAddress, useRowFocus } from "@/components/queue/use-item-address"
import { replayHeldKeys, useKeys } from "@/components/data/keyboard-shortcuts"
import { preloadable, preloadParts } from "@/components/data/preloadable"
import { CitedList } from "./claims/citations"
import { ClaimBar, type ReviewMode } from "./claims/claim-bar"
import { ClaimOpen, ClaimRow, ClaimSections } from "./claims/claim"
import { LeftOutNotes, SynthesisFacts, ProgressStrip } from "./review-head"
import { reviewKeys, useReviewActions } from "./use-review-actions"
import { type PendingDecision, progressOf } from "./review-reducer"
import {
  type Claim,
  type PromotionChoice,
  type PromotionChoices,
  type PublishPreview,
  type Synthesis,
  promotionWords,
  publishWords,
} from "./synthesis-types"
import { useReview } from "./use-review"
import { draftOf } from "./review-requests"
import { useWide } from "./use-wide"

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

const NONE: readonly never[] = []

const LazyReviewPanel = preloadable(() => import("./claims/review-panels").then((one) => one.ReviewPanel))
const LazyEditClaim = preloadable(() => import("./claims/review-panels").then((one) => one.EditClaim))
const LazyUndoTray = preloadable(() => import("@/components/queue/undo-tray").then((one) => one.UndoTray))

/** The review of a synthesis, one claim at a time, with the cited entries beside it. */
export function ReviewView(props: ReviewViewProps) {
  const { synthesis, me, mayNot, preview: firstPreview, asked, now: startNow } = props
  const { id, team, kind } = synthesis
  const router = useRouter()
  const now = useNow(startNow)
  const [heard, announce] = useState("")
  const onOver = useCallback(() => router.refresh(), [router])
  const state = useReview({ synthesis, me, asked, preview: firstPreview, announce, onOver })
  const { review, claims, stack, preview, keptOf } = state
  const claim = claims.find((one) => one.position === review.current) ?? claims[0]

  const { mode, said, show } = useOpenPanel(review.current)
  const close = () => show({})
  const pane = useRef<HTMLDivElement>(null)
  const { ask, follow, goTo } = useCurrentClaim(state, pane, mode)
  const draft = useDrafts(draftOf(id, review.current), mode)
  const wide = useWide()
  // Fifty entries render more slowly than a claim, so the effect of a key press is painted first.
  const citations = useDeferredValue(claim?.citations ?? NONE)
  usePanelScripts(mode)
  useEffect(() => {
    if (asked !== null)
      pane.current?.querySelector("[data-item][aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [asked])

  const progress = progressOf(claims)
  const publishes = preview === null ? null : publishWords(preview, kind, progress.accepted, now)
  const { choices, onlyChoice } = promotionOf(claim, props.choices)
  const { does, decide, toggle, promoteTo, rejectAll, isPublishing } = useReviewActions({
    id,
    state,
    claim,
    progress,
    mayNot,
    choices,
    onlyChoice,
    mode,
    show,
    follow,
    ask,
    goTo,
    announce,
    onOver,
  })
  useKeys("Review", reviewKeys({ busy: mode !== "read", ...does }))
  if (!claim) return null

  const cited = <CitedList team={team} citations={citations} />
  const drawn = (one: Claim) => {
    if (one.position !== claim.position)
      return <ClaimRow claim={one} refused={review.refused.has(one.position)} onGo={goTo} />
    const isEditing = mode === "edit"
    return (
      <ClaimOpen
        {...{ team, claim, now }}
        refused={review.refused.get(claim.position) ?? null}
        promotion={choices[0] ?? null}
        kept={keptOf.get(claim.position) ?? NONE}
        panel={
          isEditing ? (
            <DraftsProvider item={draftOf(id, claim.position)} panel={mode}>
              <EditPanel {...{ claim, onlyChoice, decide }} again={draft.again} onLeave={close} />
            </DraftsProvider>
          ) : null
        }
      >
        {wide ? null : <div className="mt-4 border-t border-line pt-3.5">{cited}</div>}
      </ClaimOpen>
    )
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <output className="sr-only">{heard}</output>
      <ProgressStrip
        decided={claims.length - progress.waiting.length}
        of={claims.length}
        publishes={publishes}
        accepted={progress.accepted}
        rest={progress.rest.length}
        mayDecide={mayNot === null}
        onRest={does.acceptRest}
        onRejectAll={() => toggle("reject-all")}
      />
      <div className="min-h-0 flex-1 lg:flex">
        <div ref={pane} className="flex min-w-0 flex-1 flex-col bg-surface lg:min-h-0">
          <ReviewDocument {...{ synthesis, claims, drawn, now }} />
          <LazyReviewPanel
            {...{ mode, choices }}
            onReject={(reason) => decide(claim, { verdict: "reject", reason })}
            onPromote={(choice) => promoteTo(claim, choice)}
            onRejectAll={rejectAll}
            onLeave={close}
          />
          <BelowPane isDraft={mode === "edit" && draft.isBack} onStartOver={draft.startOver} said={said} />
          <ClaimBar
            {...{ claim, mode, mayNot, choices, does }}
            path={preview?.path ?? null}
            publish={publishButton({ progress, preview, publishes, isPublishing })}
            place={<PlaceInList place={claims.indexOf(claim) + 1} of={claims.length} />}
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
      {stack.length > 0 ? (
        <LazyUndoTray
          stack={stack}
          side="right"
          onUndo={(number) => {
            follow()
            state.undo(number)
          }}
          onPass={state.passTime}
        />
      ) : null}
    </div>
  )
}

/** Loads the scripts of the panels after the page. Keys that are pressed for a panel before wait for it. */
function usePanelScripts(mode: ReviewMode): void {
  useEffect(() => recordPresses(), [])
  useEffect(() => preloadParts([LazyReviewPanel, LazyEditClaim, LazyUndoTray]), [])
  useEffect(() => (mode === "read" ? replayHeldKeys(true) : undefined), [mode])
}

/** Returns the open panel and the message of the current claim, and a function that changes them. */
function useOpenPanel(current: number) {
  const [open, setOpen] = useState<{ for: number; mode: ReviewMode; said: string | null }>({
    for: -1,
    mode: "read",
    said: null,
  })
  const { mode, said } = open.for === current ? open : { mode: "read" as const, said: null }
  const show = (more: { mode?: ReviewMode; said?: string | null }, position = current) =>
    setOpen({ mode: "read", said: null, ...more, for: position })
  return { mode, said, show }
}

/** Keeps the address and the focus on the current claim. Returns the functions that update them. */
function useCurrentClaim(
  { review, move }: ReturnType<typeof useReview>,
  pane: RefObject<HTMLDivElement | null>,
  mode: ReviewMode,
) {
  const name = String(review.current + 1)
  const go = useCallback((position: number) => move({ do: "go", position }), [move])
  const { ask } = useAddress({ current: name, onGo: (named) => go(Number(named) - 1), member: "claim" })
  const { follow } = useRowFocus(name, pane, mode)
  const goTo = useCallback(
    (position: number) => {
      ask()
      go(position)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets state, and a stable callback keeps a hundred rows from rendering again
    [go],
  )
  return { ask, follow, goTo }
}

/**
 * Returns the memories that a claim can be promoted to. `onlyChoice`: the memory to use without asking; null:
 * the user must choose.
 */
function promotionOf(
  claim: Claim | undefined,
  all: PromotionChoices,
): { choices: readonly PromotionChoice[]; onlyChoice: PromotionChoice | null } {
  const choices = claim ? (all[claim.position] ?? NONE) : NONE
  const [first = null] = choices
  return { choices, onlyChoice: claim?.promote || choices.length === 1 ? first : null }
}

interface ReviewDocumentProps {
  synthesis: Synthesis
  claims: readonly Claim[]
  drawn: (claim: Claim) => ReactNode
  now: string
}

/** The facts of the synthesis, its claims by kind, and what the coach left out. */
function ReviewDocument({ synthesis, claims, drawn, now }: ReviewDocumentProps) {
  const { notes } = synthesis
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto pb-5">
      <div className="px-4 pt-3.5 md:px-7">
        <SynthesisFacts synthesis={synthesis} now={now} />
      </div>
      <ClaimSections claims={claims} drawn={drawn} />
      {notes.length > 0 ? (
        <div className="mt-6 px-4 md:px-7">
          <LeftOutNotes notes={notes} />
        </div>
      ) : null}
    </div>
  )
}

interface EditPanelProps {
  claim: Claim
  onlyChoice: PromotionChoice | null
  /** Changes when the typed text is restored or discarded. */
  again: number
  decide: (claim: Claim, decision: PendingDecision) => void
  onLeave: () => void
}

function EditPanel({ claim, onlyChoice, again, decide, onLeave }: EditPanelProps) {
  return (
    <LazyEditClaim
      key={`${claim.position}/${again}`}
      text={claim.text}
      promotion={onlyChoice && promotionWords(onlyChoice)}
      onLeave={onLeave}
      onAccept={(text, use) => {
        const target = use === "promotion" && onlyChoice ? { to: onlyChoice.to } : {}
        decide(claim, { verdict: "edit", text, use, ...target })
      }}
    />
  )
}

interface PublishState {
  progress: ReturnType<typeof progressOf>
  preview: PublishPreview | null
  /** Effect of publishing; null if unknown. */
  publishes: string | null
  isPublishing: boolean
}

/** Returns the button that publishes; null while claims are waiting or if none was accepted. */
function publishButton({ progress, preview, publishes, isPublishing }: PublishState) {
  const { waiting, accepted } = progress
  if (waiting.length > 0 || accepted === 0) return null
  return {
    words: publishes ?? "writes the accepted claims to the coach’s memory",
    hindrance: preview?.claims === accepted ? preview.hindrance : null,
    busy: isPublishing,
  }
}
