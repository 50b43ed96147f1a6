"use client"

import { type ReactNode, useState } from "react"
import { Kbd } from "@/components/ui/kbd"
import { LEFT_OUT_PLACE, type EntryPlacement, type PlanPlace } from "../seed-plans"
import type { Column } from "./board-reducer"

interface BoardColumnProps {
  column: Column
  /** True if only unsure entries are shown. */
  isNarrowed: boolean
  mayMove: boolean
  onDrop: (place: PlanPlace) => void
  card: (placement: EntryPlacement) => ReactNode
}

/** A section of the file, or the entries left out. Entries can be dragged onto it. */
export function BoardColumn({ column, isNarrowed, mayMove, onDrop, card }: BoardColumnProps) {
  const { place, heading, key, entries, lines, groups } = column
  const [over, setOver] = useState(false)
  const shown = groups.reduce((sum, { placements }) => sum + placements.length, 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging; the keys do the same
    <section
      aria-label={heading}
      onDragOver={(event) => {
        if (!mayMove) return
        event.preventDefault()
        event.dataTransfer.dropEffect = "move"
        setOver(true)
      }}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) ? undefined : setOver(false)
      }
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(place)
      }}
      className={`flex min-w-0 flex-col lg:min-h-0 ${entries === 0 ? "lg:w-44 lg:shrink-0" : "lg:min-w-64 lg:flex-1"} ${place === LEFT_OUT_PLACE ? "bg-ground" : ""} ${over ? "outline-2 -outline-offset-2 outline-focus" : ""} border-line not-last:lg:border-r`}
    >
      <h2 className="flex items-center gap-2 border-b border-line bg-ground px-3 py-1.75 max-lg:sticky max-lg:top-0 max-lg:z-10">
        <span className="truncate" title={heading}>
          {heading}
        </span>
        <span className="font-normal whitespace-nowrap text-ink-3 tabular-nums">
          {entries}
          {lines > entries ? `, ${lines} lines` : ""}
        </span>
        {key === null || !mayMove ? null : (
          <span className="ml-auto max-md:hidden">
            <Kbd hidden>{key}</Kbd>
          </span>
        )}
      </h2>
      <div className="relative grid grid-cols-1 content-start gap-2 p-2 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
        {shown === 0 ? (
          <p className="px-1 py-2 text-ink-3">
            {isNarrowed && entries > 0 ? (
              "No uncertain entries"
            ) : (
              <Empty place={place} keyed={mayMove ? key : null} />
            )}
          </p>
        ) : null}
        {groups.map(({ heading: why, placements }) => (
          <Group key={why ?? ""} heading={why} number={placements.length}>
            {placements.map((one) => (
              <li key={one.entry}>{card(one)}</li>
            ))}
          </Group>
        ))}
      </div>
    </section>
  )
}

function Empty({ place, keyed }: { place: PlanPlace; keyed: string | null }) {
  if (place === LEFT_OUT_PLACE) return "No entries left out"
  return (
    <>
      No entries yet
      {keyed === null ? null : <span className="max-md:hidden">. Press {keyed} to move one here.</span>}
    </>
  )
}

function Group({
  heading,
  number,
  children,
}: {
  heading: string | null
  number: number
  children: ReactNode
}) {
  return (
    <>
      {heading === null ? null : (
        <h3 className="px-1 pt-1 text-sm text-ink-2">
          {heading} <span className="font-normal text-ink-3 tabular-nums">{number}</span>
        </h3>
      )}
      {number === 0 ? null : <ul className="grid grid-cols-1 gap-2">{children}</ul>}
    </>
  )
}
