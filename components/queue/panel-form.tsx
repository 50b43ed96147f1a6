"use client"

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { replayHeldKeys, type KeyBinding, useKeys } from "@/components/data/keyboard-shortcuts"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { VisibleText } from "@/components/text/visible-text"
import { buttonLook } from "@/components/ui/button-look"
import { Kbd } from "@/components/ui/kbd"

interface PanelFormProps {
  title: string
  /** True if the panel is docked below the text, with a border. */
  docked?: boolean
  /** Keys of the panel in addition to Escape, when no field has the focus. */
  keys?: readonly KeyBinding[]
  onSubmit: () => void
  onLeave: () => void
  children: ReactNode
}

/**
 * Form of a decision panel. Focuses the element with `data-first`. Escape closes it and restores the focus.
 * Ctrl or ⌘ with Enter submits from any field, Enter alone from a choice.
 */
export function PanelForm({ title, docked = false, keys = [], onSubmit, onLeave, children }: PanelFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    form.current?.querySelector<HTMLElement>("[data-first]")?.focus()
    return () => {
      if (
        before instanceof HTMLElement &&
        before.isConnected &&
        (document.activeElement === document.body || document.activeElement === null)
      )
        before.focus({ preventScroll: true })
    }
  }, [])
  useKeys(title, [...keys, { keys: "Escape", does: "Cancel", run: onLeave }])
  useEffect(() => replayHeldKeys(), [])
  const press = (event: KeyboardEvent) => {
    const { target } = event
    const decides =
      event.key === "Enter" &&
      !event.nativeEvent.isComposing &&
      (event.ctrlKey ||
        event.metaKey ||
        (target instanceof HTMLInputElement && /^(?:radio|text)$/.test(target.type)))
    if (event.key === "Escape" && !event.nativeEvent.isComposing) onLeave()
    else if (decides) form.current?.requestSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys work anywhere in the form
    <form
      ref={form}
      aria-labelledby={heading}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className={
        docked
          ? "grid max-h-96 shrink-0 gap-2.5 overflow-y-auto border-t border-line-strong bg-surface px-4 py-3 md:px-7"
          : "grid grid-cols-1 gap-2.5"
      }
    >
      <h3 id={heading}>{title}</h3>
      {children}
    </form>
  )
}

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

/** The hint of a panel that needs a reason. */
export const REASON_REQUIRED = "A reason is required. Choose one or enter your own."

interface ReasonPanelProps {
  title: string
  choices: readonly ReasonChoice[]
  /** What happens with the reason, in one sentence. */
  effect?: string
  onReason: (reason: string) => void
  onLeave: () => void
  deciding?: boolean
}

const LONGEST_REASON = 500

/** Panel for a reason: suggested reasons with a key each, or free text. */
export function ReasonPanel({
  title,
  choices,
  effect = "",
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
        <p id={`${id}-note`} className="text-sm text-ink-2">
          {REASON_REQUIRED} {effect}
        </p>
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
            aria-required
            aria-describedby={`${id}-note`}
            aria-keyshortcuts="0"
            placeholder="Or enter another reason"
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

interface ChoiceButtonProps {
  number: string
  /** True if the button takes the focus when the panel opens. */
  first: boolean
  disabled: boolean
  onClick: () => void
  children: string
}

/** A button that decides immediately, also by its digit key. Long labels wrap. */
export function ChoiceButton({ number, first, disabled, onClick, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      data-first={first || undefined}
      aria-keyshortcuts={number}
      disabled={disabled}
      onClick={onClick}
      className={`${buttonLook("default")} h-auto! min-h-8 shrink! py-1 text-left whitespace-normal!`}
    >
      <Kbd hidden>{number}</Kbd>
      <span className="wrap-anywhere">
        <VisibleText text={children} />
      </span>
    </button>
  )
}
