"use client"

import { ConflictPane } from "@/components/conflicts/conflict-pane"
import {
  type ConflictDecision,
  type ConflictMode,
  type ResolutionRequest,
  type ConflictDetail,
  type ConflictSummary,
  type ConflictVerdict,
  type ResolutionPreview,
} from "@/components/conflicts/conflict"
import { otherSide } from "@/components/conflicts/conflict-text"
import { callOperation } from "@/components/data/http-client"
import { WithKeys } from "@/components/queue/keyed-button"
import { assignItem } from "../../actions/assign"
import { barMode } from "../../item-action-bar"
import { ALREADY_DECIDED, NO_PERMISSION } from "../../item-detail"
import { useDetailKeys } from "../../use-detail-controller"
import type { ItemPaneProps } from "../../item-kind"
import { conflictAction, sendConflictUndo } from "./conflict-action"
import { ConflictBar } from "./conflict-action-bar"
import { conflictKeys } from "./conflict-keys"

const MODES: readonly ConflictMode[] = ["merge", "keep-both", "snooze"]

/** The selected conflict with its actions. */
export function ConflictDetailPane({
  controller,
  item,
  problem,
  now,
  backHref,
  below,
  place,
  some,
  deaf,
  discussion,
  cache,
  ...read
}: ItemPaneProps<ConflictSummary, ConflictDetail>) {
  const conflict = item.summary
  // Ignore a detail that was read between our decision and its undo.
  const detail = read.detail?.state === conflict.state ? read.detail : null
  const { mayCurate, mark, me, opened, say } = controller
  const mode = MODES.find((one) => one === opened.mode) ?? "read"
  const isOpen = conflict.state === "open"
  const isFile = conflict.kind === "file"

  /**
   * Decides the conflict, based on the version in the detail, or else in the list. Shows a message if the
   * decision is not possible.
   */
  const decide = (decision: ConflictDecision) => {
    if (mark?.kind === "struck") return controller.step(1)
    if (!isOpen) return say(ALREADY_DECIDED)
    if (decision.verdict !== "snooze" && !mayCurate) return say(NO_PERMISSION)
    const shown = { ...conflict, shown: detail?.shown ?? conflict.shown }
    controller.decide(conflictAction([{ ...item, summary: shown }], decision))
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
  const onUndo = () => controller.takeBack(item, (key) => sendConflictUndo(conflict.id, key))
  const isMine = conflict.assignee?.id === me
  const onAssign = () => {
    if (!isOpen || !mayCurate) return say(isOpen ? NO_PERMISSION : ALREADY_DECIDED)
    assignItem(controller, { item, cache }, isMine ? null : { id: me, name: "you" })
  }

  const keys = conflictKeys(conflict, controller.waits)
  useDetailKeys("Conflict", { controller, some, deaf }, keys, {
    "keep-suggested": keepSuggested,
    "keep-left": () => onVerdict(isFile ? "ours" : "keep-left"),
    "keep-right": () => onVerdict(isFile ? "theirs" : "keep-right"),
    "keep-both": () => onMode("keep-both"),
    "delete-both": () => onVerdict("delete-both"),
    merge: () => onMode("merge"),
    "not-a-conflict": () => (isFile ? say(FILE_NEEDS_ONE) : onVerdict("not-a-conflict")),
    override: () => onVerdict("override"),
    snooze: () => onMode("snooze"),
    assign: onAssign,
    undo: () => (conflict.decided && mayCurate ? onUndo() : say(NO_PERMISSION)),
  })
  return (
    <WithKeys keys={keys}>
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
        discussion={discussion}
      />
      {below}
      {some ? null : (
        <ConflictBar
          {...{ conflict, detail, mark, mayCurate, isMine, place, onVerdict, onMode, onAssign, onUndo }}
          onNext={() => controller.step(1)}
          mode={barMode(opened.mode, mode)}
        />
      )}
    </WithKeys>
  )
}

const preview = (id: string, body: ResolutionRequest, signal: AbortSignal): Promise<ResolutionPreview> =>
  callOperation("conflict.preview", { conflict: id, ...body }, { signal })

/** Message after the key for the suggested side, if no side is suggested. */
const NO_SUGGESTION = {
  file: "Press 1 to keep the Quarterdeck version, or 2 to take the source version.",
  entry: "No side is suggested. Press 1 to keep the left side, or 2 to keep the right side.",
} as const

const FILE_NEEDS_ONE = "A file can have only one version. Press 1 or 2 to choose, or M to merge."
