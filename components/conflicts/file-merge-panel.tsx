"use client"

import { useState } from "react"
import { PanelButtons } from "@/components/proposals/panels/edit-panel"
import { PanelForm } from "@/components/proposals/panels/panel-form"
import { usePreview } from "@/components/proposals/panels/use-preview"
import { Field, Textarea } from "@/components/ui/field"
import { count } from "@/components/data/count"
import type { ResolutionAsk } from "./decision"
import type { ResolutionPanelProps } from "./pane"
import { ResolvedFiles } from "./resolved-files"
import { mergeStart, threeWay } from "./three-way"

/** The whole text, merged by hand from what stands here and what the source says. */
export function FileMergePanel({ detail, onPreview, onDecide, onLeave }: ResolutionPanelProps) {
  const [start] = useState(() => {
    const { base = null, ours = "", theirs = "" } = detail.file ?? {}
    const blocks = threeWay(base, ours, theirs)
    return blocks ? mergeStart(blocks, ours) : { text: ours, open: 1 }
  })
  const [draft, setDraft] = useState(start.text)
  const { preview, problem, pending } = usePreview<ResolutionAsk, Awaited<ReturnType<typeof onPreview>>>(
    { verdict: "merge", text: draft },
    onPreview,
  )
  return (
    <PanelForm
      title="Merge by hand"
      onSubmit={() => onDecide({ verdict: "merge", text: draft })}
      onLeave={onLeave}
    >
      <Field
        label="The whole text"
        hint={
          start.open === 0
            ? "What either side changed alone is in it."
            : `What either side changed alone is in it. In ${count(start.open, "place")} that both changed, ours comes first, then theirs: leave what should stand.`
        }
      >
        {(control) => (
          <Textarea
            {...control}
            data-first
            rows={Math.min(12, draft.split("\n").length + 1)}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            className="scroll-mb-16 font-mono text-sm"
            spellCheck={false}
          />
        )}
      </Field>
      <ResolvedFiles words={[draft]} preview={preview} problem={problem} pending={pending} />
      <PanelButtons words="Take this text" disabled={problem !== null && !pending} onLeave={onLeave} />
    </PanelForm>
  )
}
