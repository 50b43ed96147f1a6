"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { BelowPane } from "@/components/queue/below-pane"
import { measureDecision, notePresses } from "@/components/queue/press-time"
import { useNow } from "@/components/queue/use-now"
import { useAddress, useRowFocus } from "@/components/queue/use-place-in-list"
import { PlaceInList } from "@/components/queue/place-in-list"
import { count } from "@/components/data/count"
import { useKeys } from "@/components/data/keys"
import { newKey } from "@/components/data/new-key"
import { LEFT, type Place, type Placement, type Plan } from "../seed-types"
import { proposes } from "../waiting/waiting-seed-text"
import { applyWords, isUnsure } from "../seed-text"
import { BoardColumn } from "./board-column"
import { boardKeys } from "./board-keys"
import { columnsOf, drawnLines, drawnPlacements, placeOfKey } from "./board-state"
import { EntryCard } from "./entry-card"
import { MoveButtons } from "./move-buttons"
import { PlanBar } from "./plan-bar"
import { PlanStrip } from "./plan-strip"
import type { FormatChoice } from "./preview-dialogs"
import { sayProblemAbove } from "./say-above"
import { sendDrop } from "./send"
import { useBoard } from "./use-board"

const PreviewDialog = dynamic(() => import("./preview-dialogs"), { ssr: false })

export interface BoardViewProps {
  plan: Plan
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
  const { board, move, busy, mayUndo, place, undo, fit, apply } = useBoard({
    plan: first,
    asked,
    announce,
    onOver: over,
  })
  const { plan, current, chosen, unsureOnly } = board
  const drawn = useMemo(() => drawnPlacements(board), [board])
  const columns = useMemo(() => columnsOf(board), [board])
  const order = columns.flatMap(({ groups }) => groups.flatMap(({ placements }) => placements))
  const entry = drawn.find((one) => one.entry === current)
  const lines = drawnLines(board)
  const goIn = drawn.filter((one) => one.place !== LEFT).length
  const refused = useMemo(() => new Map(plan.refused.map((one) => [one.entry, one.why])), [plan])
  const mayMove = mayNotMove === null

  const [said, setSaid] = useState<string | null>(null)
  const [open, setOpen] = useState<"text" | "context" | null>(null)
  const pane = useRef<HTMLElement>(null)
  const go = useCallback((id: string) => move({ do: "go", entry: id }), [move])
  const { ask } = useAddress({ current, onGo: go, member: "entry" })
  const { follow } = useRowFocus(current, pane, open ?? "read")
  useEffect(() => notePresses(), [])
  useEffect(() => {
    // Columns are side by side, so the first entry may be outside the visible area.
    if (asked !== null || window.matchMedia("(width >= 64rem)").matches)
      pane.current?.querySelector("[data-item][aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [asked])

  const hindrance = !plan.may.decide
    ? (plan.may.why ?? "Only a lead of the team can apply the plan")
    : goIn === 0
      ? "No entries included. Move an entry into a section first."
      : lines > plan.budget && !proposes(plan)
        ? `${count(lines - plan.budget, "line")} over budget. Make room first.`
        : plan.target === "opted-out"
          ? "The agent has opted out of memory"
          : null
  const dropping = useRef(false)
  const drop = async () => {
    if (dropping.current) return
    dropping.current = true
    try {
      await sendDrop(plan.id, newKey())
      router.refresh()
    } catch (cause) {
      void sayProblemAbove(
        `Could not discard the plan: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
      dropping.current = false
    }
  }
  const put = (ids: readonly string[], to: Place, on = true) => {
    if (mayNotMove !== null) return setSaid(mayNotMove)
    follow()
    ask()
    setSaid(
      place(ids, to, on)
        ? null
        : ids.length === 1
          ? "The entry is already there"
          : "The entries are already there",
    )
    measureDecision()
  }
  const meant = (): readonly string[] => (chosen.size > 0 ? [...chosen] : current === null ? [] : [current])
  const choose = useCallback((id: string) => move({ do: "choose", entry: id }), [move])
  const chooseEntry = useCallback(
    (id: string) => {
      ask()
      go(id)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets state, and a stable callback keeps a hundred cards from rendering again
    [go],
  )
  const walk = (step: () => void) => {
    follow()
    ask()
    setSaid(null)
    step()
  }
  const does = {
    step: (by: 1 | -1) => walk(() => move({ do: "step", by })),
    column: (by: 1 | -1) => walk(() => move({ do: "column", by })),
    put: (key: string) => {
      const to = placeOfKey(plan, key)
      if (to !== null) put(meant(), to)
    },
    undo: () => {
      if (mayNotMove !== null) return setSaid(mayNotMove)
      follow()
      setSaid(undo() === null ? "Nothing to undo. No entry was moved since you opened this page." : null)
      measureDecision()
    },
    choose: () => (mayNotMove === null ? current !== null && choose(current) : setSaid(mayNotMove)),
    none: () => move({ do: "choose-none" }),
    apply: () => (hindrance === null ? apply() : setSaid(hindrance)),
    drop: () =>
      plan.may.decide ? void drop() : setSaid(plan.may.why ?? "Only a lead of the team can discard the plan"),
    text: () => setOpen("text"),
    context: () =>
      plan.agent === null
        ? setSaid("No preview for category memory: each agent receives its own part")
        : setOpen("context"),
    fit: () =>
      mayNotMove !== null
        ? setSaid(mayNotMove)
        : lines <= plan.budget
          ? setSaid("Already within budget")
          : (setSaid(null), fit()),
    unsure: () => walk(() => move({ do: "unsure" })),
    open: () => pane.current?.querySelector<HTMLAnchorElement>("a[data-source]")?.click(),
  }
  useKeys("Seed plan", boardKeys(plan, proposes(plan) ? "Propose each entry" : "Apply", does))

  const dragged = useRef<readonly string[]>([])
  const drag = useRef((_event: DragEvent, _entry: string) => undefined as void)
  useEffect(() => {
    drag.current = (event, id) => {
      dragged.current = chosen.has(id) ? [...chosen] : [id]
      event.dataTransfer.effectAllowed = "move"
      event.dataTransfer.setData("text/plain", drawn.find((one) => one.entry === id)?.text ?? "")
    }
  })
  const onDrag = useCallback((event: DragEvent, id: string) => drag.current(event, id), [])
  const card = (one: Placement) => (
    <EntryCard
      key={one.entry}
      team={plan.team}
      placement={one}
      isCurrent={one.entry === current}
      isChosen={chosen.has(one.entry)}
      refused={one.place === LEFT ? null : (refused.get(one.entry) ?? null)}
      mayMove={mayMove}
      onGo={chooseEntry}
      onChoose={choose}
      onDrag={onDrag}
    >
      {one.entry === current && mayMove ? (
        <MoveButtons targets={columns} at={one.place} onPut={(to) => put([one.entry], to)} />
      ) : null}
    </EntryCard>
  )
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
        onFit={fit}
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
            onDrop={(to) => {
              if (dragged.current.length > 0) put(dragged.current, to, false)
              dragged.current = []
            }}
            card={card}
          />
        ))}
      </section>
      <BelowPane
        isDraft={false}
        onStartOver={() => undefined}
        said={said ?? (mayNotMove === null ? null : mayNotMove)}
      />
      <PlanBar
        words={applyWords(plan, goIn, lines)}
        hindrance={hindrance}
        mayDecide={plan.may.decide}
        isBusy={busy === "apply"}
        mayUndo={mayUndo}
        chosen={chosen.size}
        place={
          entry === undefined ? null : (
            <PlaceInList place={order.findIndex((one) => one.entry === current) + 1} of={order.length} />
          )
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
