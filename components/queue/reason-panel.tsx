"use client"

import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { ChoiceButton } from "./choice-button"
import { PanelForm } from "./panel-form"

export interface ReasonChoice {
  /** Key that selects the choice, such as "1". */
  readonly key: string
  readonly words: string
}

/**
 * Wraps choices and a text box. Typing moves the focus to the box, so that a space does not press the focused
 * choice.
 */
function TypeAReason({ children }: { children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles typing anywhere inside
    <div onKeyDown={typeIntoBox} className="contents">
      {children}
    </div>
  )
}

function typeIntoBox(event: KeyboardEvent<HTMLDivElement>) {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target instanceof HTMLInputElement ||
    !/^\p{L}$/u.test(event.key)
  )
    return
  // The browser inserts the letter into the newly focused box. Page shortcuts must not run.
  event.currentTarget.querySelector("input")?.focus()
  event.stopPropagation()
}

interface ReasonPanelProps {
  title: string
  choices: readonly ReasonChoice[]
  placeholder: string
  onReason: (reason: string) => void
  onLeave: () => void
  deciding?: boolean
}

const LONGEST_REASON = 500

/** Panel for a reason: suggested reasons with a key each, or free text. */
export function ReasonPanel({
  title,
  choices,
  placeholder,
  onReason,
  onLeave,
  deciding = false,
}: ReasonPanelProps) {
  const [own, setOwn] = useState("")
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const give = (reason: string) => (deciding || reason.trim() === "" ? undefined : onReason(reason.trim()))
  const keys = [
    ...choices.map(({ key, words }) => ({ keys: key, does: words, run: () => give(words) })),
    { keys: "0", does: "Enter a reason", run: () => box.current?.focus() },
  ]
  return (
    <PanelForm
      title={title}
      docked
      keys={keys}
      onSubmit={() => (own.trim() === "" ? box.current?.focus() : give(own))}
      onLeave={onLeave}
    >
      <TypeAReason>
        <div className="flex flex-wrap gap-2">
          {choices.map(({ key, words }, place) => (
            <ChoiceButton
              key={key}
              number={key}
              first={place === 0}
              disabled={deciding}
              onClick={() => give(words)}
            >
              {words}
            </ChoiceButton>
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Input
            ref={box}
            id={id}
            aria-label="Reason"
            aria-keyshortcuts="0"
            placeholder={placeholder}
            maxLength={LONGEST_REASON}
            value={own}
            onChange={(event) => setOwn(event.target.value)}
            className="flex-1 basis-60"
          />
          <Button type="submit" variant="danger" disabled={deciding || own.trim() === ""}>
            Reject with this reason
          </Button>
          <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
            Cancel
          </Button>
        </div>
      </TypeAReason>
    </PanelForm>
  )
}
