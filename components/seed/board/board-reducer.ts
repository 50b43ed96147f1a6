import type { LiveEvent } from "@/components/queue/live-event"
import { textLines } from "@/lib/memory/text/line-differences"
import {
  LEFT_OUT_PLACE,
  type PlanPlace,
  type EntryPlacement,
  type SeedPlan,
  type PlanSection,
  isUnsure,
  LEFT_OUT_REASONS,
} from "../seed-plans"

/** A move of entries on this page. */
export interface PlacedMove {
  readonly number: number
  /** The new place of each entry, by ID. */
  readonly to: ReadonlyMap<string, PlanPlace>
}

export interface Board {
  /** The plan as the server last sent it. */
  readonly plan: SeedPlan
  /** Optimistic moves that the server has not answered yet, in order. */
  readonly ahead: readonly PlacedMove[]
  /** The ID of the current entry. */
  readonly current: string | null
  readonly chosen: ReadonlySet<string>
  readonly unsureOnly: boolean
}

export type BoardMove =
  | { readonly do: "go"; readonly entry: string }
  | { readonly do: "step"; readonly by: 1 | -1 }
  | { readonly do: "column"; readonly by: 1 | -1 }
  | { readonly do: "choose"; readonly entry: string }
  | { readonly do: "choose-none" }
  | { readonly do: "unsure" }
  /** Shows a move at once. `on`: makes the next entry the current one. */
  | { readonly do: "place"; readonly move: PlacedMove; readonly on: boolean }
  /** The server accepted the move. */
  | { readonly do: "settle"; readonly number: number; readonly plan: SeedPlan }
  /** The server refused the move, or it was undone before it was sent. */
  | { readonly do: "return"; readonly number: number }
  /** The plan has changed: optimistic moves are dropped. */
  | { readonly do: "told"; readonly plan: SeedPlan }

export interface EntryGroup {
  readonly heading: string | null
  readonly placements: readonly EntryPlacement[]
}

/** A section of the file, or the entries left out. */
export interface Column {
  readonly place: PlanPlace
  readonly heading: string
  /** Key that moves an entry to this column, or null. */
  readonly key: string | null
  readonly lines: number
  readonly entries: number
  readonly groups: readonly EntryGroup[]
}

export function beginBoard(plan: SeedPlan, asked: string | null): Board {
  const board: Board = { plan, ahead: [], current: null, chosen: new Set(), unsureOnly: false }
  const order = inOrder(board)
  return { ...board, current: order.find((one) => one.entry === asked)?.entry ?? order[0]?.entry ?? null }
}

export function moveBoard(board: Board, move: BoardMove): Board {
  switch (move.do) {
    case "go":
      return { ...board, current: move.entry }
    case "step":
      return goTo(board, besideInOrder(board, move.by))
    case "column":
      return goTo(board, besideIn(board, move.by))
    case "choose":
      return { ...board, chosen: toggled(board.chosen, move.entry) }
    case "choose-none":
      return { ...board, chosen: new Set() }
    case "unsure":
      return lookAgain({ ...board, unsureOnly: !board.unsureOnly }, board)
    case "place":
      return placedAhead(board, move.move, move.on)
    case "settle":
      return lookAgain({ ...board, plan: move.plan, ahead: without(board.ahead, move.number) }, board)
    case "return":
      return { ...board, ahead: without(board.ahead, move.number) }
    case "told":
      return lookAgain({ ...board, plan: move.plan, ahead: [], chosen: new Set() }, board)
  }
}

/** Returns the board with this current entry, or the unchanged board if `entry` is null. */
const goTo = (board: Board, entry: string | null): Board =>
  entry === null ? board : { ...board, current: entry }

/** Returns the next (1) or previous (-1) entry in the order of the keys j and k, or null at the end. */
function besideInOrder(board: Board, by: 1 | -1): string | null {
  const order = inOrder(board)
  const at = order.findIndex((one) => one.entry === board.current)
  return order[at < 0 ? 0 : at + by]?.entry ?? null
}

function toggled(chosen: ReadonlySet<string>, entry: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(entry)) next.add(entry)
  return next
}

/**
 * Returns the board with an optimistic move. `on`: makes the next entry the current one, else the first moved
 * entry.
 */
function placedAhead(board: Board, move: PlacedMove, on: boolean): Board {
  const next = { ...board, ahead: [...board.ahead, move], chosen: new Set<string>() }
  if (!on) return { ...next, current: [...move.to.keys()][0] ?? board.current }
  return move.to.has(board.current ?? "") ? lookAgain({ ...next, current: null }, board) : next
}

const without = (ahead: readonly PlacedMove[], number: number): readonly PlacedMove[] =>
  ahead.filter((one) => one.number !== number)

/** Returns the entries as they are shown, with optimistic moves. */
export function drawnPlacements({ plan, ahead }: Pick<Board, "plan" | "ahead">): readonly EntryPlacement[] {
  if (ahead.length === 0) return plan.placements
  const to = new Map(ahead.flatMap((one) => [...one.to]))
  return plan.placements.map((one) => {
    const place = to.get(one.entry)
    return place === undefined || place === one.place ? one : placedByHand(one, place)
  })
}

const placedByHand = (one: EntryPlacement, place: PlanPlace): EntryPlacement => ({
  ...one,
  place,
  why: place === LEFT_OUT_PLACE ? "person" : null,
  was: place === LEFT_OUT_PLACE ? lastSection(one) : null,
  reason: "moved by you",
  confidence: 1,
  byHand: true,
})

/** Returns the section of the entry, or the one it was left out of. */
const lastSection = ({ place, was }: EntryPlacement) => (place === LEFT_OUT_PLACE ? was : place)

/** Returns the number of lines of the file, with optimistic moves. */
export function drawnLines(board: Pick<Board, "plan" | "ahead">): number {
  if (board.ahead.length === 0) return board.plan.lines
  const sum = (placements: readonly EntryPlacement[]) =>
    placements.reduce((lines, one) => (one.place === LEFT_OUT_PLACE ? lines : lines + linesOf(one)), 0)
  return board.plan.lines - sum(board.plan.placements) + sum(drawnPlacements(board))
}

const linesOf = ({ text }: EntryPlacement): number => Math.max(1, textLines(text.trim()).length)

/**
 * Returns the columns from left to right. In each, unsure entries come first, others in the order of their
 * sources.
 */
export function boardColumns(board: Board): readonly Column[] {
  const drawn = drawnPlacements(board)
  const shown = board.unsureOnly ? drawn.filter(isUnsure) : drawn
  const sections = planSections(board.plan).map(({ place, heading }): Column => {
    const all = drawn.filter((one) => one.place === place)
    return {
      place,
      heading,
      key: keyOf(board.plan, place),
      entries: all.length,
      lines: all.reduce((sum, one) => sum + linesOf(one), 0),
      groups: [{ heading: null, placements: unsureFirst(shown.filter((one) => one.place === place)) }],
    }
  })
  const out = shown.filter((one) => one.place === LEFT_OUT_PLACE)
  const groups = LEFT_OUT_REASONS.map(({ why, words }) => ({
    heading: words,
    placements: unsureFirst(out.filter((one) => one.why === why)),
  })).filter((one) => one.placements.length > 0)
  return [
    ...sections,
    {
      place: LEFT_OUT_PLACE,
      heading: "Left out",
      key: "0",
      entries: drawn.filter((one) => one.place === LEFT_OUT_PLACE).length,
      lines: 0,
      groups,
    },
  ]
}

/** Returns the sections of the file, or default ones if the server sent none. */
export function planSections({
  sections,
  roles,
}: Pick<SeedPlan, "sections" | "roles">): readonly Pick<PlanSection, "place" | "heading">[] {
  if (sections.length > 0) return sections
  return [
    { place: "shared", heading: "Shared Patterns" },
    ...roles.map((role) => ({ place: `role:${role}`, heading: `${role}-Specific` })),
    { place: "coordinator", heading: "Coordinator Notes" },
  ]
}

/**
 * Returns the key of a place: 1 shared, 2 to 8 roles, 9 coordinator, 0 left out; null for roles after the
 * seventh.
 */
export function keyOf(plan: Pick<SeedPlan, "sections" | "roles">, place: PlanPlace): string | null {
  if (place === "shared") return "1"
  if (place === "coordinator") return "9"
  if (place === LEFT_OUT_PLACE) return "0"
  const at = planSections(plan)
    .filter((one) => one.place.startsWith("role:"))
    .findIndex((one) => one.place === place)
  return at < 0 || at > 6 ? null : String(at + 2)
}

/** Returns the place of a key; null if the file does not have that place. */
export function placeOfKey(plan: Pick<SeedPlan, "sections" | "roles">, key: string): PlanPlace | null {
  return (
    [...planSections(plan).map(({ place }) => place), LEFT_OUT_PLACE].find(
      (place) => keyOf(plan, place) === key,
    ) ?? null
  )
}

const unsureFirst = (placements: readonly EntryPlacement[]): readonly EntryPlacement[] => [
  ...placements.filter(isUnsure),
  ...placements.filter((one) => !isUnsure(one)),
]

/** Returns the entries in the order of the keys j and k. */
export const inOrder = (board: Board): readonly EntryPlacement[] =>
  boardColumns(board).flatMap(({ groups }) => groups.flatMap(({ placements }) => placements))

/**
 * Returns the board with a valid current entry: the same if still shown, otherwise the next or the previous
 * one.
 */
function lookAgain(board: Board, before: Board): Board {
  const here = new Map(inOrder(board).map((one) => [one.entry, one.place]))
  if (board.current !== null && here.has(board.current)) return board
  const order = inOrder(before)
  const at = Math.max(
    0,
    order.findIndex((one) => one.entry === before.current),
  )
  const stays = (one: EntryPlacement) => here.get(one.entry) === one.place
  const next = order.slice(at + 1).find(stays) ?? order.slice(0, at).findLast(stays)
  return { ...board, current: next?.entry ?? [...here.keys()][0] ?? null }
}

/** Returns the first entry of the next (1) or previous (-1) column that has entries, or null at the end. */
function besideIn(board: Board, by: 1 | -1): string | null {
  const filled = boardColumns(board)
    .map(({ groups }) => groups.flatMap(({ placements }) => placements))
    .filter((all) => all.length > 0)
  const at = filled.findIndex((all) => all.some((one) => one.entry === board.current))
  const beside = filled[at < 0 ? 0 : at + by]
  return beside?.[0]?.entry ?? null
}

/**
 * Returns the version of a plan after an event. A move carries its version, so that a page can tell its own
 * moves from those of the same person in another tab. Infinity if the event has no version; null if it does
 * not concern the plan.
 */
export function changedTo({ kind, seeds }: Pick<LiveEvent, "kind" | "seeds">, plan: string): number | null {
  if (!/^(?:seed|file|agent)/.test(kind)) return null
  if (seeds === undefined) return Infinity
  const own = seeds.find(({ id }) => id === plan)
  return own === undefined ? null : (own.version ?? Infinity)
}
