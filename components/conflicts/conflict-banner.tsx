import { formatDay } from "@/components/data/day-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ConflictPaneProps } from "./conflict-pane-props"
import { conflictDecisionWords } from "./conflict-text"

/** Notice about the decision or the snooze of a conflict. */
export function ConflictBanner({
  conflict,
  now,
  onUndo,
}: Pick<ConflictPaneProps, "conflict" | "now" | "onUndo">) {
  const { state, decided, snoozedUntil } = conflict
  if (state === "gone")
    return (
      <Notice title="Settled automatically">
        One side was removed or changed, so there is nothing to resolve.
      </Notice>
    )
  if (decided) {
    return (
      <Notice
        tone="good"
        title={<UntrustedText text={conflictDecisionWords(decided, now)} />}
        action={
          onUndo ? (
            <Button size="sm" kbd="U" onClick={onUndo}>
              Undo
            </Button>
          ) : null
        }
      >
        {decided.reason === "" ? null : <UntrustedText text={decided.reason} />}
      </Notice>
    )
  }
  return snoozedUntil === null ? null : (
    <Notice title={`Snoozed until ${formatDay(snoozedUntil.slice(0, 10))}`} />
  )
}
