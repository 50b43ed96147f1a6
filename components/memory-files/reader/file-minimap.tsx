"use client"

import { formatDay } from "@/components/data/time-text"
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { ownValue } from "@/lib/memory/text/own-value"
import type { FileRow } from "@/lib/memory/memory-files/file-rows"
import type { EntryFact } from "./entry-facts"
import { CHUNK } from "./line-chunks"
import { MAP_AGES, minimapSlots, pathOfSlots, type SlotLook } from "./minimap-slots"

interface FileMinimapProps {
  rows: readonly FileRow[]
  facts: readonly EntryFact[]
  /** ISO instant. */
  now: string
  /** The element of the text, with its chunks of rows. */
  text: RefObject<HTMLElement | null>
  /** The id of that element. */
  controls: string
  /** The index of the selected row. */
  selected: number | null
}

/** Pixels of a row on the map of a file that does not fill the screen. */
const ROW_PX = 2.5
/** The share of the file that an arrow key moves. */
const ARROW_SHARE = 0.02

/**
 * Map of the whole file: entries colored by age, the load limit, and the part on the screen. Clicks, drags
 * and keys move the screen to that part.
 */
export const FileMinimap = memo(function FileMinimap({
  rows,
  facts,
  now,
  text,
  controls,
  selected,
}: FileMinimapProps) {
  const map = useRef<HTMLDivElement>(null)
  /** Null until the page is hydrated. */
  const measured = useRowsOnScreen(map, text, rows)
  const seen = measured ?? { from: 0, to: 0 }
  const slots = useMemo(() => minimapSlots(rows, facts, now), [rows, facts, now])
  const cut = rows.findIndex(({ kind }) => kind === "cut")

  const jumpToPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    scrollToRow(text.current, rows.length, ((event.clientY - top) / height) * rows.length)
  }
  const jumpByKey = (event: KeyboardEvent) => {
    const page = Math.max(1, seen.to - seen.from)
    const middle = seen.from + page / 2
    const arrow = Math.max(1, rows.length * ARROW_SHARE)
    const target = ownValue(
      {
        ArrowUp: middle - arrow,
        ArrowDown: middle + arrow,
        PageUp: middle - page,
        PageDown: middle + page,
        Home: 0,
        End: rows.length,
      },
      event.key,
    )
    if (target === undefined) return
    event.preventDefault()
    scrollToRow(text.current, rows.length, target)
  }
  const share = (row: number) => `${((row / Math.max(1, rows.length)) * 100).toFixed(2)}%`
  return (
    <div className="hidden w-24 shrink-0 flex-col gap-2 border-r border-line bg-surface px-2.5 pb-3 xl:sticky xl:top-0 xl:-mt-top xl:flex xl:h-dvh xl:pt-top">
      <div className="min-h-0 flex-1 pt-2">
        <div
          ref={map}
          role="scrollbar"
          aria-label="File minimap"
          aria-orientation="vertical"
          aria-controls={controls}
          aria-valuemin={1}
          aria-valuemax={rows.length}
          aria-valuenow={Math.min(rows.length, Math.floor(seen.from) + 1)}
          aria-valuetext={`Lines ${lineAt(rows, seen.from)} to ${lineAt(rows, seen.to)}`}
          tabIndex={0}
          className="relative max-h-full w-full cursor-pointer touch-none"
          style={{ height: rows.length * ROW_PX }}
          onKeyDown={jumpByKey}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            jumpToPointer(event)
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) return jumpToPointer(event)
            const { top, height } = event.currentTarget.getBoundingClientRect()
            event.currentTarget.title = titleAt(rows, facts, ((event.clientY - top) / height) * rows.length)
          }}
        >
          <svg
            aria-hidden
            viewBox={`0 0 100 ${Math.max(1, slots.length)}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            {LOOKS.map((look) => (
              <path key={look} d={pathOfSlots(slots, look)} className={FILL[look]} />
            ))}
          </svg>
          {cut < 0 ? null : (
            <span
              aria-hidden
              className="absolute -inset-x-1.5 bottom-0 border-t-2 border-dashed border-danger bg-danger/10"
              style={{ top: share(cut) }}
            />
          )}
          {selected === null ? null : (
            <span
              aria-hidden
              className="absolute -left-1.5 h-1 w-1 -translate-y-1/2 rounded-full bg-ink"
              style={{ top: share(selected + 0.5) }}
            />
          )}
          <span
            aria-hidden
            hidden={measured === null}
            className="absolute -inset-x-1.5 min-h-1 rounded-xs bg-accent/10 ring-1 ring-accent/50 ring-inset"
            style={{ top: share(seen.from), height: share(Math.max(0, seen.to - seen.from)) }}
          />
        </div>
      </div>
      <Legend />
    </div>
  )
})

/** Returns the rows that are on the screen; null until the page is hydrated. */
function useRowsOnScreen(
  map: RefObject<HTMLElement | null>,
  text: RefObject<HTMLElement | null>,
  rows: readonly FileRow[],
): { from: number; to: number } | null {
  const [seen, setSeen] = useState<{ from: number; to: number } | null>(null)
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const top = map.current?.getBoundingClientRect().top ?? 0
      setSeen({
        from: rowAt(text.current, rows.length, top),
        to: rowAt(text.current, rows.length, window.innerHeight),
      })
    }
    const ask = () => {
      frame ||= requestAnimationFrame(look)
    }
    ask()
    window.addEventListener("scroll", ask, { passive: true })
    window.addEventListener("resize", ask)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener("scroll", ask)
      window.removeEventListener("resize", ask)
    }
  }, [map, text, rows])
  return seen
}

function Legend() {
  return (
    <ul aria-label="Map colors" className="shrink-0 text-xs whitespace-nowrap text-ink-2">
      {MAP_AGES.map(({ look, words }) => (
        <li key={look} className="flex items-center gap-1.25">
          <svg aria-hidden viewBox="0 0 8 8" className="size-2 shrink-0">
            <rect width="8" height="8" rx="1.5" className={FILL[look]} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}

const FILL: Record<SlotLook, string> = {
  month: "fill-age-month",
  quarter: "fill-age-quarter",
  half: "fill-age-half",
  old: "fill-caution",
  undated: "fill-ink-3",
  text: "fill-line-strong",
}
const LOOKS = Object.keys(FILL) as SlotLook[]

const lineAt = (rows: readonly FileRow[], row: number): number =>
  rows[Math.max(0, Math.min(rows.length - 1, Math.floor(row)))]?.line ?? 0

function titleAt(rows: readonly FileRow[], facts: readonly EntryFact[], row: number): string {
  const here = rows[Math.max(0, Math.min(rows.length - 1, Math.floor(row)))]
  if (!here) return ""
  const fact = here.kind === "line" && here.entry !== undefined ? facts[here.entry] : undefined
  return [`Line ${here.line}`, fact?.section, fact?.date && formatDay(fact.date)].filter(Boolean).join(" · ")
}

const chunksOf = (text: HTMLElement | null) => [
  ...(text?.querySelectorAll<HTMLElement>("[data-chunk]") ?? []),
]

/**
 * Returns the row at a vertical position in the window. The fraction is the part of the row above the
 * position.
 */
function rowAt(text: HTMLElement | null, rows: number, y: number): number {
  const chunks = chunksOf(text)
  let [low, high] = [0, chunks.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((chunks[middle]?.getBoundingClientRect().top ?? 0) <= y) low = middle
    else high = middle - 1
  }
  const box = chunks[low]?.getBoundingClientRect()
  if (!box || box.height === 0) return 0
  const within = Math.min(1, Math.max(0, (y - box.top) / box.height))
  return low * CHUNK + within * Math.min(CHUNK, rows - low * CHUNK)
}

/** Scrolls a row to the middle of the window. */
function scrollToRow(text: HTMLElement | null, rows: number, row: number): void {
  const chunks = chunksOf(text)
  const place = Math.max(0, Math.min(chunks.length - 1, Math.floor(row / CHUNK)))
  const box = chunks[place]?.getBoundingClientRect()
  if (!box) return
  const first = place * CHUNK
  const within = Math.min(1, Math.max(0, (row - first) / Math.min(CHUNK, rows - first)))
  window.scrollTo({ top: window.scrollY + box.top + within * box.height - window.innerHeight / 2 })
}
