"use client"

import { memo, useCallback } from "react"
import { AgentRow } from "../agent-row"
import type { FleetAgent } from "../fleet"

interface DrawnRowProps {
  team: string
  agent: FleetAgent
  today: string
  showProject: boolean
  /** The position in the table, from 0. */
  index: number
  measure: (row: HTMLTableRowElement | null) => void
  /** Receives the row's link when the row mounts, null when it unmounts. */
  hold: (index: number, link: HTMLAnchorElement | null) => void
}

/** A memoized row of a virtual table. */
export const DrawnRow = memo(function DrawnRow({ index, measure, hold, ...row }: DrawnRowProps) {
  const linkRef = useCallback((link: HTMLAnchorElement | null) => hold(index, link), [hold, index])
  return <AgentRow {...row} index={index} position={index + 2} rowRef={measure} linkRef={linkRef} />
})
