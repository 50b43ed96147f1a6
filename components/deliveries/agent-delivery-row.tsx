"use client"

import { ChevronRight } from "lucide-react"
import type { MouseEvent } from "react"
import { Td } from "@/components/data/table"
import { LoadedAt, harnessWords, type Load, DeliveryStateMark } from "./delivery"
import type { LoaderState } from "./receipt-filters"

interface LoaderRowProps {
  standing: LoaderState
  columns: readonly (string | null)[]
  now: string
  showProject: boolean
  isOpen: boolean
  href: string
  onOpen: () => void
  /** The position in the table, from 0. */
  index: number
  measure: (row: HTMLTableRowElement | null) => void
}

/**
 * Table row of an agent. On narrow screens the harnesses are below the name. The name and all cells open the
 * agent's deliveries.
 */
export function LoaderRow({
  standing,
  columns,
  now,
  showProject,
  isOpen,
  href,
  onOpen,
  index,
  measure,
}: LoaderRowProps) {
  const { loader } = standing
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  const cells = columns.map((harness) => ({
    harness,
    load: standing.loads.find((one) => one.harness === harness),
  }))
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className="hover:bg-raised has-focus-visible:bg-accent-wash"
    >
      <Td className="max-lg:h-auto max-lg:py-2">
        <a
          href={href}
          aria-expanded={isOpen}
          onClick={open}
          className="flex min-h-6 items-center gap-1.5 font-medium"
        >
          <ChevronRight className={`icon shrink-0 text-ink-3 ${isOpen ? "rotate-90" : ""}`} aria-hidden />
          <span className="min-w-0 truncate">
            {loader.agent}
            {showProject ? <span className="ml-2 font-normal text-ink-3">{loader.project.name}</span> : null}
          </span>
        </a>
        <ul className="mt-0.5 grid gap-0.5 pl-5.5 lg:hidden">
          {cells
            .filter(({ load }) => load !== undefined || columns.length === 1)
            .map(({ harness, load }) => (
              <li key={harness ?? ""} className="flex flex-wrap items-baseline gap-x-2">
                <span className="w-24 shrink-0 truncate text-sm text-ink-3">{harnessWords(harness)}</span>
                <Cell standing={standing} load={load} now={now} />
              </li>
            ))}
          {standing.loads.length === 0 && columns.length !== 1 ? (
            <li>
              <Cell standing={standing} load={undefined} now={now} />
            </li>
          ) : null}
        </ul>
      </Td>
      {standing.loads.length === 0 ? (
        <td colSpan={columns.length} className={CELL}>
          <a href={href} tabIndex={-1} onClick={open} className={CELL_LINK}>
            <DeliveryStateMark standing={standing.standing} />
            <span className="ml-2 truncate text-sm text-ink-3">
              {loader.optedOut ? "receives no memory" : notLoadedWords(columns)}
            </span>
          </a>
        </td>
      ) : (
        cells.map(({ harness, load }) => (
          <td key={harness ?? ""} className={CELL}>
            <a href={href} tabIndex={-1} onClick={open} className={CELL_LINK}>
              <Cell standing={standing} load={load} now={now} />
            </a>
          </td>
        ))
      )}
    </tr>
  )
}

const CELL = "hidden h-8.5 border-t border-line p-0 whitespace-nowrap lg:table-cell"
const CELL_LINK = "flex h-8.5 items-center px-3"

/** The delivery state in a harness. Shown in gray if the agent uses another harness. */
function Cell({ standing, load, now }: { standing: LoaderState; load: Load | undefined; now: string }) {
  const { optedOut } = standing.loader
  if (load === undefined)
    return (
      <DeliveryStateMark
        standing={optedOut ? "opted-out" : "never"}
        quiet={optedOut || standing.loads.length > 0}
      />
    )
  return (
    <span className="flex min-w-0 items-center gap-2">
      <DeliveryStateMark standing={load.standing} behind={load.behind} />
      {load.at === null ? null : <LoadedAt at={load.at} now={now} className="truncate text-sm text-ink-3" />}
      {load.unknown > 0 ? (
        <span
          className="text-sm text-caution"
          title={`${load.unknown === 1 ? "1 file" : `${load.unknown} files`} on disk with unknown content`}
        >
          {load.unknown} unknown
        </span>
      ) : null}
    </span>
  )
}

const notLoadedWords = (columns: readonly (string | null)[]): string =>
  columns.length === 1 ? `not loaded in ${harnessWords(columns[0] ?? null)}` : "not loaded in any harness"
