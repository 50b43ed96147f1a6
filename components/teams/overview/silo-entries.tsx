import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import type { MissedEntry } from "@/components/agents/coverage/silos"
import { VisibleText } from "@/components/text/visible-text"
import { count } from "@/components/data/count"
import { TableBox } from "@/components/data/table"

/** Some entries known to one agent only, with a link to all of them. */
export function KnownByOne({
  team,
  entries,
  moreHref,
}: {
  team: string
  entries: readonly MissedEntry[]
  moreHref: string
}) {
  return (
    <>
      <TableBox className="overflow-hidden">
        <ul>
          {entries.map(({ entry, text, agent, file, line, mates }) => (
            <li key={entry} className="border-line px-3.5 py-2 not-first:border-t">
              <Link href={filePath(team, file, line)} className="wrap-anywhere hover:underline">
                <VisibleText text={text} />
              </Link>
              <p className="text-sm text-ink-2">
                Known to {agent}, missing from {count(mates, "teammate")}
              </p>
            </li>
          ))}
        </ul>
      </TableBox>
      <p className="mt-1.5 text-sm">
        <Link href={moreHref} className="text-link">
          View and share all entries known to only one agent
        </Link>
      </p>
    </>
  )
}
