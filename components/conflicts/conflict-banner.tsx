import { WordsOf } from "@/components/proposals/words-of"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ConflictPaneProps } from "./pane"
import { decidedWords } from "./conflict-text"

/** How it was decided, or why it waits elsewhere, with the way out. */
export function ConflictBanner({
  conflict,
  now,
  onUndo,
}: Pick<ConflictPaneProps, "conflict" | "now" | "onUndo">) {
  const { state, decided, snoozedUntil } = conflict
  if (state === "gone")
    return (
      <Notice title="It has settled by itself">
        A side is no longer there, or says something else now: there is nothing to decide.
      </Notice>
    )
  if (decided) {
    return (
      <Notice
        tone="good"
        title={<WordsOf text={decidedWords(decided, now)} />}
        action={
          onUndo ? (
            <Button size="sm" kbd="U" onClick={onUndo}>
              Undo
            </Button>
          ) : null
        }
      >
        {decided.reason === "" ? null : <WordsOf text={decided.reason} />}
      </Notice>
    )
  }
  return snoozedUntil === null ? null : <Notice title={`You put it off until ${snoozedUntil.slice(0, 10)}`} />
}
