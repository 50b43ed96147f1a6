"use client"

import { type ReactNode, useId, useState } from "react"
import { REJECTION_REASONS } from "@/components/proposals/rejection-text"
import { snoozeChoices } from "@/components/queue/snooze-panel"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { Kbd } from "@/components/ui/kbd"
import { type KeyBinding, useKeys } from "@/components/data/keyboard-shortcuts"
import { KeyedButton } from "@/components/queue/keyed-button"
import { REASON_REQUIRED } from "@/components/queue/panel-form"
import { capitalize } from "@/lib/memory/text/sentence"
import type { InboxItem } from "../inbox-item"
import type { ItemAction, BulkDecision, BulkKind, BulkKinds, BulkVerdict } from "./item-action"
import { type BulkPlan, planBulk, combinedAction } from "./bulk-plan"

interface BulkBarProps {
  team: string
  kinds: BulkKinds
  chosen: readonly InboxItem[]
  /** The bulk action being confirmed, or null. */
  asking: BulkVerdict | null
  onAsk: (verdict: BulkVerdict | null) => void
  onDecide: (action: ItemAction) => void
  onClear: () => void
  /** Assigns the selected items to the current user where possible. */
  onAssign: () => void
  /** Opens or closes the panel that assigns the selected items to a member. */
  onAssignTo: () => void
  /** Panel that assigns the selected items; null: closed. */
  assigning: ReactNode
  mayDecide: boolean
}

/** Bulk actions on the selected items. A summary line shows the effect before confirmation. */
export function BulkBar(props: BulkBarProps) {
  const { kinds, chosen, asking, onAsk, onClear, mayDecide } = props
  const selected = selectedKinds(kinds, chosen)
  return (
    <section
      aria-label="Selected"
      className="border-t border-line bg-ground px-4 py-2.5 max-md:sticky max-md:bottom-0 max-md:z-20 md:px-7"
    >
      {asking === null ? null : <Asked key={asking} {...props} {...{ asking, selected }} />}
      {props.assigning === null ? null : (
        <div className="-mx-4 -mt-2.5 mb-2.5 md:-mx-7">{props.assigning}</div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-1 font-medium tabular-nums max-md:basis-full">
          {chosen.length.toLocaleString("en")} selected
        </span>
        {mayDecide ? <DecisionButtons {...props} selected={selected} /> : null}
        <KeyedButton
          kbd="H"
          variant="quiet"
          aria-pressed={asking === "snooze"}
          onClick={() => onAsk("snooze")}
        >
          Snooze
        </KeyedButton>
        <KeyedButton
          kbd="Esc"
          variant="quiet"
          aria-keyshortcuts="Escape"
          onClick={onClear}
          className="ml-auto"
        >
          Clear
        </KeyedButton>
      </div>
    </section>
  )
}

/** Returns the kinds of the selected items, in the order of kinds. */
const selectedKinds = (kinds: BulkKinds, chosen: readonly InboxItem[]): readonly BulkKind[] =>
  [...kinds].flatMap(([id, kind]) => (chosen.some((one) => one.kind.id === id) ? [kind] : []))

interface DecisionButtonsProps extends Pick<BulkBarProps, "asking" | "onAsk" | "onAssign" | "onAssignTo"> {
  /** The kinds of the selected items. */
  selected: readonly BulkKind[]
}

/** The buttons of decisions that are possible for at least one of the selected items. */
function DecisionButtons({ selected, asking, onAsk, onAssign, onAssignTo }: DecisionButtonsProps) {
  const approve = selected.flatMap((kind) => kind.approve?.label ?? []).join(", ")
  const reject = rejectLabel(selected)
  return (
    <>
      {approve === "" ? null : (
        <KeyedButton
          kbd="A"
          variant={asking === null ? "primary" : "default"}
          aria-pressed={asking === "approve"}
          onClick={() => onAsk("approve")}
        >
          {capitalize(approve)}
        </KeyedButton>
      )}
      {reject === null ? null : (
        <KeyedButton kbd="R" aria-pressed={asking === "reject"} onClick={() => onAsk("reject")}>
          {reject}
        </KeyedButton>
      )}
      {selected.some((kind) => kind.isAssignable) ? (
        <>
          <KeyedButton kbd="I" onClick={onAssign}>
            Assign to me
          </KeyedButton>
          <KeyedButton kbd="⇧I" aria-keyshortcuts="Shift+I" onClick={onAssignTo}>
            Assign to…
          </KeyedButton>
        </>
      ) : null}
    </>
  )
}

/** Returns the label of the button that rejects; null if none of the items can be rejected in bulk. */
function rejectLabel(selected: readonly BulkKind[]): string | null {
  const [only, ...others] = selected
  if (others.length === 0) return only?.reject.alone ?? null
  return selected.map((kind) => kind.reject.mixed).find((label) => label !== null) ?? null
}

interface AskedProps extends BulkBarProps {
  asking: BulkVerdict
  /** The kinds of the selected items. */
  selected: readonly BulkKind[]
}

/** The confirmation of the decision that was asked for, or the reason why it is not possible. */
function Asked({ team, kinds, chosen, asking, selected, onAsk, onDecide }: AskedProps) {
  const plan = planBulk(chosen, asking, kinds)
  const onLeave = () => onAsk(null)
  if (itemsIn(plan) === 0) return <NoneQualifies {...{ plan, onLeave }} />
  return <Confirm {...{ team, kinds, plan, selected, onDecide, onLeave }} verdict={asking} />
}

interface ConfirmProps extends Pick<BulkBarProps, "team" | "kinds" | "onDecide"> {
  plan: BulkPlan
  verdict: BulkVerdict
  /** The kinds of the selected items. */
  selected: readonly BulkKind[]
  onLeave: () => void
}

/** The effect of the decision, with the buttons that confirm it or give the reason or the time. */
function Confirm({ team, kinds, plan, verdict, selected, onDecide, onLeave }: ConfirmProps) {
  const [times] = useState(() => snoozeChoices(new Date()))
  const id = useId()
  const decide = (decision: BulkDecision) => onDecide(bulkAction(plan, { team, kinds, decision }))
  const dismiss = dismissalOf(verdict, selected)
  const isPlain = verdict === "approve" || dismiss !== undefined
  const needsReason = !isPlain && verdict === "reject"
  const confirm = () => decide({ verdict: dismiss ? "dismiss" : "approve" })
  const choices = isPlain ? [] : choicesOf(verdict, times, decide)
  useKeys("Selected", [
    ...(isPlain ? confirmKeys(dismiss, confirm) : choices.map(asBinding)),
    { keys: "Escape", does: "Cancel", run: onLeave },
  ])
  return (
    <section aria-labelledby={id} className="mb-2.5 grid gap-2 border-b border-line pb-2.5">
      <output id={id} className="font-medium">
        {plan.words}.
      </output>
      {needsReason ? <p className="text-sm text-ink-2">{REASON_REQUIRED}</p> : null}
      <div className="flex flex-wrap gap-2">
        {isPlain ? (
          <KeyedButton kbd="↵" variant="primary" aria-keyshortcuts="Enter" onClick={confirm}>
            {dismiss?.label ?? confirmVerb(plan, kinds)} {itemsIn(plan).toLocaleString("en")}
          </KeyedButton>
        ) : null}
        {choices.map(({ key, words, run }) => (
          <Button key={key} size="sm" aria-keyshortcuts={key} onClick={run}>
            <Kbd hidden>{key}</Kbd>
            {words}
          </Button>
        ))}
        {needsReason ? (
          <ReasonForm onReason={(reason) => decide({ verdict, reason })} onLeave={onLeave} />
        ) : null}
        <KeyedButton kbd="Esc" variant="quiet" size="sm" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </KeyedButton>
      </div>
    </section>
  )
}

/** Says that the decision is possible for none of the selected items, and why. */
function NoneQualifies({ plan, onLeave }: Pick<ConfirmProps, "plan" | "onLeave">) {
  useKeys(
    "Selected",
    ["Enter", "Escape"].map((keys) => ({ keys, does: "Close", run: onLeave })),
  )
  return (
    <section
      aria-label="Decision not possible"
      className="mb-2.5 flex flex-wrap items-center gap-2 border-b border-line pb-2.5"
    >
      <output className="font-medium">{plan.words}.</output>
      <KeyedButton kbd="Esc" variant="quiet" size="sm" aria-keyshortcuts="Escape" onClick={onLeave}>
        Close
      </KeyedButton>
    </section>
  )
}

/** Returns the confirmation of a rejection without a reason, if the selected kind has one. */
function dismissalOf(verdict: BulkVerdict, [kind, ...others]: readonly BulkKind[]): BulkKind["dismiss"] {
  return verdict === "reject" && others.length === 0 ? kind?.dismiss : undefined
}

/** Returns the keys that confirm: Enter, and the key that asked. */
function confirmKeys(dismiss: BulkKind["dismiss"], run: () => void): KeyBinding[] {
  const { key, does } = dismiss ? { key: "r", does: dismiss.does } : { key: "a", does: "Confirm" }
  return ["Enter", key].map((keys) => ({ keys, does, run }))
}

const asBinding = ({ key, words, run }: Choice): KeyBinding => ({ keys: key, does: words, run })

/** Returns the reasons or the times to choose from. */
function choicesOf(
  verdict: BulkVerdict,
  times: ReturnType<typeof snoozeChoices>,
  decide: (decision: BulkDecision) => void,
): readonly Choice[] {
  if (verdict === "snooze")
    return times.map(({ key, words, until }) => ({
      key,
      words,
      run: () => decide({ verdict, until: until.toISOString() }),
    }))
  return REJECTION_REASONS.map(({ key, words }) => ({
    key,
    words,
    run: () => decide({ verdict: "reject", reason: words }),
  }))
}

interface Choice {
  readonly key: string
  readonly words: string
  readonly run: () => void
}

const itemsIn = ({ taken }: BulkPlan): number =>
  [...taken.values()].reduce((sum, items) => sum + items.length, 0)

/** Returns the verb of the button that approves at least one item; "Decide" for several kinds of items. */
function confirmVerb({ taken }: BulkPlan, kinds: BulkKinds): string {
  const [[id = ""] = [], ...others] = [...taken].filter(([, items]) => items.length > 0)
  return others.length > 0 ? "Decide" : (kinds.get(id)?.approve?.verb ?? "Decide")
}

interface ReasonFormProps {
  onReason: (reason: string) => void
  onLeave: () => void
}

function ReasonForm({ onReason, onLeave }: ReasonFormProps) {
  const [typed, setTyped] = useState("")
  const reason = typed.trim()
  return (
    <form
      className="flex flex-1 basis-60 gap-2 max-md:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== "") onReason(reason)
      }}
    >
      <Input
        aria-label="Reason"
        aria-required
        placeholder="Or enter another reason"
        maxLength={500}
        value={typed}
        className="h-7!"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => (event.key === "Escape" ? onLeave() : undefined)}
      />
      <Button type="submit" size="sm" variant="danger" disabled={reason === ""}>
        Reject with this reason
      </Button>
    </form>
  )
}

interface BulkActionOptions {
  readonly team: string
  readonly kinds: BulkKinds
  readonly decision: BulkDecision
}

/** Returns one action for all selected items, so that one undo reverts all of it. */
function bulkAction({ taken, leftOut }: BulkPlan, { team, kinds, decision }: BulkActionOptions): ItemAction {
  const actions = [...taken].flatMap(([id, items]) =>
    items.length === 0 ? [] : (kinds.get(id)?.action(team, items, decision) ?? []),
  )
  return combinedAction(actions, leftOut)
}
