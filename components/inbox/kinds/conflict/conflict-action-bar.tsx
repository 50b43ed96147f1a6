"use client"

import { ChevronUp } from "lucide-react"
import type { ReactNode } from "react"
import type {
  ConflictDetail,
  ConflictMode,
  ConflictSummary,
  ConflictVerdict,
} from "@/components/conflicts/conflict"
import { otherSide, conflictButtonWords, conflictVerdictWords } from "@/components/conflicts/conflict-text"
import { isWide } from "@/components/queue/focus-and-presses"
import { KeyedButton } from "@/components/queue/keyed-button"
import { buttonLook } from "@/components/ui/button-look"
import type { MenuItem } from "@/components/ui/menu"
import { MenuButton } from "@/components/ui/menu-button"
import { SnoozeButton, UndoButton, VerdictFrame, type VerdictFrameProps } from "../../item-action-bar"
import { NO_PERMISSION } from "../../item-detail"
import { conflictKeys } from "./conflict-keys"

interface ConflictBarProps extends VerdictFrameProps {
  conflict: ConflictSummary
  detail: ConflictDetail | null
  mayCurate: boolean
  /** True if the conflict is assigned to the current user. */
  isMine: boolean
  onVerdict: (verdict: Exclude<ConflictVerdict, "merge" | "keep-both">) => void
  onMode: (mode: ConflictMode) => void
  onAssign: () => void
  onUndo: () => void
}

/**
 * The actions on a conflict with their keys: the sides in the first row, all other actions in the second. On
 * narrow screens, "More" holds those that do not fit.
 */
export function ConflictBar(props: ConflictBarProps) {
  const { conflict, mayCurate, onMode, onUndo } = props
  const isOpen = conflict.state === "open"
  const hasMenu = mayCurate && conflict.kind !== "file"
  return (
    <VerdictFrame
      {...props}
      above={isOpen ? <Sides {...props} /> : null}
      className="flex flex-wrap items-center gap-1.5"
    >
      {isOpen && mayCurate ? <OtherVerdicts {...props} /> : null}
      {isOpen ? (
        <SnoozeButton
          isSnoozed={conflict.snoozedUntil !== null}
          onClick={() => onMode("snooze")}
          className={hasMenu ? "max-md:hidden" : "max-md:flex-1"}
        />
      ) : null}
      {conflict.decided && !isOpen && mayCurate ? <UndoButton onClick={onUndo} /> : null}
    </VerdictFrame>
  )
}

/** The action of each verdict that keeps one side. */
const ACTIONS = {
  "keep-left": "keep-left",
  "keep-right": "keep-right",
  ours: "keep-left",
  theirs: "keep-right",
} as const

/** First key of each action, as shown. The keys that keep a side do not depend on the suggestion. */
const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  conflictKeys({ kind: "same-scope", state: "open" }, true).map(({ action, keys: [first = ""] }) => [
    action,
    first.toUpperCase(),
  ]),
)

function Sides({ conflict, detail, mayCurate, onVerdict }: ConflictBarProps) {
  const why = mayCurate ? null : NO_PERMISSION
  const suggested = conflict.suggested?.side
  return (
    <>
      {why ? <p className="text-sm text-ink-2">{why}</p> : null}
      <div className="flex items-center gap-2 max-md:items-stretch">
        {sidesOf(conflict).map((verdict, rank) => {
          const isFirst = rank === 0 && suggested !== undefined
          const words = conflictVerdictWords(verdict, conflict, detail)
          return (
            <KeyedButton
              key={verdict}
              wraps
              action={isFirst ? "keep-suggested" : ACTIONS[verdict]}
              variant={isFirst ? "primary" : "default"}
              disabled={why !== null}
              title={why ?? `${words} (${KEYS[ACTIONS[verdict]]})`}
              onClick={() => onVerdict(verdict)}
              className="min-w-0 shrink! max-md:flex-1"
            >
              <span className="max-md:line-clamp-3">{conflictButtonWords(verdict, conflict, detail)}</span>
            </KeyedButton>
          )
        })}
      </div>
    </>
  )
}

/** Returns the verdicts that keep one side, the suggested one first. */
function sidesOf({ kind, suggested }: ConflictSummary): readonly (keyof typeof ACTIONS)[] {
  if (kind === "file") return ["ours", "theirs"]
  return suggested?.side === "right" ? ["keep-right", "keep-left"] : ["keep-left", "keep-right"]
}

/** The other ways to decide. Rare ones are in a menu, so that the bar keeps two rows. */
function OtherVerdicts(props: ConflictBarProps) {
  const { conflict, isMine, onMode, onAssign } = props
  const merge = (
    <VerdictButton {...props} verdict="merge" onClick={() => onMode("merge")}>
      Merge
      {conflict.kind === "file" ? <span className="max-md:sr-only"> by hand</span> : null}
    </VerdictButton>
  )
  if (conflict.kind === "file")
    return (
      <>
        {merge}
        <KeyedButton action="assign" onClick={onAssign} className="max-md:flex-1">
          {assignLabel(isMine)}
        </KeyedButton>
      </>
    )
  return (
    <>
      {conflict.kind === "cross-scope" ? (
        <VerdictButton {...props} verdict="override">
          Override
          {conflict.prevails === null ? null : (
            <span className="max-md:sr-only">: {otherSide(conflict.prevails)} prevails</span>
          )}
        </VerdictButton>
      ) : (
        <VerdictButton {...props} verdict="keep-both" onClick={() => onMode("keep-both")}>
          Keep both
        </VerdictButton>
      )}
      {merge}
      <VerdictButton {...props} verdict="not-a-conflict" className="max-md:hidden">
        Not a conflict
      </VerdictButton>
      <MenuButton
        side="top"
        align="end"
        groups={() => [{ items: rareActions(props, !isWide()) }]}
        className={`${buttonLook("default")} max-md:h-10! max-md:flex-1`}
      >
        More
        <ChevronUp className="icon" aria-hidden />
      </MenuButton>
    </>
  )
}

interface VerdictButtonProps extends Pick<ConflictBarProps, "conflict" | "detail" | "onVerdict"> {
  verdict: "merge" | "keep-both" | "override" | "not-a-conflict"
  /** Opens the panel of a verdict that has one. Other verdicts decide at once. */
  onClick?: () => void
  className?: string
  children: ReactNode
}

function VerdictButton({
  conflict,
  detail,
  verdict,
  onVerdict,
  onClick,
  className = "max-md:flex-1",
  children,
}: VerdictButtonProps) {
  const opensPanel = verdict === "merge" || verdict === "keep-both"
  return (
    <KeyedButton
      action={verdict}
      aria-expanded={opensPanel ? false : undefined}
      title={conflictVerdictWords(verdict, conflict, detail)}
      onClick={opensPanel ? onClick : () => onVerdict(verdict)}
      className={className}
    >
      <span>{children}</span>
    </KeyedButton>
  )
}

/** Returns the items of the menu, with their keys. `isNarrow`: includes the actions without a button then. */
function rareActions(props: ConflictBarProps, isNarrow: boolean): MenuItem[] {
  const { conflict, detail, isMine, onVerdict, onMode, onAssign } = props
  const keepBoth: MenuItem = { label: "Keep both", hint: KEYS["keep-both"], run: () => onMode("keep-both") }
  return [
    ...(conflict.kind === "cross-scope" ? [keepBoth] : []),
    ...(isNarrow ? [{ label: "Not a conflict", run: () => onVerdict("not-a-conflict") }] : []),
    {
      label: conflictVerdictWords("delete-both", conflict, detail),
      hint: KEYS["delete-both"],
      run: () => onVerdict("delete-both"),
    },
    { label: assignLabel(isMine), hint: KEYS["assign"], run: onAssign },
    ...(isNarrow
      ? [{ label: conflict.snoozedUntil === null ? "Snooze" : "Unsnooze", run: () => onMode("snooze") }]
      : []),
  ]
}

const assignLabel = (isMine: boolean): string => (isMine ? "Unassign" : "Assign to me")
