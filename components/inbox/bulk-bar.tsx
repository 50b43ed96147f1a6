"use client"

import { useId, useState } from "react"
import type { ProposalSummary } from "@/components/proposal/shapes"
import { REJECTION_REASONS, snoozeChoices } from "@/components/proposal/words"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { Kbd } from "@/components/ui/kbd"
import { type KeyBinding, useKeys } from "@/components/ui/keys"
import { type BulkPlan, type BulkVerdict, planBulk } from "./bulk"
import type { Decision } from "./decision"
import { KeyedButton } from "./keyed-button"

interface BulkBarProps {
  chosen: readonly ProposalSummary[]
  /** Null: one is asked what to do with them. */
  asking: BulkVerdict | null
  onAsk: (verdict: BulkVerdict | null) => void
  onDecide: (plan: BulkPlan, decision: Decision) => void
  onClear: () => void
  mayDecide: boolean
}

/** What can be done with all that is selected; one line says what it would do before it is done. */
export function BulkBar({ chosen, asking, onAsk, onDecide, onClear, mayDecide }: BulkBarProps) {
  return (
    <section aria-label="Selected" className="border-t border-line bg-ground px-4 py-2.5 max-md:sticky max-md:bottom-0 max-md:z-20 md:px-7">
      {asking === null ? null : <Confirm key={asking} plan={planBulk(chosen, asking)} verdict={asking} onDecide={onDecide} onLeave={() => onAsk(null)} />}
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-1 font-medium tabular-nums max-md:basis-full">{chosen.length.toLocaleString("en")} selected</span>
        {mayDecide ? (
          <>
            <KeyedButton kbd="A" variant={asking === null ? "primary" : "default"} aria-pressed={asking === "approve"} onClick={() => onAsk("approve")}>
              Approve
            </KeyedButton>
            <KeyedButton kbd="R" aria-pressed={asking === "reject"} onClick={() => onAsk("reject")}>
              Reject
            </KeyedButton>
          </>
        ) : null}
        <KeyedButton kbd="H" variant="quiet" aria-pressed={asking === "snooze"} onClick={() => onAsk("snooze")}>
          Snooze
        </KeyedButton>
        <KeyedButton kbd="Esc" variant="quiet" aria-keyshortcuts="Escape" onClick={onClear} className="ml-auto">
          Clear
        </KeyedButton>
      </div>
    </section>
  )
}

interface ConfirmProps {
  plan: BulkPlan
  verdict: BulkVerdict
  onDecide: (plan: BulkPlan, decision: Decision) => void
  onLeave: () => void
}

function Confirm({ plan, verdict, onDecide, onLeave }: ConfirmProps) {
  const [own, setOwn] = useState("")
  const [times] = useState(() => snoozeChoices(new Date()))
  const id = useId()
  const none = plan.proposals.length === 0
  const decide = (decision: Decision) => (none ? undefined : onDecide(plan, decision))
  const choices: { key: string; words: string; run: () => void }[] =
    verdict === "reject"
      ? REJECTION_REASONS.map(({ key, words }) => ({ key, words, run: () => decide({ verdict, reason: words }) }))
      : verdict === "snooze"
        ? times.map(({ key, words, until }) => ({ key, words, run: () => decide({ verdict, until: until.toISOString() }) }))
        : []
  const approve = () => decide({ verdict: "approve" })
  const keys: KeyBinding[] = [
    ...(verdict === "approve" ? [{ keys: "Enter", does: "Approve them", run: approve }, { keys: "a", does: "Approve them", run: approve }] : choices.map(({ key, words, run }) => ({ keys: key, does: words, run }))),
    { keys: "Escape", does: "Leave them undecided", run: onLeave },
  ]
  useKeys("Selected", keys)
  return (
    <section aria-labelledby={id} className="mb-2.5 grid gap-2 border-b border-line pb-2.5">
      <output id={id} className="font-medium">
        {none ? `${plan.words}. There is nothing to do` : `${plan.words}.`}
      </output>
      <div className="flex flex-wrap gap-2">
        {verdict === "approve" ? (
          <KeyedButton kbd="↵" variant="primary" aria-keyshortcuts="Enter" disabled={none} onClick={approve}>
            Approve {plan.proposals.length.toLocaleString("en")}
          </KeyedButton>
        ) : (
          choices.map(({ key, words, run }) => (
            <Button key={key} size="sm" aria-keyshortcuts={key} disabled={none} onClick={run}>
              <Kbd hidden>{key}</Kbd>
              {words}
            </Button>
          ))
        )}
        {verdict === "reject" ? (
          <form
            className="flex flex-1 basis-60 gap-2 max-md:flex-wrap"
            onSubmit={(event) => {
              event.preventDefault()
              if (own.trim() !== "") decide({ verdict, reason: own.trim() })
            }}
          >
            <Input aria-label="In your own words" placeholder="In your own words" maxLength={500} value={own} className="h-7!" onChange={(event) => setOwn(event.target.value)} onKeyDown={(event) => (event.key === "Escape" ? onLeave() : undefined)} />
            <Button type="submit" size="sm" variant="danger" disabled={none || own.trim() === ""}>
              Reject with these words
            </Button>
          </form>
        ) : null}
        <KeyedButton kbd="Esc" variant="quiet" size="sm" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </KeyedButton>
      </div>
    </section>
  )
}
