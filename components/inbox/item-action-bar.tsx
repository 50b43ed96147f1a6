import type { ReactNode } from "react"
import type { OpenMode } from "./item-detail"
import { KeyedButton } from "@/components/queue/keyed-button"
import type { ItemMark } from "./inbox-list-reducer"

/** Hints shown while a panel is open. */
const PANEL_WORDS: Record<Exclude<OpenMode, "read">, string> = {
  edit: "Approve the edited text above, or press Esc to cancel",
  merge: "Confirm the merge above, or press Esc to cancel",
  "keep-both": "Choose the scopes above, or press Esc to cancel",
  reject: "Choose or enter a reason above, or press Esc to cancel",
  snooze: "Choose a time above, or press Esc to cancel",
  ignore: "Choose what to ignore above, or press Esc to cancel",
  cure: "Choose a fix above, or press Esc to cancel",
  "assign-to": "Choose a person above, or press Esc to cancel",
}

export interface VerdictFrameProps {
  mark: ItemMark | undefined
  mode: OpenMode
  /** The position of the item in the list. */
  place: ReactNode
  onNext: () => void
}

interface Layout {
  /** A separate row above the others. */
  above?: ReactNode
  /** Class names of the last row. */
  className?: string
  panelWords?: Partial<typeof PANEL_WORDS> | undefined
  children: ReactNode
}

/**
 * The action bar of the current item. While a panel is open, the bar shows only a hint. For an item that a
 * colleague decided, the bar shows only that decision and a button to continue.
 */
export function VerdictFrame({
  mark,
  mode,
  place,
  onNext,
  above,
  className = ROW,
  panelWords,
  children,
}: VerdictFrameProps & Layout) {
  const isStruck = mark?.kind === "struck"
  return (
    <section
      aria-label="Decision"
      className={`grid grid-cols-1 gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}
    >
      {isStruck || mode !== "read" ? null : above}
      <div className={className}>
        {isStruck ? (
          <>
            <output className="font-medium">{mark.words}</output>
            <KeyedButton kbd="J" variant="primary" onClick={onNext}>
              Continue
            </KeyedButton>
          </>
        ) : (
          <ReadOrHint hint={mode === "read" ? null : (panelWords?.[mode] ?? PANEL_WORDS[mode])}>
            {children}
          </ReadOrHint>
        )}
        {place}
      </div>
    </section>
  )
}

/** The buttons, or only a hint while a panel is open. A second button would decide on the original text. */
function ReadOrHint({ hint, children }: { hint: string | null; children: ReactNode }) {
  if (hint === null) return children
  return <span className="flex min-h-8 items-center text-ink-2">{hint}</span>
}

/** Returns the mode of the bar: that of the item’s own panels, unless the panel that assigns it is open. */
export const barMode = (opened: OpenMode, own: OpenMode): OpenMode => (opened === "assign-to" ? opened : own)

export const ROW = "flex flex-wrap items-center gap-2"

export function SnoozeButton({
  isSnoozed,
  ...rest
}: {
  isSnoozed: boolean
  title?: string
  className?: string
  onClick: () => void
}) {
  return (
    <KeyedButton
      action="snooze"
      variant="quiet"
      aria-expanded={isSnoozed ? undefined : false}
      className="max-md:flex-1"
      {...rest}
    >
      {isSnoozed ? "Unsnooze" : "Snooze"}
    </KeyedButton>
  )
}

export function UndoButton({ onClick }: { onClick: () => void }) {
  return (
    <KeyedButton action="undo" onClick={onClick}>
      Undo this decision
    </KeyedButton>
  )
}

/** The reason why the item cannot be decided. */
export function WhyNot({ children }: { children: ReactNode }) {
  return <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{children}</span>
}
