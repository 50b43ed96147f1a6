"use client"

import { formatDay } from "@/components/data/time-text"
import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { Fragment, useMemo } from "react"
import { useWide } from "@/components/coach/review/use-wide"
import { UntrustedText } from "@/components/text/untrusted-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { Tag } from "@/components/ui/tag"
import { AdditionBeside, LeftLines } from "./log-lines"
import {
  CompactionFrame,
  GroupHead,
  SummaryStrip,
  LinesBar,
  ProposeBar,
  useProposeCompaction,
} from "./preview-frame"
import { compactPath, compactionPath, type Addition, type LogsPreview, logsWords } from "./compaction"
import { TickRow, useTicks } from "./change-selection"
import { CalendarCheck } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"

/** The value of an entry for memory, 0–1, as a bar and a percentage. */
function ScoreBar({ score }: { score: number }) {
  const percent = Math.round(score * 100)
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title="Worth keeping in memory">
      <span aria-hidden className="relative inline-block h-1.5 w-12 rounded-full bg-raised shadow-hairline">
        <span className="absolute inset-y-0 left-0 rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="sr-only">Value: </span>
      <span className="tabular-nums">{percent}%</span>
    </span>
  )
}

/** The empty state for logs without anything worth keeping. */
function NothingKept({
  team,
  preview: { logs, target, since },
  recorded,
}: {
  team: string
  preview: LogsPreview
  recorded: boolean
}) {
  const icon = <CalendarCheck className="icon-lg" aria-hidden />
  const back = (
    <ButtonLink href={compactionPath(team, { project: target.project })}>Back to due compactions</ButtonLink>
  )
  if (logs.length === 0)
    return (
      <Empty icon={icon} title="No logs to review" action={back}>
        {since === null
          ? "This memory has no daily logs."
          : `All logs up to ${formatDay(since)} have been reviewed. New logs will appear here.`}
      </Empty>
    )
  return (
    <Empty
      icon={icon}
      title={`Nothing worth keeping in ${formatCount(logs.length, "log")}${recorded ? " (marked as reviewed)" : ""}`}
      action={recorded ? back : null}
    >
      {recorded
        ? "The next compaction starts after these logs."
        : "All lines are one-time events or already in memory. Mark the logs as reviewed so that the next compaction skips them."}
    </Empty>
  )
}

interface LogsViewProps {
  team: string
  preview: LogsPreview
  /** True if logs of earlier compactions are included. */
  all: boolean
  /** The language model that can be used; null if none is configured. */
  model: string | null
  mayNot: string | null
}

/** The entries that daily logs would add to memory, each with the log lines that it is based on. */
export function LogsView({ team, preview, all, model, mayNot }: LogsViewProps) {
  const router = useRouter()
  const wide = useWide()
  const { target, additions, logs } = preview
  const sections = useMemo(() => bySection(additions, target.sections), [additions, target.sections])
  const ordered = sections.flatMap(({ some }) => some)
  const fixed = useMemo(
    () =>
      new Set(additions.filter((one) => mayNot !== null || one.waiting !== null).map(({ index }) => index)),
    [additions, mayNot],
  )
  const { state, propose } = useProposeCompaction(team, preview, all)
  const send = () => (mayNot === null && logs.length > 0 ? propose(ticks.ticked) : undefined)
  const ticks = useTicks({
    indices: ordered.map(({ index }) => index),
    fixed,
    what: "addition",
    onPropose: () => send(),
  })
  const current = ordered.find(({ index }) => index === ticks.current)
  const free = additions.length - fixed.size
  const after = mayNot === null ? target.after - (free - ticks.ticked.length) : target.after
  const words =
    ticks.ticked.length > 0
      ? `Propose: ${formatCount(ticks.ticked.length, "addition")} to ${target.path}`
      : `Mark ${formatCount(logs.length, "log")} as reviewed and keep nothing`
  return (
    <CompactionFrame
      strip={<LogsSummary {...{ team, preview, all, model, after }} />}
      beside={wide && current ? <AdditionBeside team={team} addition={current} target={target} /> : null}
      bar={
        logs.length === 0 ? null : (
          <ProposeBar
            {...{ team, target, ticks, state, mayNot, words }}
            onPropose={send}
            onAgain={() => router.refresh()}
          />
        )
      }
    >
      {ordered.length === 0 ? (
        <NothingKept team={team} preview={preview} recorded={state.is === "done"} />
      ) : null}
      {sections.map(({ section, isNew, some }) => (
        <Fragment key={section}>
          <GroupHead
            title={<UntrustedText text={section} />}
            note={isNew ? `${some.length}, new section` : some.length}
          />
          <ul aria-label={`Additions to ${section}`}>
            {some.map((one) => (
              <TickRow
                key={one.index}
                index={one.index}
                ticks={ticks}
                statement={<UntrustedText text={one.text} />}
                waits={one.waiting === null ? null : `/t/${team}/inbox?tab=proposals&item=${one.waiting}`}
              >
                <Facts addition={one} />
                {!wide && one.index === ticks.current ? (
                  <span className="mt-2 block border-t border-line pt-3">
                    <AdditionBeside team={team} addition={one} target={target} />
                  </span>
                ) : null}
              </TickRow>
            ))}
          </ul>
        </Fragment>
      ))}
      <LeftLines team={team} preview={preview} all={all} />
    </CompactionFrame>
  )
}

interface LogsSummaryProps extends Pick<LogsViewProps, "team" | "preview" | "all" | "model"> {
  /** Number of lines of the memory after the proposals. */
  after: number
}

/** Summary of the logs: the entries read, the entries worth keeping, and the ways to read more. */
function LogsSummary({ team, preview, all, model, after }: LogsSummaryProps) {
  const { target, additions, logs, considered, left, since, notes } = preview
  const kept = considered - left.total
  const mayAsk = model !== null && preview.model === null && logs.length > 0
  const assessed = preview.model === null ? [] : [`Scores include an assessment by ${nameOf(preview.model)}.`]
  const remarks = [...assessed, ...notes]
  return (
    <SummaryStrip label="Summary">
      <span>
        <span className="font-medium text-ink">{logsWords(preview)}</span>: {formatCount(considered, "entry")}
        ,{" "}
        {kept === 0
          ? "none worth keeping"
          : `${kept.toLocaleString("en")} worth keeping as ${formatCount(additions.length, "addition")}`}
      </span>
      {since === null || all ? null : (
        <Link href={compactPath(team, target, "logs", { all: "1" })} className="text-link">
          Include reviewed logs
        </Link>
      )}
      {mayAsk ? (
        <Link
          href={compactPath(team, target, "logs", { method: "model", ...(all ? { all: "1" } : {}) })}
          className="text-link"
        >
          {notes.length > 0 ? "Ask again:" : "Also ask"} {nameOf(model)}
        </Link>
      ) : null}
      {remarks.length > 0 ? <span className="text-ink-2">{remarks.join(" ")}</span> : null}
      {additions.length === 0 ? null : (
        <LinesBar before={target.lines} after={after} budget={target.budget} />
      )}
    </SummaryStrip>
  )
}

function Facts({ addition: { score, type, reasons, cites, against, near } }: { addition: Addition }) {
  return (
    <span className="grid gap-0.5 text-sm text-ink-2">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <ScoreBar score={score} />
        <Tag>{type}</Tag>
        {against.length > 0 && <Tag tone="danger">contradicts memory</Tag>}
        {against.length === 0 && near.length > 0 && <Tag tone="caution">similar to memory</Tag>}
        <span className="whitespace-nowrap">{formatCount(cites.length, "log line")}</span>
      </span>
      <UntrustedText text={[...new Set(reasons)].join(" · ")} />
    </span>
  )
}

interface Sectioned {
  readonly section: string
  readonly isNew: boolean
  readonly some: readonly Addition[]
}

/**
 * Returns the additions by section, in the order of the file with new sections last; the highest score first.
 */
function bySection(additions: readonly Addition[], sections: readonly string[]): Sectioned[] {
  const at = (section: string) => (sections.includes(section) ? sections.indexOf(section) : sections.length)
  const names = [...new Set(additions.map(({ section }) => section))].toSorted((a, b) => at(a) - at(b))
  return names.map((section) => {
    const some = additions.filter((one) => one.section === section).toSorted((a, b) => b.score - a.score)
    return { section, isNew: some.some(({ newSection }) => newSection), some }
  })
}

/** Returns a model name without its provider: "qwen3-32b" for "compatible:qwen3-32b". */
const nameOf = (model: string): string => model.slice(model.indexOf(":") + 1)
