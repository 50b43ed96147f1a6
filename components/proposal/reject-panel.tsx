"use client"

import { useId, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import type { ProposalPaneProps } from "./pane"
import { ChoiceButton } from "./choice-button"
import { PanelForm } from "./panel-form"
import type { ProposalDetail } from "./shapes"
import { REJECTION_REASONS } from "./words"

interface RejectPanelProps extends Pick<ProposalPaneProps, "proposal" | "onDecide"> {
  examples: ProposalDetail["examples"]
  onLeave: () => void
  deciding: boolean
}

const LONGEST_REASON = 500

/** Why not: one key for a usual reason or for one that was given to the like of it, or words of one's own. */
export function RejectPanel({ proposal, examples, onDecide, onLeave, deciding }: RejectPanelProps) {
  const [own, setOwn] = useState("")
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const choices = choicesFor(examples)
  const reject = (reason: string) => (deciding || reason.trim() === "" ? undefined : onDecide({ verdict: "reject", reason: reason.trim(), shown: proposal.shown }))
  const keys = [...choices.map(({ key, words }) => ({ keys: key, does: words, run: () => reject(words) })), { keys: "0", does: "Words of your own", run: () => box.current?.focus() }]
  return (
    <PanelForm title="Reject, because…" docked keys={keys} onSubmit={() => (own.trim() === "" ? box.current?.focus() : reject(own))} onLeave={onLeave}>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ key, words }, place) => (
          <ChoiceButton key={key} number={key} first={place === 0} disabled={deciding} onClick={() => reject(words)}>
            {words}
          </ChoiceButton>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Input ref={box} id={id} aria-label="In your own words" aria-keyshortcuts="0" placeholder="In your own words: agents learn from it" maxLength={LONGEST_REASON} value={own} onChange={(event) => setOwn(event.target.value)} className="flex-1 basis-60" />
        <Button type="submit" variant="danger" disabled={deciding || own.trim() === ""}>
          Reject with these words
        </Button>
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}

const MOST_EARLIER = 3

/** The usual reasons, then those that the like of it was rejected for. */
function choicesFor(examples: ProposalDetail["examples"]) {
  const usual = new Set(REJECTION_REASONS.map(({ words }) => words))
  const earlier = [...new Set(examples.map(({ reason }) => reason.trim()))].filter((reason) => reason !== "" && !usual.has(reason)).slice(0, MOST_EARLIER)
  return [...REJECTION_REASONS, ...earlier.map((words, place) => ({ key: String(REJECTION_REASONS.length + place + 1), words }))]
}
