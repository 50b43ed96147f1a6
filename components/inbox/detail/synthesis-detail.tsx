"use client"

import { RejectWholePanel } from "@/components/coach/waiting/reject-whole-panel"
import type { SynthesisDetail, SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import { SynthesisPane } from "@/components/coach/waiting/synthesis-pane"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import type { DetailProps } from "./detail-controller"
import { itemOfSynthesis } from "../item"
import { SynthesisBar, type SynthesisMode } from "../bars/synthesis-bar"
import { sendReopening, type SynthesisDecision, synthesisAction } from "../actions/synthesis-action"
import { useDetailKeys } from "./use-detail-keys"
import { DECIDED, MAY_NOT } from "../actions/unavailable-reason"

interface SynthesisDeskProps extends DetailProps {
  synthesis: SynthesisSummary
  detail: SynthesisDetail | null
}

/** The selected synthesis with its actions. */
export function SynthesisDetailPane({
  controller,
  synthesis,
  detail,
  problem,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
}: SynthesisDeskProps) {
  const { team, mayCurate, mark, say } = controller
  const mode: SynthesisMode =
    controller.opened.mode === "reject" || controller.opened.mode === "snooze"
      ? controller.opened.mode
      : "read"
  const waits = synthesis.state === "waiting"
  const decide = (decision: SynthesisDecision) => controller.decide(synthesisAction([synthesis], decision))
  const onMode = (next: SynthesisMode) => {
    if (mark?.kind === "struck") return controller.step(1)
    if (!waits) return say(DECIDED)
    if (next === "reject" && !mayCurate) return say(MAY_NOT)
    if (next === "snooze" && synthesis.snoozedUntil) return decide({ verdict: "snooze", until: null })
    controller.toggle(next)
  }
  const onUndo = () => {
    if (!mayCurate) return say(MAY_NOT)
    if (synthesis.state === "rejected")
      return controller.takeBack(itemOfSynthesis(synthesis), (key) => sendReopening(synthesis.id, key))
    say("This synthesis is published. Press Enter to open it and unpublish")
  }
  const byClaim = () =>
    mark?.kind === "struck"
      ? controller.step(1)
      : say(waits ? "Press Enter to review the claims one by one, or R to reject all of them" : DECIDED)

  useDetailKeys(
    "Synthesis",
    { controller, some, deaf },
    controller.waits
      ? [
          ...["a", "e", "m"].map((keys) => ({
            keys,
            does: "Review the claims one by one (Enter opens them)",
            run: byClaim,
          })),
          { keys: "r", does: "Reject all claims with a reason", run: () => onMode("reject") },
          { keys: "h", does: "Snooze or unsnooze", run: () => onMode("snooze") },
        ]
      : [{ keys: "u", does: "Undo the rejection", run: onUndo }],
  )
  const leave = () => controller.show({})
  return (
    <>
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
    </>
  )
}
