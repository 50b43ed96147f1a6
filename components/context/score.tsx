import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { describeDays } from "@/lib/memory/memory-files/entry-age"
import { type Share, sharesOf } from "@/lib/memory/context/rank"
import { ageInDays } from "@/lib/memory/memory-files/staleness"
import { PART_LOOK } from "./score-rule"
import type { IncludedEntry } from "./context-types"

/** The score of an entry as a bar of its parts. Opens to show the figures. */
export function ContextScore({ team, entry, now }: { team: string; entry: IncludedEntry; now: Date }) {
  const shares = sharesOf(entry.parts)
  return (
    <details className="relative ml-auto shrink-0 open:ml-0 open:basis-full">
      <summary className="flex items-center gap-2 rounded-md px-1 text-ink-2 hover:text-ink">
        <ScoreBar shares={shares} />
        <span className="sr-only">Score </span>
        <span className="font-medium tabular-nums">{entry.score.toFixed(2)}</span>
      </summary>
      <div className="mt-1.5 mb-1 grid max-w-110 gap-2">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">Score calculation</caption>
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="font-normal">
                Part
              </th>
              <th scope="col" className="text-right font-normal">
                Value
              </th>
              <th scope="col" className="text-right font-normal">
                Weight
              </th>
              <th scope="col" className="text-right font-normal">
                Adds
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map((share) => (
              <tr key={share.part}>
                <th scope="row" className="font-normal">
                  <span
                    aria-hidden
                    className={`mr-2 inline-block size-2 rounded-xs ${PART_LOOK[share.part].fill}`}
                  />
                  {PART_LOOK[share.part].label}
                  {share.part === "recency" && entry.date ? (
                    <span className="text-ink-3">, {dated(entry.date, now)}</span>
                  ) : null}
                </th>
                <td className="text-right">{share.value.toFixed(2)}</td>
                <td className="text-right text-ink-3">× {share.weight.toFixed(2)}</td>
                <td className="text-right font-medium">{share.adds.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <Link href={filePath(team, entry.file, entry.line)} className="text-link">
            Edit, forget or verify in the file
          </Link>
        </p>
      </div>
    </details>
  )
}

/** A bar of the parts; the empty rest is the missing score. */
function ScoreBar({ shares }: { shares: readonly Share[] }) {
  return (
    <span aria-hidden className="flex h-2 w-24 overflow-hidden rounded-full bg-raised shadow-hairline">
      {shares.map(({ part, adds }) => (
        <span
          key={part}
          className={`border-r border-surface last:border-r-0 ${PART_LOOK[part].fill}`}
          style={{ width: `${(adds * 100).toFixed(1)}%` }}
        />
      ))}
    </span>
  )
}

function dated(date: string, now: Date): string {
  const age = describeDays(ageInDays(date, now))
  if (age === null) return date
  return /\d/.test(age) && !age.startsWith("in ") ? `${age} ago` : age
}
