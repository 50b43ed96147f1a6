import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/day-text"
import { Link } from "@/components/ui/link"
import { DrawnText } from "@/components/text/drawn-text"
import { migrationPath } from "@/components/data/addresses"
import { Tag } from "@/components/ui/tag"

export type MoveShown = OutputOf<"entry.history">["moves"][number]

/** Moves of an entry by layout migrations, with links to its history there. */
export function EntryMoves({ team, moves }: { team: string; moves: readonly MoveShown[] }) {
  if (moves.length === 0) return null
  return (
    <ul aria-label="Moved by migrations" className="divide-y divide-line rounded-lg border border-line">
      {moves.map(({ migration, way, file, entry, path, line, by, at, undone }) => (
        <li
          key={`${migration} ${way} ${entry}`}
          className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-3 py-1.5 wrap-anywhere"
        >
          <span>
            {way === "from" ? "Moved here from " : "Moved to "}
            <Link href={`/t/${team}/memory/${file}?view=entry&entry=${entry}`} className="text-link">
              <DrawnText text={`${path}:${line}`} />
            </Link>{" "}
            by{" "}
            <Link href={migrationPath(team, migration)} className="text-link">
              the migration of {formatDay(at.slice(0, 10))}
            </Link>
            , by {by}
          </span>
          {undone ? <Tag tone="neutral">undone</Tag> : null}
        </li>
      ))}
    </ul>
  )
}
