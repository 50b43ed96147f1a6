"use client"

import { memo, useCallback } from "react"
import { AgentRow } from "../agent-row"
import type { FleetAgent } from "../fleet"

interface DrawnRowProps {
  team: string
  agent: FleetAgent
  today: string
  showProject: boolean
  /** Place among the lines of the table, from 0. */
  index: number
  measure: (row: HTMLTableRowElement | null) => void
  /** Is given the row's link while it is drawn, null when it goes. */
  hold: (index: number, link: HTMLAnchorElement | null) => void
}

/** A row that stays as it is while others come and go around it. */
export const DrawnRow = memo(function DrawnRow({ index, measure, hold, ...row }: DrawnRowProps) {
  const linkRef = useCallback((link: HTMLAnchorElement | null) => hold(index, link), [hold, index])
  return <AgentRow {...row} index={index} position={index + 2} rowRef={measure} linkRef={linkRef} />
})
