"use client"

import { ConflictPane } from "@/components/conflicts/conflict-pane"
import type { ConflictDecision, ConflictMode, ResolutionAsk } from "@/components/conflicts/decision"
import type {
  ConflictDetail,
  ConflictSummary,
  ConflictVerdict,
  ResolutionPreview,
} from "@/components/conflicts/conflict-types"
import { otherSide } from "@/components/conflicts/conflict-text"
import { call } from "@/components/data/http-client"
import type { KeyBinding } from "@/components/data/keys"
import { ConflictBar } from "../bars/conflict-bar"
import { conflictAction, sendConflictUndo } from "../actions/conflict-action"
import type { DetailProps } from "./detail-controller"
import { itemOfConflict } from "../item"
import { useDetailKeys } from "./use-detail-keys"
import { DECIDED, MAY_NOT } from "../actions/unavailable-reason"

interface ConflictDeskProps extends DetailProps {
  conflict: ConflictSummary
  detail: ConflictDetail | null
}

const MODES: readonly ConflictMode[] = ["merge", "keep-both", "snooze"]

/** The selected conflict with its actions. */
export function ConflictDetailPane({
  controller,
  conflict,
  problem,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
  ...read
}: ConflictDeskProps) {
  // Ignore a detail that was read between our decision and its undo.
  const detail = read.detail?.state === conflict.state ? read.detail : null
  const { mayCurate, mark, opened, say } = controller
  const mode = MODES.find((one) => one === opened.mode) ?? "read"
  const isOpen = conflict.state === "open"
  const isFile = conflict.kind === "file"

  /** Sends the version shown last. The detail loads after the list, so prefer it. */
  const decide = (decision: ConflictDecision) => {
    if (mark?.kind === "struck") return controller.step(1)
    if (!isOpen) return say(DECIDED)
    if (decision.verdict !== "snooze" && !mayCurate) return say(MAY_NOT)
    controller.decide(conflictAction([{ ...conflict, shown: detail?.shown ?? conflict.shown }], decision))
  }
  const onVerdict = (verdict: Exclude<ConflictVerdict, "merge" | "keep-both">) =>
    decide(verdict === "override" ? { verdict, side: otherSide(conflict.prevails ?? "left") } : { verdict })
  const onMode = (next: ConflictMode) => {
    if (next === "read") return controller.show({})
    if (mark?.kind === "struck") return controller.step(1)
    if (!isOpen) return
    if (next === "snooze" && conflict.snoozedUntil) return decide({ verdict: "snooze", until: null })
    if (next !== "snooze" && !mayCurate) return decide({ verdict: "not-a-conflict" })
    controller.toggle(next)
  }
  const keepSuggested = () => {
    if (conflict.suggested) onVerdict(conflict.suggested.side === "left" ? "keep-left" : "keep-right")
    else say(NO_SUGGESTION[isFile ? "file" : "entry"])
  }
  const onUndo = () =>
    controller.takeBack(itemOfConflict(conflict), (key) => sendConflictUndo(conflict.id, key))

  const undoKey = {
    keys: "u",
    does: "Undo this decision",
    run: () => (conflict.decided && mayCurate ? onUndo() : say(MAY_NOT)),
  }
  const decisionKeys = isFile
    ? fileKeys({ keepSuggested, onVerdict, onMode, say })
    : entryKeys({ keepSuggested, onVerdict, onMode }, conflict.kind === "cross-scope")
  useDetailKeys("Conflict", { controller, some, deaf }, [
    ...(isOpen ? decisionKeys : []),
    ...(controller.waits ? [] : [undoKey]),
  ])
  return (
    <>
      <ConflictPane
        team={controller.team}
        conflict={detail ?? conflict}
        detail={detail}
        problem={problem}
        now={now}
        backHref={backHref}
        mode={mode}
        onMode={onMode}
        onPreview={(ask, signal) => preview(conflict.id, ask, signal)}
        onDecide={decide}
        onUndo={conflict.decided && mayCurate ? onUndo : null}
      />
      {below}
      {some ? null : (
        <ConflictBar
          {...{ conflict, detail, mark, mode, mayCurate, place, onVerdict, onMode, onUndo }}
          onNext={() => controller.step(1)}
        />
      )}
    </>
  )
}

const preview = (id: string, body: ResolutionAsk, signal: AbortSignal): Promise<ResolutionPreview> =>
  call("conflict.preview", { conflict: id, ...body }, { signal })

/** Said if a key asks for the suggested side and there is none. */
const NO_SUGGESTION = {
  file: "Press 1 to keep the Quarterdeck version, or 2 to take the source version",
  entry: "No side is suggested. Press 1 to keep left, or 2 to keep right",
} as const

interface ConflictActions {
  readonly keepSuggested: () => void
  readonly onVerdict: (verdict: Exclude<ConflictVerdict, "merge" | "keep-both">) => void
  readonly onMode: (mode: ConflictMode) => void
}

/** Returns the keys of a conflict between entries. `isCrossScope`: the entries have different scopes. */
function entryKeys(
  { keepSuggested, onVerdict, onMode }: ConflictActions,
  isCrossScope: boolean,
): KeyBinding[] {
  const override: KeyBinding = {
    keys: "5",
    does: "Override: the other scope prevails",
    run: () => onVerdict("override"),
  }
  return [
    { keys: "a", does: "Keep the suggested side", run: keepSuggested },
    { keys: "1", does: "Keep left", run: () => onVerdict("keep-left") },
    { keys: "2", does: "Keep right", run: () => onVerdict("keep-right") },
    { keys: "3", does: "Keep both, with narrower scope", run: () => onMode("keep-both") },
    { keys: "4", does: "Delete both", run: () => onVerdict("delete-both") },
    { keys: "m", does: "Merge both", run: () => onMode("merge") },
    { keys: "e", does: "Merge both", run: () => onMode("merge") },
    { keys: "r", does: "Not a conflict", run: () => onVerdict("not-a-conflict") },
    ...(isCrossScope ? [override] : []),
    { keys: "h", does: "Snooze or unsnooze", run: () => onMode("snooze") },
  ]
}

/** Returns the keys of a conflict between two versions of a file. */
function fileKeys({
  keepSuggested,
  onVerdict,
  onMode,
  say,
}: ConflictActions & { readonly say: (words: string) => void }): KeyBinding[] {
  return [
    { keys: "a", does: "Choose a version", run: keepSuggested },
    { keys: "1", does: "Keep ours (the Quarterdeck version)", run: () => onVerdict("ours") },
    { keys: "2", does: "Take theirs (the source version)", run: () => onVerdict("theirs") },
    { keys: "m", does: "Merge by hand", run: () => onMode("merge") },
    { keys: "e", does: "Merge by hand", run: () => onMode("merge") },
    {
      keys: "r",
      does: "Choose a version",
      run: () => say("A file needs one version. Press 1 or 2 to choose, or M to merge"),
    },
    { keys: "h", does: "Snooze or unsnooze", run: () => onMode("snooze") },
  ]
}
