import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { DrawnText } from "@/components/text/drawn-text"
import { describeAge } from "@/components/data/age"
import { count } from "@/components/data/count"
import { opinionWords } from "@/lib/memory/conflicts/second-opinion"
import type { AlertEntry } from "./alert-types"

/** The number of entries shown here. The file shows the rest. */
const MOST = 40

/** The entries of an alert, each with its line, age and other agents that have it. */
export function AlertEntries({
  team,
  entries,
  now,
}: {
  team: string
  entries: readonly AlertEntry[]
  now: string
}) {
  const shown = entries.slice(0, MOST)
  const several = new Set(entries.map((one) => one.file)).size > 1
  return (
    <section className="overflow-hidden rounded-lg border border-line" aria-label="Entries">
      <h3 className="flex gap-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm font-normal text-ink-2">
        <span>{entries.length === 1 ? "Entry" : "Entries"}</span>
        <span className="ml-auto tabular-nums">{count(entries.length, "entry", "entries")}</span>
      </h3>
      <ul className="divide-y divide-line bg-surface">
        {shown.map((one) => (
          <li key={one.id} className="flex gap-2.5 px-3 py-1.5">
            <Link
              href={filePath(team, one.file, one.line)}
              aria-label={`Line ${one.line} of ${one.path}`}
              className="w-8.5 shrink-0 text-right font-mono text-sm text-ink-3 tabular-nums hover:text-link"
            >
              {one.line}
            </Link>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-3 wrap-anywhere">
                <DrawnText text={one.text} />
              </span>
              <Owners entry={one} isNamed={several} />
              {one.opinion ? (
                <span className="block text-sm wrap-anywhere text-ink-2">
                  <DrawnText text={`${opinionWords(one.opinion)}.`} />
                </span>
              ) : null}
            </span>
            <span className="shrink-0 text-sm whitespace-nowrap text-ink-3">
              {one.date === null ? "no date" : describeAge(one.date, now)}
            </span>
          </li>
        ))}
      </ul>
      {entries.length > shown.length ? (
        <p className="border-t border-line px-3 py-1.5 text-sm text-ink-2">
          and {count(entries.length - shown.length, "more entry", "more entries")} in the file
        </p>
      ) : null}
    </section>
  )
}

/** Who has the entry. `isNamed`: also its own agent or file, because there are several. */
function Owners({ entry: { agent, path, alsoBy = [] }, isNamed }: { entry: AlertEntry; isNamed: boolean }) {
  const owners = [
    ...(isNamed ? [agent ?? path] : []),
    ...(alsoBy.length > 0 ? [`also in ${names(alsoBy)}`] : []),
  ]
  if (owners.length === 0) return null
  return <span className="block text-sm text-ink-2">{owners.join(" · ")}</span>
}

const MOST_NAMES = 4

/** "ann, ben and 3 others". */
function names(all: readonly string[]): string {
  const shown = all.slice(0, MOST_NAMES)
  const rest = all.length - shown.length
  if (rest > 0) return `${shown.join(", ")} and ${count(rest, "other")}`
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`
}
