import { changedQuery } from "@/components/ui/changed-query"
import { diffTexts, otherChange } from "./diff-lines"
import { DrawnText } from "./drawn-text"
import { RevisionDiff } from "./revision-diff"
import { describeInstant, describeWho, RevisionList, type RevisionLine } from "./revision-list"

interface FileHistoryProps {
  revisions: readonly RevisionLine[]
  revision: { number: number; by: string; reason: string; createdAt: string; text: string; before: string | null }
  query: URLSearchParams
  /** ISO date. */
  today: string
}

/** All revisions, and what the chosen one changed against the one before. */
export function FileHistory({ revisions, revision, query, today }: FileHistoryProps) {
  const diff = diffTexts(revision.before ?? "", revision.text)
  const line = revisions.find((one) => one.number === revision.number)
  return (
    <div className="flex max-lg:flex-col md:-mt-top md:min-h-dvh md:pt-top">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section aria-label="Revisions" tabIndex={0} className="shrink-0 overflow-y-auto border-line max-lg:max-h-60 max-lg:border-b lg:sticky lg:top-0 lg:-mt-top lg:h-dvh lg:w-79 lg:pt-top">
        <RevisionList revisions={revisions} shown={revision.number} hrefFor={(number) => changedQuery(query, { view: "history", revision: String(number) })} today={today} />
      </section>
      <section aria-labelledby="revision" className="min-w-0 flex-1 bg-surface px-4 py-4 pb-16 lg:border-l lg:border-line lg:px-7 lg:py-5">
        <h2 id="revision" className="text-lg wrap-anywhere">
          <DrawnText text={revision.reason} />
        </h2>
        <p className="mt-1 mb-4 text-ink-2">
          <strong className="text-ink">{line ? describeWho(line) : revision.by}</strong>, <time dateTime={revision.createdAt}>{describeInstant(revision.createdAt)}</time>
        </p>
        <RevisionDiff diff={diff} other={revision.before === null ? null : otherChange(revision.before, revision.text)} caption={revision.before === null ? `Revision ${revision.number}, the first` : `Revision ${revision.number} against revision ${revision.number - 1}`} />
      </section>
    </div>
  )
}
