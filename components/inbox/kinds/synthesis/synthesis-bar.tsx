import { synthesisPath } from "@/components/data/addresses"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import { reviewWords } from "@/components/coach/waiting/waiting-synthesis-text"
import { KeyedButton, KeyedLink } from "@/components/queue/keyed-button"
import {
  SnoozeButton,
  UndoButton,
  VerdictFrame,
  type VerdictFrameProps,
  WhyNot,
} from "../../bars/verdict-frame"

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
          title="Publishes none of the claims"
          onClick={() => onMode("reject")}
          className="max-md:flex-1"
        >
          Reject all claims
        </KeyedButton>
      ) : null}
      {waits ? (
        <SnoozeButton isSnoozed={synthesis.snoozedUntil !== null} onClick={() => onMode("snooze")} />
      ) : null}
      {waits && !mayCurate ? <WhyNot>Only team leads can decide</WhyNot> : null}
    </>
  )
}

function openLabel(synthesis: SynthesisSummary, mayCurate: boolean): string {
  if (synthesis.state === "waiting") return mayCurate ? reviewWords(synthesis) : "View claims"
  return synthesis.state === "rejected" ? "View claims" : "Open"
}
