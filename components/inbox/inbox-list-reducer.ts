import { type Grouping, groupKey, isUndecided, type InboxItem, appendItems } from "./inbox-item"

/** A notice on an item. */
export type ItemMark =
  /** Someone else decided the item. `over`: the item leaves as soon as another item is selected. */
  | {
      readonly kind: "struck"
      readonly words: string
      readonly over: boolean
    }
  /**
   * A decision was refused, so the item returned. `over`: someone else decided the item. The item then leaves
   * once viewed.
   */
  | { readonly kind: "refused"; readonly words: string; readonly over: boolean }

/** The list of items and the selection. */
export interface Queue {
  /** Items in list order. Decided items stay in the list, hidden, so that undo restores their position. */
  readonly items: readonly InboxItem[]
  readonly left: ReadonlySet<string>
  readonly marks: ReadonlyMap<string, ItemMark>
  /** New items that are not listed yet. */
  readonly fresh: readonly InboxItem[]
  readonly current: string | null
  readonly chosen: ReadonlySet<string>
  /** The item selected or deselected last: the start of a range. */
  readonly anchor: string | null
  /** True after “select all”: items loaded later are selected too. */
  readonly all: boolean
  /** Grouping of the list; null: no groups. */
  readonly grouped: Grouping
}

export type QueueMove =
  | { readonly do: "go"; readonly id: string }
  | { readonly do: "step"; readonly by: 1 | -1 }
  | { readonly do: "step file"; readonly by: 1 | -1 }
  /** Removes items decided on this page. */
  | { readonly do: "leave"; readonly ids: readonly string[] }
  | { readonly do: "refuse"; readonly refusals: readonly { readonly id: string; readonly words: string }[] }
  /** Restores undone items and selects the first. */
  | { readonly do: "return"; readonly items: readonly InboxItem[] }
  /** `isGuess`: found by comparison. Does not replace a notice that names who decided. */
  | { readonly do: "strike"; readonly id: string; readonly words: string; readonly isGuess?: true }
  | { readonly do: "clear"; readonly ids: readonly string[] }
  | { readonly do: "offer"; readonly items: readonly InboxItem[] }
  | { readonly do: "take in" }
  | { readonly do: "append"; readonly items: readonly InboxItem[] }
  /** Replaces the list after a filter change or reload. `left`: decided here, not yet on the server. */
  | {
      readonly do: "replace"
      readonly items: readonly InboxItem[]
      readonly grouped: Grouping
      readonly left: ReadonlySet<string>
    }
  | { readonly do: "update"; readonly item: InboxItem }
  | { readonly do: "choose"; readonly id: string }
  /** Selects from the anchor to `id`; without an anchor, the whole file. */
  | { readonly do: "choose to"; readonly id: string }
  | { readonly do: "choose all" }
  | { readonly do: "choose none" }

export function startQueue({
  items,
  current = null,
  grouped,
  left = new Set(),
}: {
  items: readonly InboxItem[]
  current?: string | null
  grouped: Grouping
  left?: ReadonlySet<string>
}): Queue {
  const start: Queue = {
    items,
    left,
    marks: new Map(),
    fresh: [],
    current: null,
    chosen: new Set(),
    anchor: null,
    all: false,
    grouped,
  }
  const shown = visibleItems(start)
  return { ...start, current: (shown.find((item) => item.id === current) ?? shown[0])?.id ?? null }
}

export function visibleItems({ items, left }: Pick<Queue, "items" | "left">): readonly InboxItem[] {
  return left.size === 0 ? items : items.filter((item) => !left.has(item.id))
}

type MoveOf<Name extends QueueMove["do"]> = Extract<QueueMove, { do: Name }>

const MOVES: { readonly [Name in QueueMove["do"]]: (queue: Queue, move: MoveOf<Name>) => Queue } = {
  go: (queue, { id }) => goTo(queue, id),
  step: (queue, { by }) => goTo(queue, nearest(queue, by) ?? queue.current),
  "step file": (queue, { by }) => goTo(queue, nextFile(queue, by) ?? queue.current),
  leave: (queue, { ids }) => leave(queue, ids),
  refuse: (queue, { refusals }) => refuse(queue, refusals),
  return: (queue, { items }) => putBack(queue, items),
  strike: (queue, { id, words, isGuess = false }) => strikeListed(queue, id, words, isGuess),
  clear: (queue, { ids }) => clear(queue, ids),
  offer: (queue, { items }) => offer(queue, items),
  "take in": (queue) =>
    atSome({ ...queue, items: appendItems(queue.items, queue.fresh, queue.grouped), fresh: [] }),
  append: (queue, { items }) => append(queue, items),
  replace: (queue, move) => replace(queue, move),
  update: (queue, { item }) => update(queue, item),
  choose: (queue, { id }) => toggleChosen(queue, id),
  "choose to": (queue, { id }) => ({ ...withChosen(queue, rangeTo(queue, id)), anchor: id }),
  "choose all": (queue) => ({
    ...queue,
    chosen: new Set(choosable(queue, idsOf(visibleItems(queue)))),
    all: true,
  }),
  "choose none": (queue) => ({ ...queue, chosen: new Set(), anchor: null, all: false }),
}

/** Returns the list after a move. */
export function moveQueue(queue: Queue, move: QueueMove): Queue {
  const apply = MOVES[move.do] as (queue: Queue, move: QueueMove) => Queue
  return apply(queue, move)
}

const idsOf = (items: readonly InboxItem[]): string[] => items.map((item) => item.id)

/** Restores undone items at their places and selects the first. */
function putBack(queue: Queue, restored: readonly InboxItem[]): Queue {
  const back = new Map(restored.map((one) => [one.id, one]))
  const ids = [...back.keys()]
  const items = queue.items.map((item) => back.get(item.id) ?? item)
  return {
    ...queue,
    items,
    left: without(queue.left, ids),
    marks: withoutKeys(queue.marks, ids),
    current: items.find((item) => back.has(item.id))?.id ?? queue.current,
  }
}

/**
 * Marks a listed item as decided by someone else. An item that is only offered is no longer offered.
 * `isGuess`: an earlier notice stays.
 */
function strikeListed(queue: Queue, id: string, words: string, isGuess: boolean): Queue {
  if (!queue.items.some((item) => item.id === id) || queue.left.has(id))
    return { ...queue, fresh: queue.fresh.filter((item) => item.id !== id) }
  if (isGuess && queue.marks.get(id)?.kind === "struck") return queue
  return strike(queue, id, words)
}

function offer(queue: Queue, items: readonly InboxItem[]): Queue {
  const known = new Set(idsOf([...queue.items, ...queue.fresh]))
  return { ...queue, fresh: [...queue.fresh, ...items.filter((item) => !known.has(item.id))] }
}

function update(queue: Queue, changed: InboxItem): Queue {
  return {
    ...queue,
    items: queue.items.map((item) => (item.id === changed.id ? changed : item)),
    marks: isUndecided(changed) ? queue.marks : overIfRefused(queue.marks, changed.id),
  }
}

function toggleChosen(queue: Queue, id: string): Queue {
  const next = queue.chosen.has(id)
    ? { ...queue, chosen: without(queue.chosen, [id]) }
    : withChosen(queue, [id])
  return { ...next, anchor: id, all: false }
}

/** Adds undecided items to the selection. */
const withChosen = (queue: Queue, ids: readonly string[]): Queue => ({
  ...queue,
  chosen: new Set([...queue.chosen, ...choosable(queue, ids)]),
})

/** Selects an item. An item that a colleague decided leaves when another is selected. */
function goTo(queue: Queue, id: string | null): Queue {
  if (id === queue.current) return queue
  const mark = queue.current === null ? undefined : queue.marks.get(queue.current)
  const moved = { ...queue, current: id }
  return mark?.over && queue.current !== null ? drop(moved, [queue.current]) : moved
}

/** Returns the next undecided item in a direction, or null. */
function nearest(queue: Queue, by: 1 | -1): string | null {
  const shown = visibleItems(queue)
  const here = shown.findIndex((item) => item.id === queue.current)
  for (let at = here + by; at >= 0 && at < shown.length; at += by) {
    const item = shown[at]
    if (item && queue.marks.get(item.id)?.kind !== "struck") return item.id
  }
  return null
}

/** Returns the first item of the next file. Backwards goes to the top of the current file first. */
function nextFile(queue: Queue, by: 1 | -1): string | null {
  const shown = visibleItems(queue)
  const here = shown.findIndex((item) => item.id === queue.current)
  const firsts = shown.flatMap((item, at) =>
    isSameGroup(queue, shown[at - 1], item) ? [] : [{ id: item.id, at }],
  )
  return (
    (by > 0 ? firsts.find((first) => first.at > here) : firsts.findLast((first) => first.at < here))?.id ??
    null
  )
}

const isSameGroup = ({ grouped }: Queue, one: InboxItem | undefined, other: InboxItem): boolean =>
  one !== undefined && groupKey(one, grouped) === groupKey(other, grouped)

function leave(queue: Queue, ids: readonly string[]): Queue {
  const after = drop(queue, ids)
  if (queue.current === null || !after.left.has(queue.current)) return after
  const here = queue.items.findIndex((item) => item.id === queue.current)
  const open = (item: InboxItem) => !after.left.has(item.id) && after.marks.get(item.id)?.kind !== "struck"
  return {
    ...after,
    current:
      (
        queue.items.slice(here + 1).find(open) ??
        queue.items.slice(0, here).findLast(open) ??
        visibleItems(after)[0]
      )?.id ?? null,
  }
}

const drop = (queue: Queue, ids: readonly string[]): Queue => ({
  ...queue,
  left: new Set([...queue.left, ...ids]),
  chosen: without(queue.chosen, ids),
  marks: withoutKeys(queue.marks, ids),
})

/** Restores refused items at their places with a notice. The selection stays. */
function refuse(queue: Queue, refusals: readonly { readonly id: string; readonly words: string }[]): Queue {
  const marks = new Map(queue.marks)
  for (const { id, words } of refusals) marks.set(id, { kind: "refused", words, over: false })
  return atSome({
    ...queue,
    marks,
    left: without(
      queue.left,
      refusals.map((one) => one.id),
    ),
  })
}

/** Strikes out an item that someone else decided. A refused item stays until viewed. */
function strike(queue: Queue, id: string, words: string): Queue {
  const chosen = without(queue.chosen, [id])
  if (queue.marks.get(id)?.kind === "refused")
    return { ...queue, chosen, marks: overIfRefused(queue.marks, id) }
  return { ...queue, chosen, marks: new Map(queue.marks).set(id, { kind: "struck", words, over: false }) }
}

function overIfRefused(marks: Queue["marks"], id: string): Queue["marks"] {
  const mark = marks.get(id)
  return mark?.kind === "refused" ? new Map(marks).set(id, { ...mark, over: true }) : marks
}

function clear(queue: Queue, ids: readonly string[]): Queue {
  const due = ids.filter((id) => queue.marks.get(id)?.kind === "struck")
  const gone = drop(
    queue,
    due.filter((id) => id !== queue.current),
  )
  const mark =
    queue.current === null || !due.includes(queue.current) ? undefined : queue.marks.get(queue.current)
  return mark?.kind === "struck" && queue.current !== null
    ? { ...gone, marks: new Map(gone.marks).set(queue.current, { ...mark, over: true }) }
    : gone
}

function replace(queue: Queue, { items, grouped, left }: Extract<QueueMove, { do: "replace" }>): Queue {
  const ids = new Set(items.map((item) => item.id))
  const next: Queue = {
    ...queue,
    items,
    grouped,
    fresh: [],
    left,
    chosen: new Set([...queue.chosen].filter((id) => ids.has(id))),
    marks: new Map([...queue.marks].filter(([id, mark]) => ids.has(id) && mark.kind === "refused")),
  }
  if (queue.current !== null && ids.has(queue.current) && !next.left.has(queue.current)) return next
  // If the new list lacks the current item, the item that followed it is selected, or else the first.
  const here = queue.items.findIndex((item) => item.id === queue.current)
  const open = (item: InboxItem) => ids.has(item.id) && !next.left.has(item.id)
  return atSome({ ...next, current: here < 0 ? null : (queue.items.slice(here).find(open)?.id ?? null) })
}

/** Selects the first item if nothing is selected. */
function atSome(queue: Queue): Queue {
  if (queue.current !== null) return queue
  return { ...queue, current: visibleItems(queue)[0]?.id ?? null }
}

function append(queue: Queue, items: readonly InboxItem[]): Queue {
  const more = atSome({ ...queue, items: appendItems(queue.items, items, queue.grouped) })
  if (!queue.all) return more
  const known = new Set(queue.items.map((item) => item.id))
  const fresh = visibleItems(more).flatMap((item) => (known.has(item.id) ? [] : [item.id]))
  return { ...more, chosen: new Set([...queue.chosen, ...choosable(more, fresh)]) }
}

function rangeTo(queue: Queue, id: string): string[] {
  const shown = visibleItems(queue)
  const to = shown.findIndex((item) => item.id === id)
  const from = shown.findIndex((item) => item.id === queue.anchor)
  if (from < 0 || from === to)
    return shown.filter((item) => isSameGroup(queue, shown[to], item)).map((item) => item.id)
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id)
}

/** Returns the ids that are still undecided. */
function choosable(queue: Queue, ids: readonly string[]): string[] {
  const wanted = new Set(ids)
  return queue.items
    .filter((item) => wanted.has(item.id) && queue.marks.get(item.id)?.kind !== "struck")
    .map((item) => item.id)
}

function without(from: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(from)
  for (const id of ids) next.delete(id)
  return next
}

function withoutKeys(
  from: ReadonlyMap<string, ItemMark>,
  ids: readonly string[],
): ReadonlyMap<string, ItemMark> {
  if (!ids.some((id) => from.has(id))) return from
  const next = new Map(from)
  for (const id of ids) next.delete(id)
  return next
}
