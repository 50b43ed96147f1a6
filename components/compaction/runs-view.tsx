"use client"

import { useRouter } from "next/navigation"
import { useMemo } from "react"
import { filePath } from "@/components/agents/fleet"
import { WordsOf } from "@/components/proposals/words-of"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { ButtonLink } from "@/components/ui/button"
import { CitedLines, LinePlace } from "./cited-lines"
import { Frame, GroupHead, Strip } from "./frame"
import { LinesBar } from "./lines-bar"
import { ProposeBar } from "./propose-bar"
import type { RunsPreview } from "./compaction-types"
import { TickRow } from "./tick-row"
import { usePropose } from "./use-propose"
import { useTicks } from "./use-ticks"

interface RunsViewProps {
  team: string
  preview: RunsPreview
  mayNot: string | null
}

/** Which runs of a cache would go, and which lessons of them would stay as notes. */
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
  const { state, propose } = usePropose(team, preview)
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
    ...(gone > 0 ? [`${count(gone, "run")} pruned`] : []),
    ...(lessons > 0 ? [`${count(lessons, "lesson")} kept as ${lessons === 1 ? "a note" : "notes"}`] : []),
  ]
  return (
    <Frame
      strip={
        <Strip label="What was read">
          <span>
            <span className="font-medium text-ink">{count(runs, "run")}</span>, the last{" "}
            {keep.toLocaleString("en")} are kept;{" "}
            {notes.length === 0
              ? "no lesson recurs in them"
              : `${count(notes.length, "lesson")} ${notes.length === 1 ? "recurs" : "recur"} in them`}
          </span>
          <LinesBar before={target.lines} after={target.after} budget={target.budget} />
        </Strip>
      }
      beside={null}
      bar={
        ordered.length === 0 ? null : (
          <ProposeBar
            {...{ team, target, ticks, state, mayNot }}
            words={parts.length === 0 ? "Tick what should go or stay" : `Propose: ${parts.join(", ")}`}
            onPropose={send}
            onAgain={() => router.refresh()}
          />
        )
      }
    >
      {ordered.length === 0 ? (
        <Empty
          title={`${count(runs, "run")}, and all of them fit`}
          action={
            target.file === null ? null : (
              <ButtonLink href={filePath(team, target.file)}>Open the file</ButtonLink>
            )
          }
        >
          The cache keeps its last {keep}. What recurs in them becomes a note as soon as a run has to go.
        </Empty>
      ) : null}
      {notes.length > 0 ? (
        <>
          <GroupHead title="Lessons that recurred, kept as notes" note={notes.length} />
          <ul aria-label="Lessons">
            {notes.map((one) => (
              <TickRow
                key={one.index}
                index={one.index}
                ticks={ticks}
                statement={<WordsOf text={one.text} />}
                waits={one.waiting === null ? null : `/t/${team}/inbox?tab=proposals&item=${one.waiting}`}
              >
                <span className="text-sm text-ink-2">
                  <WordsOf text={one.why} />
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
            title="Runs that go"
            note={
              sameWhy
                ? `${prune.length}, the oldest: the last ${keep.toLocaleString("en")} are loaded`
                : prune.length
            }
          />
          <ul aria-label="Runs that go">
            {prune.map((one) => (
              <TickRow
                key={one.index}
                index={one.index}
                ticks={ticks}
                statement={<WordsOf text={one.text} />}
                figure={
                  one.at === null ? null : (
                    <time
                      dateTime={one.at}
                      className="shrink-0 text-sm whitespace-nowrap text-ink-3 tabular-nums"
                    >
                      {one.at.slice(0, 10)}
                    </time>
                  )
                }
              >
                <span className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
                  <LinePlace team={team} file={target.file} path={target.path} line={one.line} />
                  {sameWhy ? null : <WordsOf text={one.why} />}
                </span>
              </TickRow>
            ))}
          </ul>
        </>
      ) : null}
    </Frame>
  )
}
