import { Link } from "@/components/ui/link"
import { agentPath, filePath } from "@/components/data/addresses"
import { DrawnText } from "@/components/text/drawn-text"
import { Notice } from "@/components/ui/notice"
import { Pane, PaneTitle } from "@/components/ui/pane"
import { Skeleton } from "@/components/ui/skeleton"
import { Tag } from "@/components/ui/tag"
import { AlertEntries } from "./alert-entries"
import { AlertFacts } from "./alert-facts"
import { ExcerptBox } from "./excerpt-box"
import { ALERT_KIND_TEXT } from "./kind-words"
import { SEVERITY_LOOK, SeverityMark } from "./severity-mark"
import type { AlertDetail, AlertSummary, Excerpt } from "./alert-types"
import { kindLabel, placeOf, standingWords } from "./alert-text"
import { asSentence } from "@/lib/memory/text/sentence"

export interface AlertPaneProps {
  team: string
  alert: AlertSummary
  /** Null while loading. */
  detail: AlertDetail | null
  excerpt: Excerpt | null
  /** Why the detail or excerpt could not be loaded. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The address of the list, for narrow screens. */
  backHref: string
}

/** An alert with its evidence, next step and history. Also rendered by the server. */
export function AlertPane({ team, alert, detail, excerpt, problem, now, backHref }: AlertPaneProps) {
  const standing = standingWords(alert)
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
          <DrawnText text={asSentence(alert.message)} />
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
        <DrawnText text={place} />
      </code>
    )
  return (
    <Link
      href={filePath(team, alert.file, alert.line ?? undefined)}
      className="font-mono text-sm wrap-anywhere text-link"
    >
      <DrawnText text={place} />
    </Link>
  )
}
