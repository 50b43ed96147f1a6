import type { OutputOf } from "@/lib/http/contract"
import { formatUtc } from "@/components/data/instant-text"
import { Link } from "@/components/ui/link"
import { describeAge } from "@/components/data/age"
import { DrawnText } from "@/components/text/drawn-text"
import { describeAuthor } from "./history-text"

export type ListedRevision = OutputOf<"revision.list">["revisions"][number]

interface RevisionListProps {
  revisions: readonly ListedRevision[]
  shown: number
  hrefFor: (revision: number) => string
  /** ISO date. */
  today: string
}

/** Revisions of a file, newest first, with author, date, reason and size. */
export function RevisionList({ revisions, shown, hrefFor, today }: RevisionListProps) {
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
              <DrawnText text={one.reason} />
            </span>
            <span className="truncate text-sm text-ink-2">
              <DrawnText text={describeAuthor(one)} />
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
