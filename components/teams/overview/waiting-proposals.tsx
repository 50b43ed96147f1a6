import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { shortPath } from "@/components/text/short-path"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { headlineOf } from "@/components/proposals/proposal-text"
import { count } from "@/components/data/count"
import { Tag } from "@/components/ui/tag"
import { TableBox } from "@/components/data/table"

type Queued = Pick<ProposalSummary, "id" | "kind" | "before" | "text" | "path" | "author" | "flagged">

/** Waiting proposals with links to the inbox. `moreHref` leads to the rest. */
export function QueueList({
  team,
  proposals,
  total,
  moreHref,
}: {
  team: string
  proposals: readonly Queued[]
  total: number
  moreHref: string
}) {
  return (
    <>
      <TableBox className="overflow-hidden">
        <ul>
          {proposals.map((one) => (
            <li
              key={one.id}
              className="relative flex items-baseline gap-2.5 border-line px-3.5 py-2 not-first:border-t hover:bg-raised has-focus-visible:bg-accent-wash"
            >
              <span className="min-w-0 flex-1">
                <Link
                  href={`/t/${team}/inbox?item=${one.id}`}
                  className="wrap-anywhere after:absolute after:inset-0"
                >
                  <VisibleText text={headlineOf(one)} />
                </Link>
                <span className="block text-sm text-ink-2 wrap-anywhere">
                  {one.author.agent ?? one.author.name} · {shortPath(one.path)}
                </span>
              </span>
              {one.flagged ? <Tag tone="danger">flagged</Tag> : null}
            </li>
          ))}
        </ul>
      </TableBox>
      {total > proposals.length ? (
        <p className="mt-1.5 text-sm">
          <Link href={moreHref} className="text-link">
            View {count(total - proposals.length, "more proposal")}
          </Link>
        </p>
      ) : null}
    </>
  )
}
