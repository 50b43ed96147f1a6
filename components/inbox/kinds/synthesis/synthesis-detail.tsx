"use client"

import { RejectWholePanel } from "@/components/coach/reject-synthesis-panel"
import { type SynthesisDetail, type SynthesisSummary } from "@/components/coach/synthesis-text"
import { SynthesisPane } from "@/components/coach/synthesis-pane"
import { SnoozePanel } from "@/components/queue/snooze-panel"
import { WithKeys, KeyedButton, KeyedLink } from "@/components/queue/keyed-button"
import { ALREADY_DECIDED, NO_PERMISSION } from "../../item-detail"
import { useDetailKeys } from "../../use-detail-controller"
import type { ItemPaneProps } from "../../item-kind"
import { sendReopening, synthesisAction, type SynthesisDecision } from "./synthesis-action"
import { synthesisKeys } from "./synthesis-keys"
import { synthesisPath } from "@/components/data/addresses"
import { SnoozeButton, UndoButton, VerdictFrame, WhyNot, type VerdictFrameProps } from "../../item-action-bar"
import { formatCount } from "@/lib/memory/text/sentence"

type SynthesisMode = "read" | "reject" | "snooze"

interface SynthesisBarProps extends VerdictFrameProps {
  team: string
  synthesis: SynthesisSummary
  mayCurate: boolean
  onMode: (mode: SynthesisMode) => void
  onUndo: () => void
}

function SynthesisBar(props: SynthesisBarProps) {
  return (
    <VerdictFrame {...props}>
      <Verdicts {...props} />
    </VerdictFrame>
  )
}

function Verdicts({ team, synthesis, mayCurate, onMode, onUndo }: SynthesisBarProps) {
  const waits = synthesis.state === "waiting"
  const mayReject = waits && mayCurate
  return (
    <>
      <KeyedLink
        kbd="↵"
        variant={waits ? "primary" : "default"}
        href={synthesisPath(team, synthesis.id)}
        aria-keyshortcuts="Enter"
        className="max-md:basis-full"
      >
        {openLabel(synthesis, mayCurate)}
      </KeyedLink>
      {synthesis.state === "rejected" && mayCurate ? <UndoButton onClick={onUndo} /> : null}
      {mayReject ? (
        <KeyedButton
          action="reject"
          aria-expanded={false}
          title="None of the claims will be published"
          onClick={() => onMode("reject")}
          className="max-md:flex-1"
        >
          Reject all claims
        </KeyedButton>
      ) : null}
      {waits ? (
        <SnoozeButton isSnoozed={synthesis.snoozedUntil !== null} onClick={() => onMode("snooze")} />
      ) : null}
      {waits && !mayCurate ? <WhyNot>Only team leads can review claims</WhyNot> : null}
    </>
  )
}

function openLabel(synthesis: SynthesisSummary, mayCurate: boolean): string {
  if (synthesis.state === "waiting") return mayCurate ? reviewWords(synthesis) : "View claims"
  return synthesis.state === "rejected" ? "View claims" : "Open"
}

/** The selected synthesis with its actions. */
export function SynthesisDetailPane({
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
}: ItemPaneProps<SynthesisSummary, SynthesisDetail>) {
  const synthesis = item.summary
  const { team, mayCurate, mark, say } = controller
  const mode: SynthesisMode =
    controller.opened.mode === "reject" || controller.opened.mode === "snooze"
      ? controller.opened.mode
      : "read"
  const waits = synthesis.state === "waiting"
  const decide = (decision: SynthesisDecision) => controller.decide(synthesisAction([item], decision))
  const onMode = (next: SynthesisMode) => {
    if (mark?.kind === "struck") return controller.step(1)
    if (!waits) return say(ALREADY_DECIDED)
    if (next === "reject" && !mayCurate) return say(NO_PERMISSION)
    if (next === "snooze" && synthesis.snoozedUntil) return decide({ verdict: "snooze", until: null })
    controller.toggle(next)
  }
  const onUndo = () => {
    if (!mayCurate) return say(NO_PERMISSION)
    if (synthesis.state === "rejected")
      return controller.takeBack(item, (key) => sendReopening(synthesis.id, key))
    say("This synthesis is published. To unpublish it, press Enter to open it")
  }
  const byClaim = () =>
    mark?.kind === "struck"
      ? controller.step(1)
      : say(
          waits ? "Press Enter to review the claims one by one, or R to reject all of them" : ALREADY_DECIDED,
        )

  const keys = synthesisKeys(controller.waits)
  useDetailKeys("Synthesis", { controller, some, deaf }, keys, {
    review: byClaim,
    reject: () => onMode("reject"),
    snooze: () => onMode("snooze"),
    undo: onUndo,
  })
  const leave = () => controller.show({})
  return (
    <WithKeys keys={keys}>
      <SynthesisPane
        team={team}
        synthesis={synthesis}
        detail={detail}
        problem={problem}
        now={now}
        backHref={backHref}
      />
      {below}
      {mode === "reject" ? (
        <RejectWholePanel onReject={(reason) => decide({ verdict: "reject", reason })} onLeave={leave} />
      ) : null}
      {mode === "snooze" ? (
        <SnoozePanel onSnooze={(until) => decide({ verdict: "snooze", until })} onLeave={leave} />
      ) : null}
      {some ? null : (
        <SynthesisBar
          {...{ team, synthesis, mark, mode, mayCurate, place, onMode, onUndo }}
          onNext={() => controller.step(1)}
        />
      )}
    </WithKeys>
  )
}

/** Returns the label of the review button: "Review 12 claims", "Continue review (9 of 12 claims left)". */
export function reviewWords({ claims, counts }: Pick<SynthesisSummary, "claims" | "counts">): string {
  if (counts.waiting === 0) return "Publish or review again"
  return counts.waiting === claims
    ? `Review ${formatCount(claims, "claim")}`
    : `Continue review (${counts.waiting.toLocaleString("en")} of ${formatCount(claims, "claim")} left)`
}
