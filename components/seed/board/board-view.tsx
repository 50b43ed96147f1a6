"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { type Dispatch, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { BelowPane } from "@/components/queue/pane-messages"
import { PlaceInList } from "@/components/queue/place-in-list"
import { recordPresses } from "@/components/queue/focus-and-presses"
import { useNow } from "@/components/queue/use-live"
import { useAddress, useRowFocus } from "@/components/queue/use-item-address"
import { formatCount } from "@/lib/memory/text/sentence"
import { useKeys, type KeyBinding, stepKeys } from "@/components/data/keyboard-shortcuts"
import {
  LEFT_OUT_PLACE,
  type PlanPlace,
  type EntryPlacement,
  type SeedPlan,
  applyLabel,
  isUnsure,
} from "../seed-plans"
import { createsProposals } from "../inbox/seed-inbox-text"
import { BoardColumn } from "./board-column"
import { EntryCard, MoveButtons } from "./entry-card"
import {
  boardColumns,
  type BoardMove,
  drawnLines,
  drawnPlacements,
  keyOf,
  planSections,
} from "./board-reducer"
import { PlanBar, PlanStrip } from "./plan-bars"
import type { FormatChoice } from "./preview-dialogs"
import { useBoard, useBoardActions, useDiscard, useDragging } from "./use-board"

const PreviewDialog = dynamic(() => import("./preview-dialogs").then((one) => one.PreviewDialog), {
  ssr: false,
})

export interface BoardViewProps {
  plan: SeedPlan
  /** The reason why the reader may not move entries; null if they may. */
  mayNotMove: string | null
  formats: readonly FormatChoice[]
  /** The entry that the URL names. */
  asked: string | null
  now: string
}

/**
 * The board of a plan: one column per section of the file and one for entries left out. Entries can be moved
 * between columns.
 */
export function BoardView({ plan: first, mayNotMove, formats, asked, now: startNow }: BoardViewProps) {
  const router = useRouter()
  const now = useNow(startNow)
  const [heard, announce] = useState("")
  const over = useCallback(() => router.refresh(), [router])
  const state = useBoard({ plan: first, asked, announce, onOver: over })
  const { board, move, busy } = state
  const { plan, current, chosen, unsureOnly } = board
  const drawn = useMemo(() => drawnPlacements(board), [board])
  const columns = useMemo(() => boardColumns(board), [board])
  const order = columns.flatMap(({ groups }) => groups.flatMap(({ placements }) => placements))
  const lines = drawnLines(board)
  const goIn = drawn.filter((one) => one.place !== LEFT_OUT_PLACE).length
  const refused = useMemo(() => new Map(plan.refused.map((one) => [one.entry, one.why])), [plan])
  const mayMove = mayNotMove === null
  const isCurrent = (one: EntryPlacement) => one.entry === current

  const [open, setOpen] = useState<"text" | "context" | null>(null)
  const pane = useRef<HTMLElement>(null)
  const { ask, follow, goTo } = useCurrentEntry({ current, asked, pane, mode: open ?? "read", move })
  useEffect(() => recordPresses(), [])

  const hindrance = hindranceOf(plan, goIn, lines)
  const { does, put, said } = useBoardActions({
    state,
    lines,
    mayNotMove,
    hindrance,
    follow,
    ask,
    discard: useDiscard(plan.id, over),
    onPreview: setOpen,
    openSource: () => pane.current?.querySelector<HTMLAnchorElement>("a[data-source]")?.click(),
  })
  const choose = useCallback((id: string) => move({ do: "choose", entry: id }), [move])
  useKeys("Seed plan", boardKeys(plan, createsProposals(plan) ? "Propose each entry" : "Apply", does))

  const { onDrag, takeDragged } = useDragging(drawn, chosen)
  const card = (one: EntryPlacement) => (
    <EntryCard
      key={one.entry}
      team={plan.team}
      placement={one}
      isCurrent={isCurrent(one)}
      isChosen={chosen.has(one.entry)}
      refused={one.place === LEFT_OUT_PLACE ? null : (refused.get(one.entry) ?? null)}
      mayMove={mayMove}
      onGo={goTo}
      onChoose={choose}
      onDrag={onDrag}
    >
      {isCurrent(one) && mayMove ? (
        <MoveButtons targets={columns} at={one.place} onPut={(to) => put([one.entry], to)} />
      ) : null}
    </EntryCard>
  )
  const dropOn = (to: PlanPlace) => {
    const entries = takeDragged()
    if (entries.length > 0) put(entries, to, false)
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <output className="sr-only">{heard}</output>
      <PlanStrip
        plan={plan}
        now={now}
        lines={lines}
        goIn={goIn}
        unsure={drawn.filter(isUnsure).length}
        unsureOnly={unsureOnly}
        mayMove={mayMove}
        isFitting={busy === "fit"}
        onUnsure={does.unsure}
        onFit={state.fit}
        onText={does.text}
        onContext={does.context}
      />
      <section
        ref={pane}
        aria-label="Sections"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 bg-surface -outline-offset-2 lg:flex lg:overflow-x-auto"
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.place}
            column={column}
            isNarrowed={unsureOnly}
            mayMove={mayMove}
            onDrop={dropOn}
            card={card}
          />
        ))}
      </section>
      <BelowPane isDraft={false} onStartOver={() => undefined} said={said ?? mayNotMove} />
      <PlanBar
        words={applyLabel(plan, goIn, lines)}
        hindrance={hindrance}
        mayDecide={plan.may.decide}
        isBusy={busy === "apply"}
        mayUndo={state.mayUndo}
        chosen={chosen.size}
        place={
          drawn.some(isCurrent) && <PlaceInList place={order.findIndex(isCurrent) + 1} of={order.length} />
        }
        onApply={does.apply}
        onUndo={does.undo}
        onDrop={does.drop}
        onNone={does.none}
      />
      {open === null ? null : (
        <PreviewDialog plan={plan} open={open} formats={formats} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

interface CurrentEntryOptions {
  readonly current: string | null
  /** The entry that the URL names. */
  readonly asked: string | null
  readonly pane: RefObject<HTMLElement | null>
  /** Changes when a dialog opens or closes. */
  readonly mode: string
  readonly move: Dispatch<BoardMove>
}

/** Keeps the address, the focus and the scroll position with the current entry. */
function useCurrentEntry({ current, asked, pane, mode, move }: CurrentEntryOptions) {
  const go = useCallback((id: string) => move({ do: "go", entry: id }), [move])
  const { ask } = useAddress({ current, onGo: go, member: "entry" })
  const { follow } = useRowFocus(current, pane, mode)
  useEffect(() => {
    // Columns are side by side, so the first entry may be outside the visible area.
    if (asked !== null || window.matchMedia("(width >= 64rem)").matches)
      pane.current?.querySelector("[data-item][aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [asked, pane])
  const goTo = useCallback(
    (id: string) => {
      ask()
      go(id)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets state, and a stable callback keeps a hundred cards from rendering again
    [go],
  )
  return { ask, follow, goTo }
}

/** Returns why the plan cannot be applied, or null if it can. */
function hindranceOf(plan: SeedPlan, goIn: number, lines: number): string | null {
  if (!plan.may.decide) return plan.may.why ?? "Only a team lead can apply the plan"
  if (goIn === 0) return "The plan includes no entries. Move an entry into a section first."
  if (lines > plan.budget && !createsProposals(plan))
    return `The plan is ${formatCount(lines - plan.budget, "line")} over budget. Make room first.`
  return plan.target === "opted-out"
    ? "The agent has opted out of memory. Turn the agent’s memory on first."
    : null
}

interface BoardActions {
  step: (by: 1 | -1) => void
  column: (by: 1 | -1) => void
  put: (key: string) => void
  undo: () => void
  choose: () => void
  none: () => void
  apply: () => void
  drop: () => void
  text: () => void
  context: () => void
  fit: () => void
  unsure: () => void
  open: () => void
}

/** Returns the keyboard shortcuts of the board, in the order in which `?` lists them. */
function boardKeys(
  plan: Pick<SeedPlan, "sections" | "roles">,
  apply: string,
  does: BoardActions,
): KeyBinding[] {
  const places = planSections(plan).flatMap(({ place, heading }) => {
    const key = keyOf(plan, place)
    return key === null ? [] : [{ keys: key, does: `Move to ${heading}`, run: () => does.put(key) }]
  })
  return [
    ...stepKeys({ row: "entry", step: does.step, arrows: true }),
    { keys: "ArrowRight", does: "First entry of the next column", run: () => does.column(1) },
    { keys: "ArrowLeft", does: "First entry of the previous column", run: () => does.column(-1) },
    ...places,
    { keys: "0", does: "Leave out the entry", run: () => does.put("0") },
    { keys: "u", does: "Undo the last move", run: does.undo },
    { keys: "x", does: "Select the entry (to move several at once)", run: does.choose },
    { keys: "Escape", does: "Clear selection", run: does.none },
    { keys: "f", does: "Show only uncertain entries, or show all", run: does.unsure },
    { keys: "m", does: "Make room: leave out the least useful entries", run: does.fit },
    { keys: "o", does: "Open the entry in its file", run: does.open },
    { keys: "p", does: "Preview the file", run: does.text },
    { keys: "c", does: "Preview the context", run: does.context },
    { keys: "a", does: apply, run: does.apply },
    { keys: "r", does: "Discard the plan", run: does.drop },
  ]
}
