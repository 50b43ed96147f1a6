import { Link } from "@/components/ui/link"
import { SeverityMark } from "@/components/alerts/alert"
import { formatCount } from "@/lib/memory/text/sentence"
import { TableBox } from "@/components/data/table"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { VisibleText } from "@/components/text/visible-text"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { headlineOf } from "@/components/proposals/proposal-text"
import { Tag } from "@/components/ui/tag"
import { inboxPath, type ProjectFigures, type WaitingCounts } from "./overview-figures"
import { shortPath } from "@/lib/memory/memory-files/paths"

interface WaitingForYouProps {
  team: string
  /** Slug. Null means all projects. */
  project: string | null
  /** Waiting counts of the inbox for the current user. */
  waiting: WaitingCounts
  alerts: ProjectFigures["alerts"]
}

/** The number of waiting items and of open alerts by severity, with links to the inbox. */
export function WaitingForYou({ team, project, waiting, alerts }: WaitingForYouProps) {
  const open = ALERT_SEVERITIES.filter((severity) => alerts[severity] > 0)
  if (waiting.proposals + waiting.conflicts + waiting.alerts + waiting.syntheses + waiting.seedPlans === 0)
    return <p className="text-ink-2">You’re all caught up.</p>
  const columns = ["sm:grid-cols-3", "sm:grid-cols-4", "sm:grid-cols-5"][
    [waiting.syntheses, waiting.seedPlans].filter((number) => number > 0).length
  ]
  return (
    <TableBox className="overflow-hidden">
      <ul className={`grid ${columns}`}>
        <Queue
          href={inboxPath(team, project, { tab: "proposals" })}
          number={waiting.proposals}
          words={waiting.proposals === 1 ? "proposal to review" : "proposals to review"}
        />
        <Queue
          href={inboxPath(team, project, { tab: "conflicts" })}
          number={waiting.conflicts}
          words={waiting.conflicts === 1 ? "open conflict" : "open conflicts"}
        />
        {waiting.syntheses > 0 ? (
          <Queue
            href={inboxPath(team, project, { tab: "coach" })}
            number={waiting.syntheses}
            words={waiting.syntheses === 1 ? "synthesis to review" : "syntheses to review"}
          />
        ) : null}
        {waiting.seedPlans > 0 ? (
          <Queue
            href={inboxPath(team, project, { tab: "seed" })}
            number={waiting.seedPlans}
            words={waiting.seedPlans === 1 ? "seed plan to review" : "seed plans to review"}
          />
        ) : null}
        <Queue
          href={inboxPath(team, project, { tab: "alerts" })}
          number={waiting.alerts}
          words={waiting.alerts === 1 ? "open alert" : "open alerts"}
        />
      </ul>
      {open.length > 0 ? (
        <ul
          aria-label="Open alerts by severity"
          className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-3.5 py-2"
        >
          {open.map((severity) => (
            <li key={severity}>
              <Link href={inboxPath(team, project, { tab: "alerts", severity })} className="hover:underline">
                <SeverityMark severity={severity} />{" "}
                <span className="text-ink-2 tabular-nums">{formatCount(alerts[severity], "alert")}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </TableBox>
  )
}

function Queue({ href, number, words }: { href: string; number: number; words: string }) {
  return (
    <li className="border-line max-sm:not-first:border-t sm:not-first:border-l">
      <Link href={href} className="flex items-baseline gap-1.5 px-3.5 py-2.5 hover:bg-raised">
        <span
          className={`text-lg font-semibold tracking-tight tabular-nums ${number === 0 ? "text-ink-3" : ""}`}
        >
          {number.toLocaleString("en")}
        </span>{" "}
        <span className="text-ink-2">{words}</span>
      </Link>
    </li>
  )
}

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
            View {formatCount(total - proposals.length, "more proposal")}
          </Link>
        </p>
      ) : null}
    </>
  )
}
