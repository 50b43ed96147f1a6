import type { ReactNode } from "react"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/waiting/shapes"
import { applyWords, hindranceOf, seedPlanPath } from "@/components/seed/waiting/words"
import { ButtonLink } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"
import { KeyedButton } from "./keyed-button"
import type { Mark } from "./queue"

export type SeedMode = "read" | "reject" | "snooze"

interface SeedBarProps {
  team: string
  plan: SeedPlanSummary
  detail: SeedPlanDetail | null
  mark: Mark | undefined
  mode: SeedMode
  mayCurate: boolean
  place: ReactNode
  onApply: () => void
  onMode: (mode: SeedMode) => void
  onWake: () => void
  onUndo: () => void
  onNext: () => void
}

/** What can be done with the seed plan that is looked at, each with its key. Beside a panel it only tells of that, and must not lie over its end. */
export function SeedBar(props: SeedBarProps) {
  return (
    <section aria-label="Verdict" className={`flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${props.mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}>
      <Verdicts {...props} />
      {props.place}
    </section>
  )
}

const PANEL_WORDS: Record<Exclude<SeedMode, "read">, string> = {
  reject: "Dropping: give a reason above, or leave with Esc",
  snooze: "Snoozing: choose a time above, or leave with Esc",
}

function Verdicts({ team, plan, detail, mark, mode, mayCurate, onApply, onMode, onWake, onUndo, onNext }: SeedBarProps) {
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
  const open = (
    <ButtonLink href={seedPlanPath(team, plan.id)} prefetch={false} aria-keyshortcuts="E Enter" className="max-md:h-10! max-md:flex-1">
      {plan.state === "waiting" && mayCurate ? "Move entries…" : "Open the plan"}
      <span className="max-md:hidden">
        <Kbd hidden>E</Kbd>
      </span>
    </ButtonLink>
  )
  if (plan.state !== "waiting") {
    return (
      <>
        {open}
        {mayCurate && plan.state !== "undone" ? (
          <KeyedButton kbd="U" onClick={onUndo}>
            Undo this decision
          </KeyedButton>
        ) : null}
      </>
    )
  }
  const hindrance = detail === null ? null : hindranceOf(detail)
  return (
    <>
      {mayCurate ? (
        <KeyedButton kbd="A" wraps variant="primary" disabled={detail === null || hindrance !== null} onClick={onApply} className="min-w-0 shrink! max-md:basis-full">
          {detail === null ? "Apply" : applyWords(detail)}
        </KeyedButton>
      ) : null}
      {open}
      {mayCurate ? (
        <KeyedButton kbd="R" aria-expanded={false} title="The agent stays as it is, and the plan is kept" onClick={() => onMode("reject")} className="max-md:flex-1">
          Drop
        </KeyedButton>
      ) : null}
      <KeyedButton kbd="H" variant="quiet" aria-expanded={plan.snoozedUntil ? undefined : false} onClick={() => (plan.snoozedUntil ? onWake() : onMode("snooze"))} className="max-md:flex-1">
        {plan.snoozedUntil ? "Wake" : "Snooze"}
      </KeyedButton>
      {hindrance === null && mayCurate ? null : <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{mayCurate ? hindrance : "A lead of the team decides"}</span>}
    </>
  )
}
