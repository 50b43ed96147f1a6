import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { VisibleText } from "@/components/text/visible-text"
import { Notice } from "@/components/ui/notice"
import { ProposalDiff } from "../proposal-diff"
import type { ExcerptChange, ProposalPreview } from "../proposal-types"
import { UntrustedText } from "../../text/untrusted-text"

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
