"use client"

import { useId, useRef, useState } from "react"
import { ChoiceButton, PanelForm, REASON_REQUIRED } from "@/components/queue/panel-form"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { FORGET_REASONS, forgetEffectWords } from "./entry-actions"

interface ForgetFormProps {
  /** False if a curator has to decide. */
  decides: boolean
  /** Number of agents that load the entry. */
  agents: number
  /** Resolves to an error message, or to null on success. */
  onForget: (reason: string) => Promise<string | null>
  onLeave: () => void
  docked?: boolean
}

const LONGEST_REASON = 500

/** Asks why an entry is forgotten. Digit keys choose a usual reason. */
export function ForgetForm({ decides, agents, onForget, onLeave, docked = false }: ForgetFormProps) {
  const [own, setOwn] = useState("")
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const forget = async (reason: string) => {
    if (busy || reason.trim() === "") return box.current?.focus()
    setBusy(true)
    const why = await onForget(reason.trim())
    setBusy(false)
    setProblem(why)
  }
  const keys = [
    ...FORGET_REASONS.map((words, place) => ({
      keys: String(place + 1),
      does: words,
      run: () => void forget(words),
    })),
    { keys: "0", does: "Enter a reason", run: () => box.current?.focus() },
  ]
  const consequence = forgetEffectWords(agents)
  return (
    <PanelForm
      title={decides ? "Forget this entry" : "Propose forgetting this entry"}
      docked={docked}
      keys={keys}
      onSubmit={() => void forget(own)}
      onLeave={onLeave}
    >
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <p className="text-ink-2">
        {decides
          ? `The entry will be ${consequence}, and later imports will not add it again. You can restore it at any time.`
          : "A curator will review the proposal."}{" "}
        {REASON_REQUIRED}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {FORGET_REASONS.map((words, place) => (
          <ChoiceButton
            key={words}
            number={String(place + 1)}
            first={place === 0}
            disabled={busy}
            onClick={() => void forget(words)}
          >
            {words}
          </ChoiceButton>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Input
          ref={box}
          id={id}
          aria-label="Reason"
          aria-required
          aria-keyshortcuts="0"
          placeholder="Or enter another reason"
          maxLength={LONGEST_REASON}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          className="flex-1 basis-48"
        />
        <Button type="submit" variant="danger" disabled={busy || own.trim() === ""}>
          {decides ? "Forget with this reason" : "Propose with this reason"}
        </Button>
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}
