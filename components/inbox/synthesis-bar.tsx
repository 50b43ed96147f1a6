import type { ReactNode } from "react"
import { synthesisPath } from "@/components/coach/paths"
import type { SynthesisSummary } from "@/components/coach/waiting/shapes"
import { reviewWords } from "@/components/coach/waiting/words"
import { ButtonLink } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"
import { KeyedButton } from "./keyed-button"
import type { Mark } from "./queue"

export type SynthesisMode = "read" | "reject" | "snooze"

interface SynthesisBarProps {
  team: string
  synthesis: SynthesisSummary
  mark: Mark | undefined
  mode: SynthesisMode
  mayCurate: boolean
  place: ReactNode
  onMode: (mode: SynthesisMode) => void
  onWake: () => void
  onUndo: () => void
  onNext: () => void
}

/** What can be done with the synthesis that is looked at, each with its key. Beside a panel it only tells of that, and must not lie over its end. */
export function SynthesisBar(props: SynthesisBarProps) {
  return (
    <section aria-label="Verdict" className={`flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${props.mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}>
      <Verdicts {...props} />
      {props.place}
    </section>
  )
}

const PANEL_WORDS: Record<Exclude<SynthesisMode, "read">, string> = {
  reject: "Rejecting: give a reason above, or leave with Esc",
  snooze: "Snoozing: choose a time above, or leave with Esc",
}

function Verdicts({ team, synthesis, mark, mode, mayCurate, onMode, onWake, onUndo, onNext }: SynthesisBarProps) {
  if (mark?.kind === "struck") {
    return (
      <>
        <output className="font-medium">{mark.words}</output>
        <KeyedButton kbd="J" variant="primary" onClick={onNext}>
          Go on
        </KeyedButton>
      </>
    )
  }
  if (mode !== "read") return <span className="flex min-h-8 items-center text-ink-2">{PANEL_WORDS[mode]}</span>
  if (synthesis.state !== "waiting") {
    return (
      <>
        <Open team={team} synthesis={synthesis} words={synthesis.state === "rejected" ? "Look at its claims" : "Read it"} variant="default" />
        {synthesis.state === "rejected" && mayCurate ? (
          <KeyedButton kbd="U" onClick={onUndo}>
            Undo this decision
          </KeyedButton>
        ) : null}
      </>
    )
  }
  return (
    <>
      <Open team={team} synthesis={synthesis} words={mayCurate ? reviewWords(synthesis) : "Look at its claims"} variant="primary" />
      {mayCurate ? (
        <KeyedButton kbd="R" aria-expanded={false} title="None of its claims is published" onClick={() => onMode("reject")} className="max-md:flex-1">
          Reject the whole
        </KeyedButton>
      ) : null}
      <KeyedButton kbd="H" variant="quiet" aria-expanded={synthesis.snoozedUntil ? undefined : false} onClick={() => (synthesis.snoozedUntil ? onWake() : onMode("snooze"))} className="max-md:flex-1">
        {synthesis.snoozedUntil ? "Wake" : "Snooze"}
      </KeyedButton>
      {mayCurate ? null : <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2">A lead of the team decides</span>}
    </>
  )
}

function Open({ team, synthesis, words, variant }: Pick<SynthesisBarProps, "team" | "synthesis"> & { words: string; variant: "primary" | "default" }) {
  return (
    <ButtonLink variant={variant} href={synthesisPath(team, synthesis.id)} prefetch={false} aria-keyshortcuts="Enter" className="max-md:h-10! max-md:basis-full">
      {words}
      <span className="max-md:hidden">
        <Kbd hidden look={variant === "primary" ? "on-accent" : "plain"}>
          ↵
        </Kbd>
      </span>
    </ButtonLink>
  )
}
