import type { ReactNode } from "react"
import type { OpenMode } from "../detail/detail-controller"
import { KeyedButton } from "./keyed-button"
import type { Mark } from "../queue"

/** Of a panel that is open: what it is for. */
const PANEL_WORDS: Record<Exclude<OpenMode, "read">, string> = {
  edit: "Editing: approve it above with these words, or leave with Esc",
  merge: "Merging: decide above, or leave with Esc",
  "keep-both": "Keeping both: decide above, or leave with Esc",
  reject: "Rejecting: give a reason above, or leave with Esc",
  snooze: "Snoozing: choose a time above, or leave with Esc",
  ignore: "Ignoring: choose where above, or leave with Esc",
  cure: "Mending: choose above, or leave with Esc",
}

export interface VerdictFrameProps {
  mark: Mark | undefined
  mode: OpenMode
  /** The number of the item in the list. */
  place: ReactNode
  onNext: () => void
}

interface Layout {
  /** A row of its own over the others. */
  above?: ReactNode
  /** Of the last row. */
  className?: string
  panelWords?: Partial<typeof PANEL_WORDS>
  children: ReactNode
}

/** What can be done with what is looked at, each with its key. Beside a panel it only tells of that, and must not lie over its end; of what a colleague decided, it tells that. */
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
      aria-label="Verdict"
      className={`grid grid-cols-1 gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}
    >
      {isStruck || mode !== "read" ? null : above}
      <div className={className}>
        {isStruck ? (
          <>
            <output className="font-medium">{mark.words}</output>
            <KeyedButton kbd="J" variant="primary" onClick={onNext}>
              Go on
            </KeyedButton>
          </>
        ) : mode === "read" ? (
          children
        ) : (
          // A panel has its own button for what it words: another one beside it would decide on the words as proposed.
          <span className="flex min-h-8 items-center text-ink-2">
            {panelWords?.[mode] ?? PANEL_WORDS[mode]}
          </span>
        )}
        {place}
      </div>
    </section>
  )
}

export const ROW = "flex flex-wrap items-center gap-2"

export function SnoozeButton({
  isSnoozed,
  ...rest
}: {
  isSnoozed: boolean
  title?: string
  onClick: () => void
}) {
  return (
    <KeyedButton
      kbd="H"
      variant="quiet"
      aria-expanded={isSnoozed ? undefined : false}
      className="max-md:flex-1"
      {...rest}
    >
      {isSnoozed ? "Wake" : "Snooze"}
    </KeyedButton>
  )
}

export function UndoButton({ onClick }: { onClick: () => void }) {
  return (
    <KeyedButton kbd="U" onClick={onClick}>
      Undo this decision
    </KeyedButton>
  )
}

/** Why it cannot be decided. */
export function WhyNot({ children }: { children: ReactNode }) {
  return <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{children}</span>
}
