import { ButtonLink, Button } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { diffTexts, otherChange } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { RevisionDiff } from "@/components/text/revision-diff"
import { HistoryKeys } from "./history-keys"
import { OriginFacts, type RevisionLine, describeAuthor } from "./revision-details"
import type { OutputOf } from "@/lib/http/contract"
import { formatUtc, describeAge } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { Input } from "@/components/ui/field"

type ListedRevision = OutputOf<"revision.list">["revisions"][number]

interface RevisionListProps {
  revisions: readonly ListedRevision[]
  shown: number
  hrefFor: (revision: number) => string
  /** ISO date. */
  today: string
}

/** Revisions of a file, newest first, with author, date, reason and size. */
function RevisionList({ revisions, shown, hrefFor, today }: RevisionListProps) {
  return (
    <ol aria-label="Revisions" className="py-1">
      {revisions.map((one) => (
        <li key={one.number} data-revision={one.number}>
          <Link
            href={hrefFor(one.number)}
            scroll={false}
            aria-current={one.number === shown ? "true" : undefined}
            className="grid gap-0.5 border-l-2 border-transparent px-4 py-2 hover:bg-raised current:border-accent current:bg-accent-wash"
          >
            <span className="flex items-baseline gap-2">
              <span className="font-medium tabular-nums">Revision {one.number}</span>
              <Amount {...one} />
              <time
                dateTime={one.createdAt}
                title={formatUtc(one.createdAt)}
                className="ml-auto text-sm text-ink-2"
              >
                {describeAge(one.createdAt, today)}
              </time>
            </span>
            <span className="line-clamp-2 text-ink-2 wrap-anywhere">
              <VisibleText text={one.reason} />
            </span>
            <span className="truncate text-sm text-ink-2">
              <VisibleText text={describeAuthor(one)} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Amount({ added, cut, moved }: Pick<ListedRevision, "added" | "cut" | "moved">) {
  if (added === null || cut === null) return null
  return (
    <span className="text-sm text-ink-2 tabular-nums">
      {added > 0 ? (
        <span className="text-good">
          +{added.toLocaleString("en")}
          <span className="sr-only"> lines</span>
        </span>
      ) : null}{" "}
      {cut > 0 ? (
        <span className="text-danger">
          −{cut.toLocaleString("en")}
          <span className="sr-only"> lines</span>
        </span>
      ) : null}
      {added + cut === 0 && moved ? <span>{moved.toLocaleString("en")} moved</span> : null}
    </span>
  )
}

interface HistoryViewProps {
  team: string
  /** A page of revisions. */
  revisions: readonly ListedRevision[]
  /** The revision before which the next page starts, or null. */
  next: number | null
  head: number
  revision: RevisionLine & { text: string; before: string | null }
  query: URLSearchParams
  /** ISO date. */
  today: string
  mayRestore: boolean
  /** Address of the preview that undoes the selected revision; null if the user may not, or it is the first. */
  undo: string | null
}

/** The revisions of a file with the changes of the selected one. */
export function HistoryView({
  team,
  revisions,
  next,
  head,
  revision,
  query,
  today,
  mayRestore,
  undo,
}: HistoryViewProps) {
  const { number } = revision
  const hrefFor = (to: number) => changedQuery(query, { view: "history", revision: String(to) })
  const isHead = number === head
  const blame = `?view=blame${isHead ? "" : `&revision=${number}`}`
  const restore = isHead ? null : `?view=compare&left=${head}&right=${number}`
  const pageOf = (to: number): string | null => {
    if (revisions.some((one) => one.number === to)) return query.get("before")
    return to === head ? null : String(to + 1)
  }
  const listed = (to: number) => changedQuery(query, { revision: String(to), before: pageOf(to) })
  return (
    <div className="flex max-lg:flex-col md:-mt-top md:min-h-dvh md:pt-top">
      <HistoryKeys
        shown={number}
        older={number > 1 ? listed(number - 1) : null}
        newer={isHead ? null : listed(number + 1)}
        restore={restore}
        blame={blame}
      />
      <section
        aria-label="Revisions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region needs keyboard focus
        tabIndex={0}
        className="shrink-0 overflow-y-auto border-line max-lg:max-h-72 max-lg:border-b lg:sticky lg:top-0 lg:-mt-top lg:h-dvh lg:w-79 lg:pt-top"
      >
        {head > 1 ? (
          <div className="border-b border-line px-4 py-2">
            <CompareForm left={isHead ? number - 1 : number} right={head} head={head} />
          </div>
        ) : null}
        <RevisionList revisions={revisions} shown={number} hrefFor={hrefFor} today={today} />
        <Pages
          query={query}
          isFirst={query.get("before") === null || revisions[0]?.number === head}
          next={next}
        />
      </section>
      <section
        aria-labelledby="revision"
        className="min-w-0 flex-1 bg-surface px-4 py-4 pb-16 lg:border-l lg:border-line lg:px-7 lg:py-5"
      >
        <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="grid min-w-0 flex-1 basis-80 gap-2">
            <h2 id="revision" className="text-lg wrap-anywhere">
              <VisibleText text={revision.reason} />
            </h2>
            <OriginFacts team={team} revision={revision} />
          </div>
          <p className="flex flex-wrap gap-1.5">
            {undo === null ? null : (
              <ButtonLink size="sm" href={undo}>
                Undo this change…
              </ButtonLink>
            )}
            {restore === null ? null : (
              <ButtonLink size="sm" href={restore} kbd="C">
                {mayRestore ? `Restore revision ${revision.number}…` : "Compare with latest"}
              </ButtonLink>
            )}
            <ButtonLink size="sm" href={blame} kbd="B">
              Blame
            </ButtonLink>
          </p>
        </div>
        <RevisionChanges revision={revision} />
      </section>
    </div>
  )
}

function RevisionChanges({ revision: { number, before, text } }: Pick<HistoryViewProps, "revision">) {
  if (before === null)
    return <RevisionDiff diff={diffTexts("", text)} other={null} caption={`Revision ${number} (first)`} />
  return (
    <RevisionDiff
      diff={diffTexts(before, text)}
      other={otherChange(before, text)}
      caption={`Revision ${number} compared with revision ${number - 1}`}
    />
  )
}

function Pages({ query, isFirst, next }: { query: URLSearchParams; isFirst: boolean; next: number | null }) {
  if (isFirst && next === null) return null
  return (
    <nav aria-label="Revision pages" className="flex gap-1.5 px-4 pt-1 pb-4">
      {isFirst ? null : (
        <ButtonLink size="sm" href={changedQuery(query, { before: null, revision: null })} scroll={false}>
          Newest
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink
          size="sm"
          href={changedQuery(query, { before: String(next), revision: null })}
          scroll={false}
        >
          Revisions before {next}
        </ButtonLink>
      )}
    </nav>
  )
}

interface CompareFormProps {
  left: number
  right: number
  head: number
}

/** Form for choosing two revisions. A GET form that works without scripts. */
export function CompareForm({ left, right, head }: CompareFormProps) {
  return (
    <form method="get" aria-label="Compare two revisions" className="flex items-center gap-2">
      <input type="hidden" name="view" value="compare" />
      <span aria-hidden className="text-ink-2">
        Compare
      </span>
      <RevisionInput name="left" label="From revision" value={left} head={head} />
      <span aria-hidden className="text-ink-2">
        with
      </span>
      <RevisionInput name="right" label="To revision" value={right} head={head} />
      <Button type="submit" size="sm">
        Compare
      </Button>
    </form>
  )
}

function RevisionInput({
  name,
  label,
  value,
  head,
}: {
  name: string
  label: string
  value: number
  head: number
}) {
  return (
    <Input
      key={value}
      name={name}
      aria-label={label}
      inputMode="numeric"
      pattern="[1-9][0-9]*"
      title={`A number from 1 to ${head}`}
      maxLength={7}
      size={4}
      required
      autoComplete="off"
      defaultValue={value}
      className="h-7! w-14! tabular-nums"
    />
  )
}
