import { hasInvisible } from "@/lib/memory/characters/invisible"
import { DrawnText } from "@/components/memory-files/reader/drawn-text"
import { Notice } from "@/components/ui/notice"
import { ProposalDiff } from "../proposal-diff"
import type { ExcerptChange, Preview } from "../proposal-types"
import { WordsOf } from "../words-of"

interface PreviewPartProps {
  draft: string
  preview: Preview | null
  problem: string | null
  pending: boolean
  /** Shown until the first answer. */
  before: ExcerptChange | null
}

/** What the words that one writes would do: the lines, the consequence, and what nobody would see of them. */
export function PreviewPart({ draft, preview, problem, pending, before }: PreviewPartProps) {
  return (
    <>
      {hasInvisible(draft) ? (
        <Notice tone="danger" title="These words hold what nobody would see" live>
          <span className="wrap-anywhere whitespace-pre-wrap">
            <DrawnText text={draft} />
          </span>
        </Notice>
      ) : null}
      <ProposalDiff
        change={preview ? preview.diff : before}
        statements={[draft]}
        basis={pending ? "working it out…" : "with these words"}
        instead={preview?.hindrance ? "Nothing is written with these words." : "No line changes."}
      />
      <p aria-live="polite" className={problem || preview?.hindrance ? "text-danger" : "text-ink-2"}>
        {problem ? (
          <WordsOf text={`It cannot be told what this does: ${problem}`} />
        ) : preview?.hindrance ? (
          <WordsOf text={`${preview.hindrance}. Write it otherwise, or leave.`} />
        ) : preview ? (
          <WordsOf text={`With these words: ${preview.consequence}.`} />
        ) : null}
      </p>
    </>
  )
}
