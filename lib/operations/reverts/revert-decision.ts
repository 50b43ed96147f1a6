import type { z } from "zod"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { runOperation } from "../operation"
import { previewRevert } from "./preview"
import { runRevert } from "./run"

type RevertRequest = Pick<z.input<typeof previewRevert.input>, "team" | "of">
type Reverted = z.output<typeof runRevert.output>

interface RevertDecisionOptions {
  /** Handling of text that others have since changed. "keep": reverts the rest. "refuse": writes nothing. */
  readonly changedByOthers: "keep" | "refuse"
}

/**
 * Undoes a decision that wrote to several files, by reverting its writes as one change. Returns null if all
 * writes were reverted before. If others have since changed the text and `changedByOthers` is "refuse",
 * refuses with the number of changed parts in `left`.
 */
export async function revertDecision(
  actor: Actor,
  decision: RevertRequest,
  { changedByOthers }: RevertDecisionOptions,
): Promise<Outcome<Reverted | null>> {
  const preview = await runOperation(previewRevert, actor, decision)
  if (!preview.ok) return preview
  const { totals, shown } = preview.value
  if (changedByOthers === "refuse" && totals.left > 0)
    return refused(
      "conflict",
      "others have since changed part of the text. Revert the unchanged part in Settings > Writes",
      { left: totals.left },
    )
  if (totals.files === 0 && totals.left === 0) return done(null)
  return runOperation(runRevert, actor, { ...decision, shown, reason: "Undone" })
}
