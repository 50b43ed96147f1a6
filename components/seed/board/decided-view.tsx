import { formatDay } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { TableBox } from "@/components/data/table"
import {
  LEFT_OUT_PLACE,
  type EntryPlacement,
  type SeedPlan,
  planDecisionWords,
  namesOf,
  planName,
  sourceName,
  LEFT_OUT_REASONS,
} from "../seed-plans"
import { planSections } from "./board-reducer"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** A decided plan: its outcome and its entries by section. */
export function DecidedView({ plan, now }: { plan: SeedPlan; now: string }) {
  const goIn = plan.placements.filter((one) => one.place !== LEFT_OUT_PLACE)
  const stands = plan.state === "applied" || plan.state === "proposed"
  const out = LEFT_OUT_REASONS.map(({ why, words }) => ({
    heading: words,
    placements: plan.placements.filter((one) => one.place === LEFT_OUT_PLACE && one.why === why),
  })).filter((one) => one.placements.length > 0)
  return (
    <div className="grid grid-cols-1 gap-5 p-4">
      <Notice
        live
        tone={stands ? "good" : "neutral"}
        title={
          <span className="wrap-anywhere">
            <VisibleText text={planDecisionWords(plan, goIn.length, now)} />
          </span>
        }
        action={
          plan.state === "applied" && plan.file !== null ? (
            <Link
              href={filePath(plan.team, plan.file.id)}
              className="font-medium whitespace-nowrap text-link"
            >
              Open file
            </Link>
          ) : undefined
        }
      >
        {plan.reason === null ? null : <UntrustedText text={plan.reason} />}
        {plan.from.length === 0
          ? null
          : ` Sources: ${namesOf(plan.from.map(sourceName))}. Created by ${plan.by}.`}
        {plan.state === "proposed" ? <Proposals plan={plan} /> : null}
      </Notice>
      {plan.state === "fresh" ? (
        <p className="text-ink-2">
          {planName(plan)} starts with empty memory and is no longer listed as cold. Undo this to list the
          agent again.
        </p>
      ) : null}
      {goIn.length === 0 ? null : (
        <section aria-label="Seeded entries" className="grid grid-cols-1 gap-3">
          <h2>
            {stands ? "Seeded entries" : "Planned entries"}{" "}
            <span className="font-normal text-ink-3 tabular-nums">
              {formatCount(goIn.length, "entry")}, {formatCount(plan.lines, "line")}
            </span>
          </h2>
          {planSections(plan).map(({ place, heading }) => (
            <Section
              key={place}
              team={plan.team}
              heading={heading}
              placements={goIn.filter((one) => one.place === place)}
            />
          ))}
        </section>
      )}
      {out.length === 0 ? null : (
        <details>
          <summary className="w-fit rounded-sm font-medium">
            {formatCount(plan.placements.length - goIn.length, "entry")} left out
          </summary>
          <div className="mt-2 grid grid-cols-1 gap-3">
            {out.map(({ heading, placements }) => (
              <Section key={heading} team={plan.team} heading={heading} placements={placements} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

function Proposals({ plan }: { plan: SeedPlan }) {
  const waiting = plan.proposals.filter((one) => one.state === "waiting")
  const [first] = waiting
  return (
    <p className="mt-0.5">
      {formatCount(plan.proposals.length, "proposal")},{" "}
      {waiting.length === 0 ? "all decided" : `${waiting.length} waiting`}.{" "}
      {first === undefined ? null : (
        <Link
          href={`/t/${plan.team}/inbox?tab=proposals&item=${encodeURIComponent(first.id)}`}
          className="text-link"
        >
          Review proposals
        </Link>
      )}
    </p>
  )
}

function Section({
  team,
  heading,
  placements,
}: {
  team: string
  heading: string
  placements: readonly EntryPlacement[]
}) {
  if (placements.length === 0) return null
  return (
    <section aria-label={heading}>
      <h3 className="mb-1 text-ink-2">
        {heading} <span className="font-normal text-ink-3 tabular-nums">{placements.length}</span>
      </h3>
      <TableBox>
        <ul>
          {placements.map(({ entry, text, from, file, path, line, date }) => (
            <li
              key={entry}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line px-3 py-1.5 not-first:border-t"
            >
              <span className="min-w-0 flex-1 basis-80">
                <UntrustedText text={text} />
              </span>
              <span className="flex gap-x-2.5 text-sm text-ink-3">
                <span className="tabular-nums">{date === null ? "undated" : formatDay(date)}</span>
                <Link
                  href={filePath(team, file, line)}
                  title={`${path}:${line}`}
                  className="font-mono text-link"
                >
                  <VisibleText text={`${shortPath(from)}:${line}`} />
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </TableBox>
    </section>
  )
}
