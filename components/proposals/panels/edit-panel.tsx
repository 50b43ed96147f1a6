"use client"

import { useDraftFields } from "@/components/queue/use-drafts"
import { Button } from "@/components/ui/button"
import { Field, Textarea } from "@/components/ui/field"
import { LONGEST_STATEMENT, statementsOf } from "@/lib/memory/proposals/requested-change"
import type { ProposalPaneProps } from "../proposal-pane-props"
import { PanelForm } from "../../queue/panel-form"
import { PreviewPart } from "./preview-part"
import type { ProposalDetail } from "../proposal-types"
import { useProposalPreview } from "./use-proposal-preview"

export interface WordingPanelProps extends Pick<ProposalPaneProps, "onPreview" | "onDecide"> {
  detail: ProposalDetail
  onLeave: () => void
  deciding: boolean
}

/** Panel for approving a proposal with changed text. */
export function EditPanel({ detail, onPreview, onDecide, onLeave, deciding }: WordingPanelProps) {
  const [own] = statementsOf(detail.changes)
  const [{ text: draft = own ?? "" }, type] = useDraftFields()
  const words = draft.trim()
  const { preview, problem, pending } = useProposalPreview(words === "" ? null : { text: draft }, onPreview)
  if (own === undefined || statementsOf(detail.changes).length > 1) {
    return (
      <NotPossible title="Edit" onLeave={onLeave}>
        {own === undefined
          ? "This proposal has no text to edit. Approve or reject it."
          : "This proposal has several entries. Approve or reject all of them, or ask for separate proposals."}
      </NotPossible>
    )
  }
  const decide = () =>
    words === "" || deciding ? undefined : onDecide({ verdict: "edit", text: draft, shown: detail.shown })
  return (
    <PanelForm title="Edit, then approve" onSubmit={decide} onLeave={onLeave}>
      <Field label="Entry" error={words === "" ? "Enter text" : undefined}>
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
      <PreviewPart draft={draft} preview={preview} problem={problem} pending={pending} before={detail.diff} />
      <PanelButtons
        words="Approve with this text"
        disabled={words === "" || deciding || Boolean(preview?.hindrance && !pending)}
        onLeave={onLeave}
      />
    </PanelForm>
  )
}

export function rowsOf(text: string): number {
  return Math.min(12, Math.max(3, text.split("\n").length + Math.floor(text.length / 90)))
}

export function PanelButtons({
  words,
  disabled,
  onLeave,
}: {
  words: string
  disabled: boolean
  onLeave: () => void
}) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 bg-surface py-2">
      <Button
        type="submit"
        variant="primary"
        disabled={disabled}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title="Ctrl+Enter or ⌘+Enter"
      >
        {words}
      </Button>
      <Button variant="quiet" onClick={onLeave} kbd="Esc" aria-keyshortcuts="Escape">
        Cancel
      </Button>
    </div>
  )
}

export function NotPossible({
  title,
  onLeave,
  children,
}: {
  title: string
  onLeave: () => void
  children: string
}) {
  return (
    <PanelForm title={title} onSubmit={onLeave} onLeave={onLeave}>
      <p className="text-ink-2">{children}</p>
      <div>
        <Button data-first type="submit" kbd="Esc" aria-keyshortcuts="Escape">
          Back
        </Button>
      </div>
    </PanelForm>
  )
}
