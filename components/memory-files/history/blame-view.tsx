"use client"

import { X } from "lucide-react"
import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, memo } from "react"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { stepFrom, useListKeys } from "@/components/data/keyboard-shortcuts"
import { useQuery } from "@/components/data/use-query"
import { VisibleText } from "@/components/text/visible-text"
import type { OutputOf } from "@/lib/http/contract"
import { describeAge } from "@/components/data/time-text"
import { undoRevisionPath } from "../revert/reverts"
import { OriginFacts, type RevisionLine, describeAuthor } from "./revision-details"

interface BlameViewProps {
  team: string
  revision: number
  head: number
  runs: readonly BlamedLines[]
  revisions: readonly RevisionLine[]
  /**
   * Oldest revision that was read, and the number of lines that may be older. Null if the whole history was
   * read.
   */
  atLeast: { revision: number; lines: number } | null
  /** ISO date. */
  today: string
  /** The file, if the person may undo a revision of it; else null. */
  undoable: string | null
}

/**
 * Blame view: the revision of each line. The selection is in the address; its details are next to the text.
 */
export function BlameView({
  team,
  revision,
  head,
  runs,
  revisions,
  atLeast,
  today,
  undoable,
}: BlameViewProps) {
  const router = useRouter()
  const [query, change] = useQuery()
  const known = useMemo(() => new Map(revisions.map((one) => [one.number, one])), [revisions])
  const ages = useMemo(() => agesOf(revisions), [revisions])
  const at = findRun(runs, query.get("line"))
  const chosen = at === null ? null : (runs[at] ?? null)
  const list = useRef<HTMLOListElement>(null)
  const stepped = useRef(false)
  const arrived = useRef(false)
  useEffect(() => {
    if (!chosen) return
    const run = list.current?.querySelector<HTMLElement>(`[data-run="${chosen.line}"]`)
    run?.scrollIntoView({ block: arrived.current ? "nearest" : "center" })
    arrived.current = true
    if (stepped.current) run?.querySelector("a")?.focus({ preventScroll: true })
    stepped.current = false
  }, [chosen])

  const step = (by: 1 | -1) => {
    const next = stepFrom(runs, at ?? -1, by)
    stepped.current = next !== undefined
    if (next) change({ line: String(next.line) })
  }
  const open = (number: number) => router.push(`?view=history&revision=${number}`)
  useListKeys("Blame", {
    row: "block of lines",
    step,
    more: [
      { keys: "Enter", does: "Show changes in this revision", run: () => chosen && open(chosen.revision) },
      { keys: "h", does: "History", run: () => router.push("?view=history") },
      { keys: "Escape", does: "Clear selection", run: () => change({ line: null }) },
    ],
  })
  const choose = (event: MouseEvent) => {
    if (
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      !(event.target instanceof Element) ||
      window.getSelection()?.isCollapsed === false
    )
      return
    const line = event.target.closest<HTMLElement>("[data-run]")?.dataset["run"]
    if (line === undefined) return
    event.preventDefault()
    change({ line })
  }
  /** Enter selects lines. On selected lines it opens the changes of their revision. */
  const openOnEnter = (event: KeyboardEvent) => {
    if (
      event.key !== "Enter" ||
      !chosen ||
      !(event.target instanceof HTMLAnchorElement) ||
      event.target.closest<HTMLElement>("[data-run]")?.dataset["run"] !== String(chosen.line)
    )
      return
    event.preventDefault()
    event.stopPropagation()
    open(chosen.revision)
  }
  const story = chosen ? known.get(chosen.revision) : undefined
  return (
    <div className="flex max-lg:flex-col md:-mt-top md:min-h-dvh md:pt-top">
      <section
        aria-label="Lines by revision"
        className="min-w-0 flex-1 bg-surface pb-16 lg:border-r lg:border-line"
      >
        <Extent {...{ revision, head, atLeast }} />
        {runs.length === 0 ? <p className="px-4 py-6 text-ink-2">This revision is empty.</p> : null}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- each item has a link; clicks next to it are for pointers */}
        <ol ref={list} onClick={choose} onKeyDown={openOnEnter} className="border-b border-line">
          {runs.map((run, index) => (
            <BlameRun
              key={run.line}
              run={run}
              revision={known.get(run.revision)}
              age={ages.get(run.revision) ?? 1}
              chosen={choiceOf(run, chosen)}
              tabbable={index === (at ?? 0)}
              today={today}
            />
          ))}
        </ol>
      </section>
      <aside
        aria-label="About these lines"
        className="shrink-0 lg:sticky lg:top-0 lg:-mt-top lg:h-dvh lg:w-79 lg:overflow-y-auto lg:pt-top"
      >
        <div className="grid gap-5 lg:p-4.5">
          {chosen && story ? (
            <Story
              team={team}
              run={chosen}
              revision={story}
              close={() => change({ line: null })}
              isHead={revision === head}
              undoable={undoable}
            />
          ) : null}
          <div className={chosen ? "max-lg:hidden" : "max-lg:p-4"}>
            <Authors runs={runs} known={known} />
          </div>
        </div>
      </aside>
    </div>
  )
}

function choiceOf(run: BlamedLines, chosen: BlamedLines | null): "it" | "with it" | null {
  if (run === chosen) return "it"
  return run.revision === chosen?.revision ? "with it" : null
}

/** States which revision is shown, and which lines may be older. Nothing for a complete latest revision. */
function Extent({ revision, head, atLeast }: Pick<BlameViewProps, "revision" | "head" | "atLeast">) {
  if (revision === head && atLeast === null) return null
  return (
    <p className="border-b border-line bg-raised px-4 py-1.5 text-sm text-ink-2">
      {revision === head ? "" : `As of revision ${revision} (latest: ${head}). `}
      {atLeast
        ? `${formatCount(atLeast.lines, "line")} may be older than revision ${atLeast.revision}, because only part of the history was read.`
        : ""}
    </p>
  )
}

function Story({
  team,
  run,
  revision,
  close,
  isHead,
  undoable,
}: {
  team: string
  run: BlamedLines
  revision: RevisionLine
  close: () => void
  isHead: boolean
  undoable: string | null
}) {
  const undo = undoable && undoRevisionPath(team, undoable, run.revision)
  return (
    <section
      aria-labelledby="chosen"
      className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-72 max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-ground max-lg:p-4 max-lg:shadow-float"
    >
      <div className="mb-1.5 flex items-center gap-2">
        <h2 id="chosen">
          {run.endLine > run.line ? `Lines ${run.line}–${run.endLine}` : `Line ${run.line}`}
        </h2>
        <button
          type="button"
          aria-label="Clear selection"
          onClick={close}
          className="-my-1 ml-auto grid size-7 place-items-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
      <p className="mb-2 wrap-anywhere">
        <VisibleText text={revision.reason} />
      </p>
      <OriginFacts team={team} revision={revision} />
      <p className="mt-2.5 flex flex-wrap gap-1.5">
        <ButtonLink size="sm" kbd="↵" href={`?view=history&revision=${revision.number}`}>
          View changes in revision {revision.number}
        </ButtonLink>
        {undo ? (
          <ButtonLink size="sm" href={undo}>
            Undo this change…
          </ButtonLink>
        ) : null}
        {isHead ? (
          <ButtonLink size="sm" href={`?view=entry&line=${run.line}`}>
            History and restore
          </ButtonLink>
        ) : null}
      </p>
    </section>
  )
}

const MOST_AUTHORS = 12

/** The number of lines by author. */
function Authors({
  runs,
  known,
}: {
  runs: readonly BlamedLines[]
  known: ReadonlyMap<number, RevisionLine>
}) {
  const lines = new Map<string, number>()
  for (const run of runs) {
    const revision = known.get(run.revision)
    const author = revision ? describeAuthor(revision) : "unknown"
    lines.set(author, (lines.get(author) ?? 0) + run.lines.length)
  }
  const all = [...lines].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (all.length === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">Lines by author</h2>
      <ul className="grid gap-1">
        {all.slice(0, MOST_AUTHORS).map(([author, number]) => (
          <li key={author} className="flex gap-2.5">
            <span className="min-w-0 flex-1 truncate">
              <VisibleText text={author} />
            </span>
            <span className="shrink-0 text-ink-2 tabular-nums">{formatCount(number, "line")}</span>
          </li>
        ))}
      </ul>
      {all.length > MOST_AUTHORS ? (
        <p className="mt-1 text-ink-2">and {formatCount(all.length - MOST_AUTHORS, "other")}</p>
      ) : null}
    </section>
  )
}

/**
 * Returns the age level of each revision, by order instead of time, so that a file written in one week uses
 * all levels.
 */
function agesOf(revisions: readonly RevisionLine[]): ReadonlyMap<number, 1 | 2 | 3 | 4> {
  const numbers = revisions.map((one) => one.number).toSorted((a, b) => a - b)
  const strongest = Math.max(1, numbers.length - 1)
  return new Map(
    numbers.map((number, at) => [
      number,
      (numbers.length === 1 ? 1 : 1 + Math.floor((at * 3.999) / (strongest + 0.001))) as 1 | 2 | 3 | 4,
    ]),
  )
}

/** Returns the index of the run that contains the line in the address, or null. */
function findRun(runs: readonly BlamedLines[], wanted: string | null): number | null {
  if (wanted === null || !/^\d{1,9}/.test(wanted)) return null
  const line = Number.parseInt(wanted, 10)
  const at = runs.findIndex((run) => run.line <= line && run.endLine >= line)
  return at < 0 ? null : at
}

type BlamedLines = OutputOf<"file.blame">["runs"][number]

interface BlameRunProps {
  run: BlamedLines
  revision: RevisionLine | undefined
  /** Age level for the color; 4 is the newest. */
  age: 1 | 2 | 3 | 4
  /** "it": the run is selected. "with it": it is from the same revision as the selected run. Else null. */
  chosen: "it" | "with it" | null
  /** True for the one run that Tab reaches. */
  tabbable: boolean
  /** ISO date. */
  today: string
}

const AGES = { 1: "border-l-line", 2: "border-l-accent/30", 3: "border-l-accent/60", 4: "border-l-accent" }
const CHOSEN = { it: "bg-accent-wash", "with it": "bg-accent-wash/50" }

/** Lines from one revision, with author and date. */
const BlameRun = memo(function BlameRun({ run, revision, age, chosen, tabbable, today }: BlameRunProps) {
  const author = revision ? describeAuthor(revision) : ""
  return (
    <li
      data-run={run.line}
      aria-current={chosen === "it" ? "true" : undefined}
      className={`flex scroll-my-16 border-t border-l-3 border-t-line max-md:flex-col ${AGES[age]} ${chosen === null ? "" : CHOSEN[chosen]}`}
      style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${run.lines.length * ROW_PX}px` }}
    >
      <a
        href={`?view=blame&line=${run.line}`}
        tabIndex={tabbable ? 0 : -1}
        className="flex shrink-0 items-baseline gap-2 px-3 py-0.5 text-sm -outline-offset-2 text-ink-2 hover:bg-raised md:w-64"
      >
        <span className="sr-only">
          {run.endLine > run.line ? `Lines ${run.line} to ${run.endLine}, ` : `Line ${run.line}, `}
        </span>
        <span className="min-w-0 flex-1 truncate">
          <VisibleText text={author} />
        </span>{" "}
        <span className="shrink-0 whitespace-nowrap text-ink-3">
          {revision ? describeAge(revision.createdAt, today) : null}
        </span>
        <span className="w-9 shrink-0 text-right text-ink-3 tabular-nums">
          <span className="sr-only">, revision </span>
          {run.revision}
        </span>
      </a>
      <Lines run={run} />
    </li>
  )
})

const ROW_PX = 22
const CHUNK = 200

function Lines({ run }: { run: BlamedLines }) {
  const chunks = Array.from({ length: Math.ceil(run.lines.length / CHUNK) }, (_, chunk) =>
    run.lines.slice(chunk * CHUNK, (chunk + 1) * CHUNK),
  )
  return (
    <div className="min-w-0 flex-1">
      {chunks.map((lines, chunk) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the text
        <div
          key={chunk}
          style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${lines.length * ROW_PX}px` }}
        >
          {lines.map((text, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the text
            <div key={at} className="flex items-baseline gap-3 py-0.25 pr-3">
              <span className="w-10 shrink-0 text-right font-mono text-sm text-ink-3 tabular-nums select-none">
                {run.line + chunk * CHUNK + at}
              </span>
              <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {text === "" ? "\u00a0" : <VisibleText text={text} />}
              </code>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
