import { type ReactNode, Fragment } from "react"
import { formatDates, describeAge } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { agentPath, filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { Notice } from "@/components/ui/notice"
import { Pane, PaneTitle } from "@/components/ui/pane"
import { Skeleton } from "@/components/ui/skeleton"
import { Tag } from "@/components/ui/tag"
import { AlertFacts } from "./alert-facts"
import { ALERT_KIND_TEXT } from "./alert-titles-and-advice"
import {
  SEVERITY_LOOK,
  SeverityMark,
  type AlertDetail,
  type AlertSummary,
  type Excerpt,
  type AlertEntry,
  kindLabel,
  placeOf,
} from "./alert"
import { alertStateWords } from "./alert-facts"
import { asSentence, formatCount } from "@/lib/memory/text/sentence"
import { opinionWords } from "@/lib/memory/conflicts/second-opinions"

/** Maximum number of entries shown here. The file shows the rest. */
const MOST = 40

/** The entries of an alert, each with its line, age and other agents that have it. */
function AlertEntries({ team, entries, now }: { team: string; entries: readonly AlertEntry[]; now: string }) {
  const shown = entries.slice(0, MOST)
  const several = new Set(entries.map((one) => one.file)).size > 1
  return (
    <section className="overflow-hidden rounded-lg border border-line" aria-label="Entries">
      <h3 className="flex gap-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm font-normal text-ink-2">
        <span>{entries.length === 1 ? "Entry" : "Entries"}</span>
        <span className="ml-auto tabular-nums">{formatCount(entries.length, "entry")}</span>
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
                <VisibleText text={one.text} />
              </span>
              <Owners entry={one} isNamed={several} />
              {one.opinion ? (
                <span className="block text-sm wrap-anywhere text-ink-2">
                  <VisibleText text={`${opinionWords(one.opinion)}.`} />
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
          and {formatCount(entries.length - shown.length, "more entry")} in the file
        </p>
      ) : null}
    </section>
  )
}

/**
 * Agents that also have the entry. `isNamed`: includes the entry's own agent or file, because the alert has
 * several. Null if there is nothing to show.
 */
function Owners({ entry: { agent, path, alsoBy = [] }, isNamed }: { entry: AlertEntry; isNamed: boolean }) {
  const owners = [
    ...(isNamed ? [agent ?? path] : []),
    ...(alsoBy.length > 0 ? [`also in ${names(alsoBy)}`] : []),
  ]
  if (owners.length === 0) return null
  return <span className="block text-sm text-ink-2">{owners.join(" · ")}</span>
}

const MOST_NAMES = 4

/**
 * Returns names as a list: "ann, ben and cal"; with more than `MOST_NAMES` names "ann, ben, cal, dan and 3
 * others".
 */
function names(all: readonly string[]): string {
  const shown = all.slice(0, MOST_NAMES)
  const rest = all.length - shown.length
  if (rest > 0) return `${shown.join(", ")} and ${formatCount(rest, "other")}`
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`
}

export interface AlertPaneProps {
  team: string
  alert: AlertSummary
  /** Details of the alert; null while loading. */
  detail: AlertDetail | null
  excerpt: Excerpt | null
  /** Reason why the detail or the excerpt could not be loaded; null: no problem. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The address of the list, for narrow screens. */
  backHref: string
  /** The comments, below the facts. */
  discussion?: ReactNode
}

/** An alert with its evidence, next step and history. Also rendered by the server. */
export function AlertPane({
  team,
  alert,
  detail,
  excerpt,
  problem,
  now,
  backHref,
  discussion,
}: AlertPaneProps) {
  const standing = alertStateWords(alert)
  const entries = detail?.evidence.entries ?? []
  return (
    <Pane label="Alert" backHref={backHref}>
      <PaneTitle
        tag={<Tag tone={SEVERITY_LOOK[alert.severity].tone}>{kindLabel(alert.kind).toLowerCase()}</Tag>}
        at={alert.raisedAt}
        now={now}
      >
        {ALERT_KIND_TEXT[alert.kind].title}
      </PaneTitle>
      <p className="mt-0.75 text-ink-2">
        <AlertPlaceLine team={team} alert={alert} />
      </p>
      <p className="mt-3 flex max-w-180 flex-wrap items-baseline gap-x-2.5 gap-y-1 wrap-break-word">
        <SeverityMark severity={alert.severity} />
        <span className="min-w-0 flex-1 basis-60">
          <VisibleText text={asSentence(formatDates(alert.message))} />
        </span>
      </p>
      {standing ? <p className="mt-1 text-ink-2">{standing}</p> : null}
      <div className="mt-4.5 grid grid-cols-1 gap-4.5">
        {problem ? (
          <Notice tone="caution" live title="The details could not be loaded">
            {problem}. Open the file to see the details.
          </Notice>
        ) : null}
        {!problem && excerpt ? <ExcerptBox alert={alert} excerpt={excerpt} /> : null}
        {entries.length > 0 ? <AlertEntries team={team} entries={entries} now={now} /> : null}
        {detail === null && problem === null && excerpt === null ? <Skeleton className="h-56" /> : null}
      </div>
      <AlertFacts team={team} alert={alert} detail={detail} excerpt={excerpt} now={now} />
      {discussion}
    </Pane>
  )
}

/** The agent, the file or other place, and the project: "core-dev, MEMORY.md:12, in Platform". */
function AlertPlaceLine({ team, alert }: Pick<AlertPaneProps, "team" | "alert">) {
  const { agent, project } = alert
  const place = placeOf(alert)
  const isFirst = agent === null && place === null
  return (
    <>
      {agent !== null && project !== null ? (
        <>
          <Link
            href={agentPath(team, project.slug, agent)}
            className="font-semibold text-ink hover:underline"
          >
            {agent}
          </Link>
          {place === null ? "" : ", "}
        </>
      ) : null}
      {place === null ? null : <PlaceName team={team} alert={alert} place={place} />}
      {project ? `${isFirst ? "In " : ", in "}${project.name}` : ""}
    </>
  )
}

function PlaceName({ team, alert, place }: Pick<AlertPaneProps, "team" | "alert"> & { place: string }) {
  if (alert.file === null)
    return (
      <code className="font-mono text-sm wrap-anywhere">
        <VisibleText text={place} />
      </code>
    )
  return (
    <Link
      href={filePath(team, alert.file, alert.line ?? undefined)}
      className="font-mono text-sm wrap-anywhere text-link"
    >
      <VisibleText text={place} />
    </Link>
  )
}

/** The lines of an alert with the load limit and the budget marked. */
function ExcerptBox({ alert, excerpt }: { alert: AlertSummary; excerpt: Excerpt }) {
  const { file, lines, line } = excerpt
  const boundary = boundaryOf(alert, excerpt)
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <div className="flex gap-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        <span>{file.formatName}</span>
        <span className="ml-auto tabular-nums">
          {lines.length === 0 ? "empty" : `lines ${lines[0]?.line}–${lines.at(-1)?.line} of ${file.lines}`}
        </span>
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the box needs keyboard focus
        tabIndex={0}
        aria-label="Lines in the file"
        className="overflow-x-auto bg-surface font-mono text-sm leading-5 -outline-offset-2"
      >
        {lines.map((one) => (
          <Fragment key={one.line}>
            {boundary?.before === one.line ? <Boundary words={boundary.words} /> : null}
            <span className={`flex pr-3 ${toneOf(one.line, alert, boundary?.before)}`}>
              <span className="w-11 shrink-0 pr-2.5 text-right text-ink-3 select-none">{one.line}</span>
              <span className="min-w-0 break-words whitespace-pre-wrap">
                {one.line === line && alert.column !== null && boundary === null ? (
                  <Marked text={one.text} column={alert.column} />
                ) : (
                  <VisibleText text={one.text} />
                )}
              </span>
            </span>
          </Fragment>
        ))}
      </pre>
    </div>
  )
}

const SEVERITY_WASH = { error: "bg-danger-wash", warning: "bg-caution-wash", info: "bg-accent-wash" } as const

function toneOf(line: number, alert: AlertSummary, boundary: number | undefined): string {
  if (boundary !== undefined) return alert.kind === "past-cut" && line >= boundary ? "text-ink-3" : ""
  return line === alert.line ? SEVERITY_WASH[alert.severity] : ""
}

function boundaryOf({ kind }: AlertSummary, { file }: Excerpt): { before: number; words: string } | null {
  if (kind === "past-cut" && file.cut !== null) {
    return {
      before: file.cut,
      words: `Load limit: ${formatCount(file.cut - 1, "line")}. The ${formatCount(file.lines - file.cut + 1, "line")} below ${file.lines - file.cut === 0 ? "is" : "are"} not loaded.`,
    }
  }
  if (kind === "over-budget" && file.limits.budget !== null) {
    return {
      before: file.limits.budget + 1,
      words: `Budget: ${formatCount(file.limits.budget, "line")}. ${formatCount(file.lines - file.limits.budget, "line")} over budget.`,
    }
  }
  return null
}

function Boundary({ words }: { words: string }) {
  return (
    <span className="my-1 flex items-center gap-2.5 px-3 font-sans font-medium whitespace-normal text-danger before:flex-1 before:border-t before:border-dashed after:flex-1 after:border-t after:border-dashed">
      {words}
    </span>
  )
}

/** A line with the word at the column highlighted. Columns count from 1. */
function Marked({ text, column }: { text: string; column: number }) {
  const start = Math.min(Math.max(0, column - 1), Math.max(0, text.length - 1))
  const word = /^[\p{L}\p{N}_-]+|^./su.exec(text.slice(start))?.[0] ?? ""
  return (
    <>
      <VisibleText text={text.slice(0, start)} />
      <mark className="rounded-xs bg-transparent text-ink underline decoration-danger decoration-wavy underline-offset-2">
        <VisibleText text={word} />
      </mark>
      <VisibleText text={text.slice(start + word.length)} />
    </>
  )
}
