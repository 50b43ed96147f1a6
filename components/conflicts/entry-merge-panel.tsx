"use client"

import { useState } from "react"
import { PanelButtons, rowsOf, useProposalPreview } from "@/components/proposals/panels/edit-panel"
import { mergedDraft } from "@/components/proposals/panels/merge-panel"
import { PanelForm } from "@/components/queue/panel-form"
import { useDraftFields } from "@/components/queue/drafts"
import { Field, Textarea } from "@/components/ui/field"
import { LONGEST_STATEMENT } from "@/lib/memory/proposals/proposal-kinds"
import type { ResolutionRequest, ConflictSummary, ResolutionPanelProps } from "./conflict"
import { ResolvedFiles } from "./resolved-files"

/**
 * Panel for merging both sides into one entry. The entry replaces the left side, and the right side is
 * forgotten.
 */
export function ConflictMergePanel({ detail, onPreview, onDecide, onLeave }: ResolutionPanelProps) {
  const [start] = useState(() => mergeDraft(detail))
  const [{ text: draft = start }, type] = useDraftFields()
  const isEmpty = draft.trim() === ""
  const { preview, problem, pending } = useProposalPreview<
    ResolutionRequest,
    Awaited<ReturnType<typeof onPreview>>
  >(isEmpty ? null : { verdict: "merge", text: draft }, onPreview)
  return (
    <PanelForm
      title="Merge both into one entry"
      onSubmit={() => (isEmpty ? undefined : onDecide({ verdict: "merge", text: draft }))}
      onLeave={onLeave}
    >
      <Field
        label="Merged text (replaces the left side; the right side is forgotten)"
        required
        error={isEmpty ? "Enter text" : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            data-first
            rows={rowsOf(draft)}
            maxLength={LONGEST_STATEMENT}
            value={draft}
            onChange={(event) => type({ text: event.target.value })}
            className="font-mono"
          />
        )}
      </Field>
      <ResolvedFiles words={[draft]} preview={preview} problem={problem} pending={pending} />
      <PanelButtons
        words="Merge with this text"
        disabled={isEmpty || (problem !== null && !pending)}
        onLeave={onLeave}
      />
    </PanelForm>
  )
}

/**
 * Returns a draft: the longer text of duplicates, or the suggested side of a contradiction, or else a text
 * that combines both sides.
 */
export function mergeDraft({
  finding,
  left,
  right,
  suggested,
}: Pick<ConflictSummary, "finding" | "left" | "right" | "suggested">): string {
  if (finding === "duplicate") return mergedDraft(left.text, right.text, true)
  return suggested ? (suggested.side === "left" ? left : right).text : mergedDraft(left.text, right.text)
}
