"use client"

import { Instant } from "@/components/data/instant"
import { useRouter } from "next/navigation"
import { useMemo } from "react"
import { filePath } from "@/components/data/addresses"
import { UntrustedText } from "@/components/text/untrusted-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { ButtonLink } from "@/components/ui/button"
import { CitedLines, LinePlace } from "./log-lines"
import {
  CompactionFrame,
  GroupHead,
  SummaryStrip,
  LinesBar,
  ProposeBar,
  useProposeCompaction,
} from "./preview-frame"
import type { RunsPreview } from "./compaction"
import { TickRow, type TickedRows, useTicks } from "./change-selection"

interface RunsViewProps {
  team: string
  preview: RunsPreview
  mayNot: string | null
}

/** The runs that would be removed from a run cache, and the recurring lessons that would be kept as notes. */
export function RunsView({ team, preview, mayNot }: RunsViewProps) {
  const router = useRouter()
  const { target, runs, keep, prune, notes } = preview
  const sameWhy = new Set(prune.map(({ why }) => why)).size === 1
  const ordered = [...notes, ...prune]
  const fixed = useMemo(
    () =>
      new Set(
        [
          ...prune.filter(() => mayNot !== null),
          ...notes.filter((one) => mayNot !== null || one.waiting !== null),
        ].map(({ index }) => index),
      ),
    [prune, notes, mayNot],
  )
  const { state, propose } = useProposeCompaction(team, preview)
  const send = () => (mayNot === null && ticks.ticked.length > 0 ? propose(ticks.ticked) : undefined)
  const ticks = useTicks({
    indices: ordered.map(({ index }) => index),
    fixed,
    what: "run or lesson",
    onPropose: () => send(),
  })
  const [lessons, gone] = [
    notes.filter(({ index }) => ticks.ticked.includes(index)).length,
    prune.filter(({ index }) => ticks.ticked.includes(index)).length,
  ]
  const parts = [
    ...(gone > 0 ? [`${formatCount(gone, "run")} pruned`] : []),
    ...(lessons > 0
      ? [`${formatCount(lessons, "lesson")} kept as ${lessons === 1 ? "a note" : "notes"}`]
      : []),
  ]
  return (
    <CompactionFrame
      strip={
        <SummaryStrip label="Summary">
          <span>
            <span className="font-medium text-ink">{formatCount(runs, "run")}</span> (the cache keeps the most
            recent {keep.toLocaleString("en")}),{" "}
            {notes.length === 0 ? "no recurring lessons" : formatCount(notes.length, "recurring lesson")}
          </span>
          <LinesBar before={target.lines} after={target.after} budget={target.budget} />
        </SummaryStrip>
      }
      beside={null}
      bar={
        ordered.length === 0 ? null : (
          <ProposeBar
            {...{ team, target, ticks, state, mayNot }}
            words={parts.length === 0 ? "Select runs or lessons" : `Propose: ${parts.join(", ")}`}
            onPropose={send}
            onAgain={() => router.refresh()}
          />
        )
      }
    >
      {ordered.length === 0 ? (
        <Empty
          title={`${formatCount(runs, "run")}, within the limit`}
          action={
            target.file === null ? null : (
              <ButtonLink href={filePath(team, target.file)}>Open file</ButtonLink>
            )
          }
        >
          The cache keeps the most recent {keep} runs. When older runs are pruned, recurring lessons are kept
          as notes.
        </Empty>
      ) : null}
      {notes.length > 0 ? (
        <>
          <GroupHead title="Recurring lessons to keep as notes" note={notes.length} />
          <ul aria-label="Lessons">
            {notes.map((one) => (
              <TickRow
                key={one.index}
                index={one.index}
                ticks={ticks}
                statement={<UntrustedText text={one.text} />}
                waits={one.waiting === null ? null : `/t/${team}/inbox?tab=proposals&item=${one.waiting}`}
              >
                <span className="text-sm text-ink-2">
                  <UntrustedText text={one.why} />
                </span>
                {one.index === ticks.current && one.cites.length > 0 ? (
                  <CitedLines team={team} cites={one.cites} />
                ) : null}
              </TickRow>
            ))}
          </ul>
        </>
      ) : null}
      {prune.length > 0 ? (
        <>
          <GroupHead
            title="Runs to remove"
            note={
              sameWhy
                ? `${prune.length} oldest; the most recent ${keep.toLocaleString("en")} are kept`
                : prune.length
            }
          />
          <PrunedRuns {...{ team, target, prune, ticks, sameWhy }} />
        </>
      ) : null}
    </CompactionFrame>
  )
}

interface PrunedRunsProps extends Pick<RunsPreview, "target" | "prune"> {
  team: string
  ticks: TickedRows
  /** True if all runs are removed for the same reason. */
  sameWhy: boolean
}

function PrunedRuns({ team, target, prune, ticks, sameWhy }: PrunedRunsProps) {
  return (
    <ul aria-label="Runs to remove">
      {prune.map((one) => (
        <TickRow
          key={one.index}
          index={one.index}
          ticks={ticks}
          statement={<UntrustedText text={one.text} />}
          figure={
            one.at === null ? null : (
              <Instant
                at={one.at}
                look="day"
                className="shrink-0 text-sm whitespace-nowrap text-ink-3 tabular-nums"
              />
            )
          }
        >
          <span className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
            <LinePlace team={team} file={target.file} path={target.path} line={one.line} />
            {sameWhy ? null : <UntrustedText text={one.why} />}
          </span>
        </TickRow>
      ))}
    </ul>
  )
}
