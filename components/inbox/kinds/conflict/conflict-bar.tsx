import type { ConflictMode } from "@/components/conflicts/conflict-decision-types"
import type { ConflictDetail, ConflictSummary, ConflictVerdict } from "@/components/conflicts/conflict-types"
import { conflictButtonWords, conflictVerdictWords, otherSide } from "@/components/conflicts/conflict-text"
import { KeyedButton } from "@/components/queue/keyed-button"
import { conflictKeys } from "./conflict-keys"
import { SnoozeButton, UndoButton, VerdictFrame, type VerdictFrameProps } from "../../bars/item-action-bar"
import { NO_PERMISSION } from "../../actions/cannot-decide-reasons"

interface ConflictBarProps extends VerdictFrameProps {
  conflict: ConflictSummary
  detail: ConflictDetail | null
  mayCurate: boolean
  onVerdict: (verdict: Exclude<ConflictVerdict, "merge" | "keep-both">) => void
  onMode: (mode: ConflictMode) => void
  onUndo: () => void
}

/** The actions on a conflict with their keys. */
export function ConflictBar(props: ConflictBarProps) {
  const { conflict, mayCurate, onMode, onUndo } = props
  const isOpen = conflict.state === "open"
  return (
    <VerdictFrame
      {...props}
      above={isOpen ? <Sides {...props} /> : null}
      className="flex flex-wrap items-center gap-1.5"
    >
      {isOpen && mayCurate ? <OtherVerdicts {...props} /> : null}
      {isOpen ? (
        <SnoozeButton isSnoozed={conflict.snoozedUntil !== null} onClick={() => onMode("snooze")} />
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

/** First key of each action. The keys that keep a side do not depend on the suggestion. */
const SIDE_KEYS = Object.fromEntries(
  conflictKeys({ kind: "same-scope", state: "open" }, true).map(({ action, keys }) => [action, keys[0]]),
)

function Sides({ conflict, detail, mayCurate, onVerdict }: ConflictBarProps) {
  const why = mayCurate ? null : NO_PERMISSION
  const suggested = conflict.suggested?.side
  return (
    <>
      {why ? <p className="text-sm text-ink-2">{why}</p> : null}
      <div className="flex items-center gap-2 max-md:flex-wrap">
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
              title={why ?? `${words} (${SIDE_KEYS[ACTIONS[verdict]]})`}
              onClick={() => onVerdict(verdict)}
              className="min-w-0 shrink! max-md:basis-full"
            >
              {conflictButtonWords(verdict, conflict, detail)}
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

function OtherVerdicts({ conflict, detail, onVerdict, onMode }: ConflictBarProps) {
  const isFile = conflict.kind === "file"
  const words = (verdict: ConflictVerdict) => conflictVerdictWords(verdict, conflict, detail)
  const merge = (
    <KeyedButton
      action="merge"
      aria-expanded={false}
      title={words("merge")}
      onClick={() => onMode("merge")}
      className="max-md:flex-1"
    >
      {isFile ? "Merge by hand" : "Merge"}
    </KeyedButton>
  )
  if (isFile) return merge
  return (
    <>
      <KeyedButton
        action="keep-both"
        aria-expanded={false}
        title={words("keep-both")}
        onClick={() => onMode("keep-both")}
        className="max-md:flex-1"
      >
        Keep both
      </KeyedButton>
      {merge}
      <KeyedButton
        action="delete-both"
        title={words("delete-both")}
        onClick={() => onVerdict("delete-both")}
        className="max-md:flex-1"
      >
        Delete both
      </KeyedButton>
      {conflict.kind === "cross-scope" ? (
        <KeyedButton
          action="override"
          title={words("override")}
          onClick={() => onVerdict("override")}
          className="max-md:flex-1"
        >
          {conflict.prevails === null ? "Override" : `Override: ${otherSide(conflict.prevails)} prevails`}
        </KeyedButton>
      ) : null}
      <KeyedButton
        action="not-a-conflict"
        title={words("not-a-conflict")}
        onClick={() => onVerdict("not-a-conflict")}
        className="max-md:flex-1"
      >
        Not a conflict
      </KeyedButton>
    </>
  )
}
