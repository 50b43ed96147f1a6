"use client"

import { useDraftFields } from "@/components/queue/drafts"
import { Button } from "@/components/ui/button"
import { Field, Textarea } from "@/components/ui/field"
import { LONGEST_STATEMENT, statementsOf } from "@/lib/memory/proposals/proposal-kinds"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Notice } from "@/components/ui/notice"
import { useRead } from "@/components/data/use-read"
import type { ProposalPaneProps, ProposalDetail, ExcerptChange, ProposalPreview } from "../proposal-types"
import { PanelForm } from "../../queue/panel-form"
import { ProposalDiff } from "../proposal-diff"

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
      <Field label="Entry" required error={words === "" ? "Enter text" : undefined}>
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

interface PreviewPartProps {
  draft: string
  preview: ProposalPreview | null
  problem: string | null
  pending: boolean
  /** Change shown until the first preview arrives, or null. */
  before: ExcerptChange | null
}

/** Preview of the typed text: the diff, the effect, and any hidden characters. */
export function PreviewPart({ draft, preview, problem, pending, before }: PreviewPartProps) {
  const message = messageOf(preview, problem)
  return (
    <>
      {hasInvisible(draft) ? (
        <Notice tone="danger" title="The text contains hidden characters" live>
          <span className="wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={draft} />
          </span>
        </Notice>
      ) : null}
      <ProposalDiff
        change={preview ? preview.diff : before}
        statements={[draft]}
        basis={pending ? "updating…" : "with this text"}
        instead={preview?.hindrance ? "This text cannot be saved." : "No line changes."}
      />
      <p aria-live="polite" className={problem || preview?.hindrance ? "text-danger" : "text-ink-2"}>
        {message && <UntrustedText text={message} />}
      </p>
    </>
  )
}

function messageOf(preview: ProposalPreview | null, problem: string | null): string | null {
  if (problem) return `The preview could not be loaded: ${problem}`
  if (preview === null) return null
  if (preview.hindrance) return `${preview.hindrance}. Change the text, or cancel.`
  return `With this text: ${preview.consequence}.`
}

interface Previewed<Preview> {
  /** The latest preview. May be outdated while the next one loads. */
  readonly preview: Preview | null
  /** Reason why the preview could not be loaded, or null. */
  readonly problem: string | null
  readonly pending: boolean
}

/** Debounce of preview requests, in milliseconds. */
const PAUSE_MS = 250

/** Returns a debounced preview for `ask`. Sends no request if `ask` is null. */
export function useProposalPreview<Ask, Preview>(
  ask: Ask | null,
  onPreview: (ask: Ask, signal: AbortSignal) => Promise<Preview>,
): Previewed<Preview> {
  const read = useRead(ask === null ? null : JSON.stringify(ask), (signal) => onPreview(ask as Ask, signal), {
    pause: PAUSE_MS,
  })
  return {
    preview: read.problem === null ? read.answer : null,
    problem: read.problem,
    pending: read.isPending,
  }
}
