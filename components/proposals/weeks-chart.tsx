import { Td, Th, Table } from "@/components/data/table"
import { type FlowWeek, weekName } from "./flow"

/** Two bars per week: created and decided proposals, with a table as alternative. */
export function WeeksChart({ weeks }: { weeks: readonly FlowWeek[] }) {
  const most = Math.max(1, ...weeks.map((one) => Math.max(one.in, one.out)))
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        <Legend look="bg-accent" words="created" />
        <Legend look="bg-good" words="approved or merged" />
        <Legend look="bg-danger" words="rejected or withdrawn" />
      </figcaption>
      <div aria-hidden className="flex h-40 items-end gap-1 sm:gap-2.5">
        {weeks.map((one) => (
          <div
            key={one.week}
            className="flex h-full min-w-0 flex-1 items-end justify-center gap-px sm:gap-0.5"
          >
            <Column parts={[{ value: one.in, look: "bg-accent" }]} most={most} />
            <Column
              parts={[
                { value: one.rejected + one.withdrawn, look: "bg-danger" },
                { value: one.approved + one.merged, look: "bg-good" },
              ]}
              most={most}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="flex gap-1 border-t border-line-strong pt-1 text-xs text-ink-3 sm:gap-2.5">
        {weeks.map((one, place) => (
          <span
            key={one.week}
            className={`min-w-0 flex-1 text-center whitespace-nowrap ${(weeks.length - 1 - place) % 3 === 0 ? "" : "invisible"}`}
          >
            {weekName(one.week)}
          </span>
        ))}
      </div>
      <details className="mt-3">
        <summary className="text-sm text-ink-2 hover:text-ink">Show as table</summary>
        <div className="mt-2">
          <WeeksTable weeks={weeks} />
        </div>
      </details>
    </figure>
  )
}

function Legend({ look, words }: { look: string; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-xs ${look}`} />
      {words}
    </span>
  )
}

/** A stacked bar with its total above. */
function Column({ parts, most }: { parts: readonly { value: number; look: string }[]; most: number }) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  return (
    <span className="flex h-full min-w-0 flex-1 flex-col justify-end sm:max-w-5">
      <span className="text-center text-xs text-ink-2 tabular-nums">
        {total > 0 ? total.toLocaleString("en") : ""}
      </span>
      {parts.map(({ value, look }) =>
        value > 0 ? (
          <span
            key={look}
            className={`block min-h-0.5 shrink-0 first-of-type:rounded-t-xs ${look}`}
            style={{ height: `${(value / most) * 84}%` }}
          />
        ) : null,
      )}
    </span>
  )
}

function WeeksTable({ weeks }: { weeks: readonly FlowWeek[] }) {
  return (
    <Table label="Proposals created and decided, by week">
      <thead>
        <tr>
          <Th>Week of</Th>
          <Th numeric>Created</Th>
          <Th numeric>Decided</Th>
          <Th numeric>Approved</Th>
          <Th numeric>Merged</Th>
          <Th numeric>Rejected</Th>
          <Th numeric>Withdrawn</Th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((one) => (
          <tr key={one.week}>
            <Td>
              <time dateTime={one.week}>{one.week}</time>
            </Td>
            {[one.in, one.out, one.approved, one.merged, one.rejected, one.withdrawn].map((figure, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a figure is its column
              <Td key={place} numeric className={figure === 0 ? "text-ink-3" : ""}>
                {figure.toLocaleString("en")}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
