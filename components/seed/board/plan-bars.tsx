import type { ReactNode } from "react"
import { Instant } from "@/components/data/instant"
import { VisibleText } from "@/components/text/visible-text"
import { KeyedButton } from "@/components/queue/keyed-button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Button } from "@/components/ui/button"
import { SeedBar } from "../seed-budget-bar"
import { type SeedPlan, namesOf, sourceName } from "../seed-plans"

interface PlanStripProps {
  plan: SeedPlan
  now: string
  lines: number
  goIn: number
  unsure: number
  unsureOnly: boolean
  mayMove: boolean
  isFitting: boolean
  onUnsure: () => void
  onFit: () => void
  onText: () => void
  onContext: () => void
}

/** The sources of the plan, the size of the file, filters and previews. */
export function PlanStrip({
  plan,
  now,
  lines,
  goIn,
  unsure,
  unsureOnly,
  mayMove,
  isFitting,
  onUnsure,
  onFit,
  onText,
  onContext,
}: PlanStripProps) {
  const over = Math.max(0, lines - plan.budget)
  return (
    <section aria-label="Plan" className="grid grid-cols-1 gap-1.5 border-b border-line bg-ground px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
        <span className="flex items-center gap-2.5">
          <output aria-label="Budget" className={`font-medium tabular-nums ${over > 0 ? "text-danger" : ""}`}>
            {lines} of {plan.budget} lines
          </output>
          <SeedBar lines={lines} budget={plan.budget} className="w-33" />
        </span>
        {over > 0 ? (
          <span className="flex flex-wrap items-center gap-2 text-danger">
            {formatCount(over, "line")} over budget
            {mayMove && goIn > 0 ? (
              <KeyedButton size="sm" kbd="M" aria-busy={isFitting || undefined} onClick={onFit}>
                Make room
              </KeyedButton>
            ) : null}
          </span>
        ) : null}
        <span className="text-ink-2 tabular-nums">
          {formatCount(goIn, "entry")} included, {plan.placements.length - goIn} left out
        </span>
        <span className="ml-auto flex flex-wrap gap-2 max-md:ml-0">
          <KeyedButton
            size="sm"
            kbd="F"
            aria-pressed={unsureOnly}
            disabled={unsure === 0 && !unsureOnly}
            onClick={onUnsure}
            className="aria-pressed:border-accent aria-pressed:text-accent"
          >
            {unsureLabel(unsure, unsureOnly)}
          </KeyedButton>
          <KeyedButton size="sm" kbd="P" onClick={onText}>
            Preview file
          </KeyedButton>
          {plan.agent === null ? null : (
            <KeyedButton size="sm" kbd="C" onClick={onContext}>
              Preview context
            </KeyedButton>
          )}
        </span>
      </div>
      <PlanOrigin plan={plan} now={now} />
    </section>
  )
}

function unsureLabel(unsure: number, unsureOnly: boolean): string {
  if (unsure === 0) return "No uncertain entries"
  return unsureOnly ? `Showing only ${unsure} uncertain` : `${unsure} uncertain`
}

/** The predecessors and the file of the plan, its author, and the sources that changed since. */
function PlanOrigin({ plan, now }: Pick<PlanStripProps, "plan" | "now">) {
  const drifted = plan.from.filter((one) => one.changed)
  return (
    <p className="text-sm text-ink-2 wrap-anywhere">
      From{" "}
      <b className="text-ink">
        <VisibleText text={namesOf(plan.from.map(sourceName))} />
      </b>{" "}
      into <code className="font-mono">{plan.path}</code> in {plan.project.name}, planned{" "}
      <Instant at={plan.at} now={now} /> by <VisibleText text={plan.by} />.
      {plan.model === null ? "" : ` The placement is partly based on an assessment by ${plan.model}.`}
      {plan.notes.length > 0 ? ` ${plan.notes.join(" ")}` : ""}
      {proposalsNote(plan)}
      {drifted.length > 0
        ? ` ${namesOf(drifted.map(sourceName))} changed after the plan was created. Create a new plan to include the changes.`
        : ""}
    </p>
  )
}

/** Returns why entries become proposals, or an empty text if the plan is applied at once. */
function proposalsNote({ target, may }: SeedPlan): string {
  if (target === "has-content")
    return " This memory already has entries, so each new entry becomes a proposal."
  return may.people > 1
    ? ` Changes to this memory need ${may.people} approvals, so each entry becomes a proposal.`
    : ""
}

interface PlanBarProps {
  /** The label of the apply button. */
  words: string
  /** The reason why the plan cannot be applied; null if it can. */
  hindrance: string | null
  mayDecide: boolean
  isBusy: boolean
  mayUndo: boolean
  chosen: number
  place: ReactNode
  onApply: () => void
  onUndo: () => void
  onDrop: () => void
  onNone: () => void
}

/** The decision bar: apply, undo a move, discard. */
export function PlanBar({
  words,
  hindrance,
  mayDecide,
  isBusy,
  mayUndo,
  chosen,
  place,
  onApply,
  onUndo,
  onDrop,
  onNone,
}: PlanBarProps) {
  return (
    <section
      aria-label="Decision"
      className="flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 max-lg:sticky max-lg:bottom-0 max-lg:z-20"
    >
      {mayDecide ? (
        <KeyedButton
          kbd="A"
          variant="primary"
          wraps
          disabled={hindrance !== null}
          title={hindrance ?? undefined}
          aria-busy={isBusy || undefined}
          onClick={onApply}
          className="min-w-0 shrink! max-md:basis-full"
        >
          <span>{words}</span>
        </KeyedButton>
      ) : null}
      {mayUndo ? (
        <KeyedButton kbd="U" onClick={onUndo} className="max-md:flex-1">
          Undo move
        </KeyedButton>
      ) : null}
      {mayDecide ? (
        <KeyedButton
          kbd="R"
          variant="quiet"
          onClick={onDrop}
          className="max-md:flex-1"
          title="Discarding does not change memory, and you can undo it."
        >
          Discard plan
        </KeyedButton>
      ) : null}
      {hindrance === null ? null : <span className="min-w-0 flex-1 basis-40 text-ink-2">{hindrance}</span>}
      {chosen > 0 ? (
        <span className="flex items-center gap-2 font-medium">
          {chosen} selected. Press a digit to move the selection.
          <Button size="sm" variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onNone}>
            Clear selection
          </Button>
        </span>
      ) : null}
      <span className="ml-auto flex max-md:hidden">{place}</span>
    </section>
  )
}
