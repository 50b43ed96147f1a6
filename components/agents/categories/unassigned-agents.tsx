import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { type Chip, suggestionsOf } from "./agent-chips"
import type { DropHandlers } from "./use-chip-dragging"

interface UnassignedAgentsProps {
  chips: readonly Chip[]
  may: boolean
  isOver: boolean
  drop: DropHandlers
  /** Returns the name of a category. */
  nameOf: (slug: string) => string
  drawn: (chip: Chip) => ReactNode
  /** Assigns all agents that a rule suggests a category for. */
  onAssign: () => void
}

/**
 * Maximum number of agents in a list that does not scroll. Longer lists scroll in place, so that categories
 * stay visible while dragging.
 */
const MANY = 40

const SCROLLING = {
  tabIndex: 0,
  role: "group",
  "aria-label": "Unassigned agents",
  className: "max-h-96 overflow-y-auto",
} as const

/** Agents without a category, grouped by the suggested one. */
export function UnassignedAgents(props: UnassignedAgentsProps) {
  const { chips, may, isOver, drop, nameOf, drawn, onAssign } = props
  const byRule = chips
    .filter(({ suggestion, byHand }) => suggestion !== null && !byHand)
    .reduce((sum, { projects }) => sum + projects.length, 0)
  if (chips.length === 0) return null
  return (
    <section
      aria-label="Unassigned"
      {...drop}
      className={`rounded-lg border border-line ${isOver ? "bg-accent-wash" : "bg-surface"}`}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <h2>Unassigned</h2>
        <span className="text-sm text-ink-3 tabular-nums">{chips.length}</span>
        {may && byRule > 0 ? (
          <Button size="sm" variant="primary" onClick={onAssign} className="ml-auto">
            Assign all by rule ({byRule})
          </Button>
        ) : null}
      </div>
      <div {...(chips.length > MANY ? SCROLLING : {})}>
        {suggestionsOf(chips).map(({ category, why, chips: suggested }) => (
          <div
            key={`${category} ${why}`}
            className="flex flex-col gap-x-4 gap-y-1.5 border-line px-3 py-2 not-first:border-t md:flex-row"
          >
            <p className="text-sm leading-6 text-ink-2 md:w-60 md:shrink-0 lg:w-80">
              {category === null ? (
                why
              ) : (
                <>
                  Suggested: <b>{nameOf(category)}</b> ({why})
                </>
              )}
            </p>
            <ul
              aria-label={category === null ? why : `Suggested: ${nameOf(category)}`}
              className="flex min-w-0 flex-1 flex-wrap gap-1.5"
            >
              {suggested.map((chip) => (
                <li key={chip.id} className="max-w-full">
                  {drawn(chip)}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
