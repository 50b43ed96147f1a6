"use client"

import { useState } from "react"
import { PanelButtons, useProposalPreview } from "@/components/proposals/panels/edit-panel"
import { PanelForm } from "@/components/queue/panel-form"
import { useDraftFields } from "@/components/queue/drafts"
import { Field, Textarea } from "@/components/ui/field"
import { formatCount } from "@/lib/memory/text/sentence"
import type { ResolutionRequest, ResolutionPanelProps } from "./conflict"
import { ResolvedFiles } from "./resolved-files"
import { mergeStart, threeWay } from "./three-way-merge"

/** Panel for merging the Quarterdeck version and the source version by hand. */
export function FileMergePanel({ detail, onPreview, onDecide, onLeave }: ResolutionPanelProps) {
  const [start] = useState(() => {
    const { base = null, ours = "", theirs = "" } = detail.file ?? {}
    return mergeStart(threeWay(base, ours, theirs), ours)
  })
  const [{ text: draft = start.text }, type] = useDraftFields()
  const { preview, problem, pending } = useProposalPreview<
    ResolutionRequest,
    Awaited<ReturnType<typeof onPreview>>
  >({ verdict: "merge", text: draft }, onPreview)
  return (
    <PanelForm
      title="Merge by hand"
      onSubmit={() => onDecide({ verdict: "merge", text: draft })}
      onLeave={onLeave}
    >
      <Field
        label="Merged file"
        hint={
          start.open === 0
            ? "Changes made on only one side are merged automatically."
            : `Changes made on only one side are merged automatically. ${formatCount(start.open, "section")} changed on both sides (ours is shown first, then theirs). Keep the text you want.`
        }
      >
        {(control) => (
          <Textarea
            {...control}
            data-first
            rows={Math.min(12, draft.split("\n").length + 1)}
            value={draft}
            onChange={(event) => type({ text: event.target.value })}
            className="scroll-mb-16 font-mono text-sm"
            spellCheck={false}
          />
        )}
      </Field>
      <ResolvedFiles words={[draft]} preview={preview} problem={problem} pending={pending} />
      <PanelButtons words="Save merged file" disabled={problem !== null && !pending} onLeave={onLeave} />
    </PanelForm>
  )
}
