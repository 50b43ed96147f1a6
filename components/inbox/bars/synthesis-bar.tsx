import { synthesisPath } from "@/components/coach/paths"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import { reviewWords } from "@/components/coach/waiting/waiting-synthesis-text"
import { KeyedButton, KeyedLink } from "./keyed-button"
import { SnoozeButton, UndoButton, VerdictFrame, type VerdictFrameProps, WhyNot } from "./verdict-frame"

export type SynthesisMode = "read" | "reject" | "snooze"

interface SynthesisBarProps extends VerdictFrameProps {
  team: string
  synthesis: SynthesisSummary
  mayCurate: boolean
  onMode: (mode: SynthesisMode) => void
  onUndo: () => void
}

export function SynthesisBar(props: SynthesisBarProps) {
  return (
    <VerdictFrame {...props}>
      <Verdicts {...props} />
    </VerdictFrame>
  )
}

function Verdicts({ team, synthesis, mayCurate, onMode, onUndo }: SynthesisBarProps) {
  const waits = synthesis.state === "waiting"
  return (
    <>
      <KeyedLink
        kbd="↵"
        variant={waits ? "primary" : "default"}
        href={synthesisPath(team, synthesis.id)}
        aria-keyshortcuts="Enter"
        className="max-md:basis-full"
      >
        {waits && mayCurate
          ? reviewWords(synthesis)
          : waits || synthesis.state === "rejected"
            ? "Look at its claims"
            : "Read it"}
      </KeyedLink>
      {synthesis.state === "rejected" && mayCurate ? <UndoButton onClick={onUndo} /> : null}
      {waits && mayCurate ? (
        <KeyedButton
          kbd="R"
          aria-expanded={false}
          title="None of its claims is published"
          onClick={() => onMode("reject")}
          className="max-md:flex-1"
        >
          Reject the whole
        </KeyedButton>
      ) : null}
      {waits ? (
        <SnoozeButton isSnoozed={synthesis.snoozedUntil !== null} onClick={() => onMode("snooze")} />
      ) : null}
      {waits && !mayCurate ? <WhyNot>A lead of the team decides</WhyNot> : null}
    </>
  )
}
