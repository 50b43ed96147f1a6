import { HoverValues } from "@/components/charts/hover-values"
import { ShowAsTable } from "@/components/charts/figures"
import { formatDay, shortDay } from "@/components/data/time-text"
import type { FlowWeek } from "./proposal-text"

/** Two bars per week: created and decided proposals. */
export function WeeksChart({ weeks }: { weeks: readonly FlowWeek[] }) {
  const isDense = weeks.length > DENSE
  const every = Math.ceil(weeks.length / 4)
  const most = Math.max(1, ...weeks.map((one) => Math.max(one.in, one.out)))
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        <Legend look="bg-accent" words="created" />
        <Legend look="bg-good" words="approved or merged" />
        <Legend look="bg-danger" words="rejected or withdrawn" />
      </figcaption>
      <div className="relative">
        <div aria-hidden className={`flex h-40 items-end ${isDense ? "gap-0.5" : "gap-1 sm:gap-2.5"}`}>
          {weeks.map((one) => (
            <div
              key={one.week}
              className="flex h-full min-w-0 flex-1 items-end justify-center gap-px sm:gap-0.5"
            >
              <Column parts={[{ value: one.in, look: "bg-accent" }]} most={most} quiet={isDense} />
              <Column
                parts={[
                  { value: one.rejected + one.withdrawn, look: "bg-danger" },
                  { value: one.approved + one.merged, look: "bg-good" },
                ]}
                most={most}
                quiet={isDense}
              />
            </div>
          ))}
        </div>
        <HoverValues
          label="Proposals by week"
          points={weeks.map((one, place) => ({
            at: ((place + 0.5) / weeks.length) * 100,
            name: `Week of ${formatDay(one.week)}`,
            values: [
              `${one.in.toLocaleString("en")} created`,
              `${(one.approved + one.merged).toLocaleString("en")} approved or merged`,
              `${(one.rejected + one.withdrawn).toLocaleString("en")} rejected or withdrawn`,
            ],
          }))}
        />
      </div>
      <div
        aria-hidden
        className={`flex border-t border-line-strong pt-1 text-xs text-ink-3 ${isDense ? "gap-0.5" : "gap-1 sm:gap-2.5"}`}
      >
        {weeks.map((one, place) => (
          <span
            key={one.week}
            className={`flex min-w-0 flex-1 whitespace-nowrap ${place === weeks.length - 1 ? "justify-end" : "justify-center"} ${(weeks.length - 1 - place) % every === 0 ? "" : "invisible"}`}
          >
            {shortDay(one.week)}
          </span>
        ))}
      </div>
      <ShowAsTable
        label="Proposals created and decided, by week"
        columns={["Week of", "Created", "Decided", "Approved", "Merged", "Rejected", "Withdrawn"]}
        rows={weeks
          .map((one): [string, ...string[]] => [
            formatDay(one.week),
            ...[one.in, one.out, one.approved, one.merged, one.rejected, one.withdrawn].map((figure) =>
              figure.toLocaleString("en"),
            ),
          ])
          .toReversed()}
      />
    </figure>
  )
}

/** Number of weeks above which the bars have no room for their figures. */
const DENSE = 12

function Legend({ look, words }: { look: string; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-xs ${look}`} />
      {words}
    </span>
  )
}

/** A stacked bar with its total above. */
function Column({
  parts,
  most,
  quiet,
}: {
  parts: readonly { value: number; look: string }[]
  most: number
  /** True to hide the total. */
  quiet: boolean
}) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  return (
    <span className="flex h-full min-w-0 flex-1 flex-col justify-end sm:max-w-5">
      <span className="text-center text-xs text-ink-2 tabular-nums max-sm:hidden">
        {total > 0 && !quiet ? total.toLocaleString("en") : ""}
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
