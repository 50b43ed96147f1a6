"use client"

import { BellRing, Check, FileDiff, GitPullRequestArrow, MessageSquareText, ReceiptText } from "lucide-react"
import type { ReactNode } from "react"
import { dayIn, formatDay } from "@/components/data/time-text"
import { useOwnZone, Instant } from "@/components/data/instant"
import { TableBox } from "@/components/data/table"
import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { SEVERITY_LOOK, alertPath, SEVERITY_WORDS } from "@/components/alerts/alert"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { harnessWords, receiptsPath } from "@/components/deliveries/delivery"
import { formatCount } from "@/lib/memory/text/sentence"
import { Tag, type Tone } from "@/components/ui/tag"
import { byDay, dayWords, type TimelineItem, type ItemOf, durationWords } from "./timeline-item"
import { shortPath } from "@/lib/memory/memory-files/paths"

interface TimelineProps {
  team: string
  /** Slug. */
  project: string
  items: readonly TimelineItem[]
  /** ISO instant. */
  now: string
  showAgent?: boolean
}

/** Events by day, newest first, in the time zone of the reader. */
export function Timeline({ team, project, items, now, showAgent }: TimelineProps) {
  const zone = useOwnZone() ?? "UTC"
  const today = dayIn(now, zone)
  return (
    <TableBox className="overflow-hidden">
      {byDay(items, zone).map(({ day, items: ofDay }) => (
        <section
          key={day ?? "undated"}
          aria-label={dayWords(day, today)}
          className="not-first:border-t not-first:border-line"
        >
          <h3 className="bg-raised px-3 py-1 text-sm font-medium text-ink-2">
            {day === null ? "Undated" : <time dateTime={day}>{dayWords(day, today)}</time>}
          </h3>
          <ol>
            {ofDay.map((item) => (
              <TimelineRow
                key={item.key}
                team={team}
                project={project}
                item={item}
                showAgent={showAgent ?? false}
              />
            ))}
          </ol>
        </section>
      ))}
    </TableBox>
  )
}

interface TimelineRowProps {
  team: string
  /** Slug. */
  project: string
  item: TimelineItem
  /** True to show the agent of each event, for the timeline of a project. */
  showAgent?: boolean
}

interface Look {
  icon: ReactNode
  /** The linked text of the event. */
  head: ReactNode
  href: string
  /** Details below the text. */
  notes: readonly ReactNode[]
  /** The state or the amount. */
  mark?: ReactNode
}

/** An event of the timeline. */
function TimelineRow({ team, project, item, showAgent }: TimelineRowProps) {
  const { icon, head, href, notes, mark } = lookOf(team, project, item)
  const own =
    showAgent && item.agent !== null && item.kind !== "proposal"
      ? [
          <span key="agent" className="font-medium text-ink">
            {item.agent}
          </span>,
        ]
      : []
  const told = [...own, ...notes].filter((note) => note !== null && note !== "")
  return (
    <li
      data-kind={item.kind}
      className="relative flex gap-2.5 border-t border-line px-3 py-1.75 hover:bg-raised has-focus-visible:bg-accent-wash"
    >
      <span className="w-10 shrink-0 text-sm leading-5 text-ink-3 tabular-nums max-sm:hidden">
        {item.at !== null && item.kind !== "log" ? <Instant at={item.at} look="time" /> : null}
      </span>
      <span className="mt-0.5 shrink-0 text-ink-3">{icon}</span>
      <div className="min-w-0 flex-1">
        <Link href={href} className="wrap-anywhere after:absolute after:inset-0">
          {head}
        </Link>
        {told.length > 0 ? (
          <p className="text-sm text-ink-2 wrap-anywhere">
            {told.map((note, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a note is its place in the line
              <span key={place}>
                {place > 0 ? " · " : ""}
                {note}
              </span>
            ))}
          </p>
        ) : null}
      </div>
      {mark ? <span className="shrink-0">{mark}</span> : null}
    </li>
  )
}

function lookOf(team: string, project: string, item: TimelineItem): Look {
  switch (item.kind) {
    case "session":
      return sessionLook(team, project, item)
    case "log":
      return {
        icon: <MessageSquareText className="icon" aria-label="Session log" />,
        head: <VisibleText text={item.summary} />,
        href: filePath(team, item.file, item.line),
        notes: [long(item.outcome), `${shortPath(item.path)}:${item.line}`],
        mark: <Outcome of={item.outcome} />,
      }
    case "revision":
      return {
        icon: <FileDiff className="icon" aria-label="Revision" />,
        head: (
          <>
            Revision {item.revision} of <VisibleText text={shortPath(item.path)} />
          </>
        ),
        href: revisionPath(team, item.file, item.revision),
        notes: [<VisibleText key="reason" text={item.reason} />, `by ${item.by}`],
        mark: item.added === null || item.cut === null ? null : <Lines added={item.added} cut={item.cut} />,
      }
    case "proposal":
      return proposalLook(team, item)
    case "receipt":
      return receiptLook(team, project, item)
    case "alert":
      return alertLook(team, item)
  }
}

/** Returns the address of the deliveries of an agent, or of the project if the agent is null. */
const deliveriesPath = (team: string, project: string, agent: string | null): string =>
  agent === null
    ? `/t/${team}/agents/delivery?${new URLSearchParams({ project })}`
    : receiptsPath(team, project, agent)

function receiptLook(team: string, project: string, item: ItemOf<"receipt">): Look {
  return {
    icon: <ReceiptText className="icon" aria-label="Delivery" />,
    head: (
      <>
        {item.harness === null ? "Unnamed harness" : <VisibleText text={item.harness} />} loaded{" "}
        {item.files > 0 ? formatCount(item.files, "file") : "no memory"}
      </>
    ),
    href: deliveriesPath(team, project, item.agent),
    notes: [
      <>
        session <VisibleText text={item.session} />
      </>,
      formatCount(item.tokens, "token"),
      <span key="text" title={item.sha256}>
        SHA-256 <code className="font-mono text-xs">{item.sha256.slice(0, 8)}</code>
      </span>,
      item.onDisk > 0 ? `${formatCount(item.onDisk, "file")} on disk` : null,
    ],
  }
}

const sessionState = (name: ReactNode, closedAt: string | null): ReactNode => (
  <>
    Session {name} {closedAt === null ? "started" : "closed"}
  </>
)

/** Returns the harness and the duration of a session. */
const sessionTimes = ({
  harness,
  startedAt,
  closedAt,
}: Pick<ItemOf<"session">, "harness" | "startedAt" | "closedAt">): (string | null)[] => [
  harness === null ? null : `in ${harnessWords(harness)}`,
  closedAt === null ? null : `lasted ${durationWords(startedAt, closedAt)}`,
]

function sessionLook(
  team: string,
  project: string,
  { session, harness, startedAt, closedAt, summary, outcome, file, path, revision, agent }: ItemOf<"session">,
): Look {
  const name = <VisibleText text={session} />
  return {
    icon: <MessageSquareText className="icon" aria-label="Session" />,
    head:
      closedAt !== null && summary !== null ? <VisibleText text={summary} /> : sessionState(name, closedAt),
    href:
      file !== null && revision !== null
        ? revisionPath(team, file, revision)
        : deliveriesPath(team, project, agent),
    notes: [
      long(outcome),
      closedAt === null || summary === null ? null : <>session {name}</>,
      ...sessionTimes({ harness, startedAt, closedAt }),
      revision !== null && path !== null ? `wrote revision ${revision} of ${shortPath(path)}` : null,
    ],
    mark: closedAt === null ? <Tag>active</Tag> : <Outcome of={outcome} />,
  }
}

const PROPOSAL_TONES: Record<string, Tone> = {
  waiting: "caution",
  approved: "good",
  merged: "good",
  rejected: "danger",
}

function proposalLook(
  team: string,
  {
    proposal,
    path,
    text,
    author,
    createdAt,
    at,
    state,
    verdict,
    by,
    reason,
    file,
    revision,
  }: ItemOf<"proposal">,
): Look {
  return {
    icon: <GitPullRequestArrow className="icon" aria-label="Proposal" />,
    head: <VisibleText text={text} />,
    href: `/t/${team}/inbox?${new URLSearchParams({ ...(state === "waiting" ? {} : { tab: "decided" }), item: proposal })}`,
    notes: [
      <>
        proposed by <VisibleText text={author} />
        {at !== null && createdAt.slice(0, 16) !== at.slice(0, 16)
          ? ` on ${formatDay(createdAt.slice(0, 10))}`
          : ""}
      </>,
      shortPath(path),
      verdict === null || by === null ? null : (
        <>
          {verdict === "edited" ? "approved with edits" : verdict} by {by}
          {reason ? (
            <>
              : <VisibleText text={reason} />
            </>
          ) : null}
        </>
      ),
      file !== null && revision !== null ? `created revision ${revision}` : null,
    ],
    mark: <Tag tone={ownValue(PROPOSAL_TONES, state) ?? "neutral"}>{state}</Tag>,
  }
}

function alertLook(
  team: string,
  { alert, what, round, state, severity, message, path }: ItemOf<"alert">,
): Look {
  const { ink } = SEVERITY_LOOK[severity]
  return {
    icon:
      what === "resolved" ? (
        <Check className="icon text-good" aria-label="Alert resolved" />
      ) : (
        <BellRing className={`icon ${ink}`} aria-label="Alert raised" />
      ),
    head: <VisibleText text={message} />,
    href: alertPath(team, { id: alert, state }),
    notes: [
      path === null ? null : <VisibleText key="path" text={shortPath(path)} />,
      what === "raised" && round > 1 ? "raised again" : null,
    ],
    mark:
      what === "resolved" ? (
        <Tag tone="good">resolved</Tag>
      ) : (
        <Tag tone={SEVERITY_LOOK[severity].tone}>{SEVERITY_WORDS[severity].toLowerCase()}</Tag>
      ),
  }
}

const revisionPath = (team: string, file: string, revision: number): string =>
  `/t/${team}/memory/${file}?view=history&revision=${revision}`

const SHORT = 24
const long = (outcome: string | null): ReactNode =>
  outcome !== null && outcome.length > SHORT ? <VisibleText text={outcome} /> : null

function Outcome({ of }: { of: string | null }) {
  if (of === null || of === "" || of.length > SHORT) return null
  return <Tag tone={outcomeTone(of)}>{of}</Tag>
}

function outcomeTone(outcome: string): Tone {
  if (/^(?:success|done|ok|passed|merged|shipped)/i.test(outcome)) return "good"
  if (/^(?:fail|error|blocked|reverted)/i.test(outcome)) return "danger"
  return /^partial/i.test(outcome) ? "caution" : "neutral"
}

function Lines({ added, cut }: { added: number; cut: number }) {
  return (
    <span className="text-sm whitespace-nowrap tabular-nums">
      <span className="text-good">
        +{added.toLocaleString("en")}
        <span className="sr-only"> lines</span>
      </span>{" "}
      <span className="text-danger">
        −{cut.toLocaleString("en")}
        <span className="sr-only"> lines</span>
      </span>
    </span>
  )
}
