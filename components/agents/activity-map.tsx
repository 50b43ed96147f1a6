"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import { ChevronDown, ChevronRight } from "lucide-react"
import { Link } from "@/components/ui/link"
import { type KeyboardEvent, useMemo, useState } from "react"
import { formatDay } from "@/components/data/time-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { useQuery } from "@/components/data/use-query"
import {
  type ActivityLine,
  activityLines,
  heatLook,
  monthAt,
  type PackedActivity,
  STEPS,
  unpackActivity,
} from "./activity"
import { agentPath } from "@/components/data/addresses"
import type { NamedSlug } from "./fleet"
import { GapRow, useVirtualRows } from "../data/virtual-rows"

interface ActivityMapProps {
  team: string
  weeks: readonly string[]
  packed: PackedActivity
  categories: readonly NamedSlug[]
}

const [AGENT_PX, CATEGORY_PX] = [26, 30]
/** Number of weeks shown on narrow screens. */
const NARROW_WEEKS = 12

/**
 * A heat map of agents by weeks. Arrow keys move the focused cell, described below the legend.
 * `?view=figures` shows numbers, `?fold=` collapses categories.
 */
export function ActivityMap({ team, weeks, packed, categories }: ActivityMapProps) {
  const [query, change] = useQuery()
  const fold = query.get("fold") ?? ""
  const figures = query.get("view") === "figures"
  const agents = useMemo(() => unpackActivity(packed, categories), [packed, categories])
  const lines = useMemo(
    () => activityLines(agents, categories, new Set(fold.split(",").filter(Boolean))),
    [agents, categories, fold],
  )
  const showProject = packed.projects.length > 1
  const [at, setAt] = useState<{ line: number; week: number } | null>(null)
  const { body, drawn, above, below, show } = useVirtualRows({
    count: lines.length,
    pxOf: (place) => (lines[place]?.kind === "category" ? CATEGORY_PX : AGENT_PX),
    keyOf: (place) => lines[place]?.key ?? "",
  })
  const narrow = weeks.length - NARROW_WEEKS
  const first = { line: drawn[0]?.index ?? 0, week: weeks.length - 1 }
  const here = at !== null && drawn.some(({ index }) => index === at.line) ? at : first
  const toggle = (slug: string) => {
    const folded = fold.split(",").filter(Boolean)
    change({
      fold: (folded.includes(slug) ? folded.filter((one) => one !== slug) : [...folded, slug]).join(","),
    })
  }
  const move = (event: KeyboardEvent) => {
    const step = ownValue(STEPS_BY_KEY, event.key)
    if (!step) return
    event.preventDefault()
    const next = {
      line: within(here.line + step[0], lines.length),
      week: Math.max(firstShownWeek(narrow), within(here.week + step[1], weeks.length)),
    }
    setAt(next)
    show(next.line)
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#${cellId(next.line, next.week)}`)?.focus(),
    )
  }
  const said = at === null ? null : lines[at.line]
  return (
    <>
      <Legend
        figures={figures}
        isFolded={fold !== ""}
        onFigures={() => change({ view: figures ? null : "figures" })}
        onFold={() => change({ fold: fold === "" ? categorySlugs(lines) : null })}
      />
      <output className="mb-2 block min-h-4.5 text-sm text-ink-2">
        {said && at ? (
          wordsOf(said, weeks[at.week] ?? "", at.week)
        ) : (
          <span className="text-ink-3">Use the arrow keys to move between weeks.</span>
        )}
      </output>
      <section aria-label="Activity" className="rounded-lg border border-line bg-surface pb-1">
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with arrow key navigation is a grid
          role="grid"
          aria-label="Activity by agent and week"
          aria-rowcount={lines.length + 1}
          aria-colcount={weeks.length + 1}
          className="w-full table-fixed border-separate border-spacing-x-0.5 border-spacing-y-0"
          onKeyDown={move}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th
                scope="col"
                className="h-7.5 w-40 px-3 text-left text-sm font-medium text-ink-3 md:w-56 xl:w-64"
              >
                Agent
              </th>
              {weeks.map((week, place) => (
                <th
                  key={week}
                  scope="col"
                  aria-label={`Week of ${formatDay(week)}`}
                  className={`overflow-visible text-left text-xs font-normal whitespace-nowrap text-ink-3 ${place < narrow ? "max-lg:hidden" : ""}`}
                >
                  <span aria-hidden>{monthAt(weeks, place)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <GapRow height={above} />
            {drawn.map(({ index, key }) => {
              const line = lines[index]
              if (!line) return null
              return (
                <ActivityRow
                  key={key}
                  {...{ team, line, index, weeks, narrow, figures, showProject }}
                  tabbable={here.line === index ? here.week : null}
                  onToggle={toggle}
                  onFocus={(week) => setAt({ line: index, week })}
                />
              )
            })}
            <GapRow height={below} />
          </tbody>
        </table>
      </section>
    </>
  )
}

/** The lines and weeks that a key moves the focus by. */
const STEPS_BY_KEY: Record<string, readonly [lines: number, weeks: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Returns the index of the first week shown: `narrow` on narrow screens, else 0. */
const firstShownWeek = (narrow: number): number =>
  window.matchMedia("(width < 64rem)").matches ? Math.max(0, narrow) : 0

const cellId = (line: number, week: number) => `week-${line}-${week}`

/** Returns the slugs of all categories, separated by commas. */
const categorySlugs = (lines: readonly ActivityLine[]): string =>
  lines.flatMap((line) => (line.kind === "category" ? [line.slug] : [])).join(",")

interface LegendProps {
  /** True if cells show numbers. */
  figures: boolean
  /** True if at least one category is collapsed. */
  isFolded: boolean
  onFigures: () => void
  onFold: () => void
}

/** Legend of the colors, with the buttons that change the view. */
function Legend({ figures, isFolded, onFigures, onFold }: LegendProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
      <span>Dated entries and sessions per week:</span>
      {STEPS.map(({ words, look }) => (
        <span key={words} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-3 rounded-xs ${look}`} />
          {words}
        </span>
      ))}
      <span className="ml-auto flex gap-3">
        <button type="button" aria-pressed={figures} className="text-link" onClick={onFigures}>
          {figures ? "Show colors" : "Show numbers"}
        </button>
        <button type="button" className="text-link" onClick={onFold}>
          {isFolded ? "Expand all" : "Collapse all"}
        </button>
      </span>
    </div>
  )
}

interface ActivityRowProps {
  team: string
  line: ActivityLine
  /** From 0. */
  index: number
  weeks: readonly string[]
  /** Index of the first week that narrow screens show. */
  narrow: number
  /** True if cells show numbers. */
  figures: boolean
  showProject: boolean
  /** Index of the week whose cell Tab reaches; null if that cell is in another row. */
  tabbable: number | null
  onToggle: (category: string) => void
  onFocus: (week: number) => void
}

/** A category or an agent, with one cell per week. */
function ActivityRow(props: ActivityRowProps) {
  const { line, index, weeks, narrow, figures, tabbable, onFocus } = props
  const isCategory = line.kind === "category"
  const numbers = isCategory ? line.weeks : line.agent.weeks
  return (
    <tr aria-rowindex={index + 2} className={isCategory ? "h-7.5" : "h-6.5"}>
      <th
        scope="row"
        className={`truncate px-3 text-left ${isCategory ? "border-t border-line font-semibold" : "font-normal"}`}
      >
        <RowName {...props} />
      </th>
      {numbers.map((number, week) => (
        <td
          key={weeks[week]}
          id={cellId(index, week)}
          tabIndex={week === tabbable ? 0 : -1}
          onFocus={() => onFocus(week)}
          onPointerEnter={(event) => {
            event.currentTarget.title = wordsOf(line, weeks[week] ?? "", week) // set on demand: thousands of titles would outweigh the page
          }}
          className={`p-0 text-center text-xs tabular-nums ${isCategory ? "border-t border-line text-ink-2" : ""} ${week < narrow ? "max-lg:hidden" : ""}`}
        >
          {isCategory || figures ? (
            <span className={number === 0 ? "sr-only" : ""}>{number}</span>
          ) : (
            <span className={`block h-4.5 rounded-xs ${heatLook(number)}`}>
              <span className="sr-only">{number}</span>
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

/** The link to an agent, or the button that collapses a category. */
function RowName({ team, line, showProject, onToggle }: ActivityRowProps) {
  if (line.kind !== "category")
    return (
      <Link
        href={agentPath(team, line.agent.project, line.agent.name)}
        className="block min-h-6 truncate leading-6 hover:text-accent"
        title={line.agent.name}
      >
        {line.agent.name}
        {showProject ? <span className="ml-2 text-ink-3">{line.agent.project}</span> : null}
      </Link>
    )
  return (
    <button
      type="button"
      aria-expanded={!line.folded}
      className="flex min-h-6 w-full items-center gap-1 truncate"
      onClick={() => onToggle(line.slug)}
    >
      {line.folded ? (
        <ChevronRight className="icon" aria-hidden />
      ) : (
        <ChevronDown className="icon" aria-hidden />
      )}
      <span className="truncate">{line.name}</span>
      <span className="ml-1 font-normal whitespace-nowrap text-ink-3">
        {formatCount(line.agents, "agent")}
      </span>
    </button>
  )
}

const within = (place: number, size: number): number => Math.min(size - 1, Math.max(0, place))

/** Returns the text of a cell: "unit-tester, week of 16 Nov 2026: 4". */
function wordsOf(line: ActivityLine, week: string, place: number): string {
  const [name, numbers] =
    line.kind === "category" ? [line.name, line.weeks] : [line.agent.name, line.agent.weeks]
  return `${name}, week of ${formatDay(week)}: ${numbers[place] ?? 0}`
}
