import { type Grouping, groupKey, isUndecided, type Item, withMore } from "./item"

/** A notice on an item. */
export type Mark =
  /** Someone else decided the item. `over`: it leaves as soon as another item is selected. */
  | {
      readonly kind: "struck"
      readonly words: string
      readonly over: boolean
    } /** A decision was refused, so the item returned. `over`: someone else decided it, and it leaves once viewed. */
  | { readonly kind: "refused"; readonly words: string; readonly over: boolean }

/** The list of items and the selection. */
export interface Queue {
  /** In list order. Decided items stay here, hidden, so that undo restores their place. */
  readonly items: readonly Item[]
  readonly left: ReadonlySet<string>
  readonly marks: ReadonlyMap<string, Mark>
  /** New items that are not listed yet. */
  readonly fresh: readonly Item[]
  readonly current: string | null
  readonly chosen: ReadonlySet<string>
  /** The item selected or deselected last: the start of a range. */
  readonly anchor: string | null
  /** True after “select all”: items loaded later are selected too. */
  readonly all: boolean
  /** How the list is grouped. */
  readonly grouped: Grouping
}

export type Move =
  | { readonly do: "go"; readonly id: string }
  | { readonly do: "step"; readonly by: 1 | -1 }
  | { readonly do: "step file"; readonly by: 1 | -1 }
  /** Removes items decided on this page. */
  | { readonly do: "leave"; readonly ids: readonly string[] }
  | { readonly do: "refuse"; readonly refusals: readonly { readonly id: string; readonly words: string }[] }
  /** Restores undone items and selects the first. */
  | { readonly do: "return"; readonly items: readonly Item[] }
  /** `isGuess`: found by comparison. Does not replace a notice that names who decided. */
  | { readonly do: "strike"; readonly id: string; readonly words: string; readonly isGuess?: true }
  | { readonly do: "clear"; readonly ids: readonly string[] }
  | { readonly do: "offer"; readonly items: readonly Item[] }
  | { readonly do: "take in" }
  | { readonly do: "append"; readonly items: readonly Item[] }
  /** Replaces the list after a filter change or reload. `left`: decided here, not yet on the server. */
  | {
      readonly do: "replace"
      readonly items: readonly Item[]
      readonly grouped: Grouping
      readonly left: ReadonlySet<string>
    }
  | { readonly do: "update"; readonly item: Item }
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
  items: readonly Item[]
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
  const shown = listed(start)
  return { ...start, current: (shown.find((item) => item.id === current) ?? shown[0])?.id ?? null }
}

/** Returns the visible items. */
export function listed({ items, left }: Pick<Queue, "items" | "left">): readonly Item[] {
  return left.size === 0 ? items : items.filter((item) => !left.has(item.id))
}

export function moveQueue(queue: Queue, move: Move): Queue {
  switch (move.do) {
    case "go":
      return goTo(queue, move.id)
    case "step":
      return goTo(queue, nearest(queue, move.by) ?? queue.current)
    case "step file":
      return goTo(queue, nextFile(queue, move.by) ?? queue.current)
    case "leave":
      return leave(queue, move.ids)
    case "refuse":
      return refuse(queue, move.refusals)
    case "return": {
      const back = new Map(move.items.map((one) => [one.id, one]))
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
    case "strike":
      if (!queue.items.some((item) => item.id === move.id) || queue.left.has(move.id))
        return { ...queue, fresh: queue.fresh.filter((item) => item.id !== move.id) }
      if (move.isGuess && queue.marks.get(move.id)?.kind === "struck") return queue
      return strike(queue, move.id, move.words)
    case "clear":
      return clear(queue, move.ids)
    case "offer": {
      const known = new Set([...queue.items, ...queue.fresh].map((item) => item.id))
      return { ...queue, fresh: [...queue.fresh, ...move.items.filter((item) => !known.has(item.id))] }
    }
    case "take in":
      return atSome({ ...queue, items: withMore(queue.items, queue.fresh, queue.grouped), fresh: [] })
    case "append":
      return append(queue, move.items)
    case "replace":
      return replace(queue, move)
    case "update":
      return {
        ...queue,
        items: queue.items.map((item) => (item.id === move.item.id ? move.item : item)),
        marks: isUndecided(move.item) ? queue.marks : overIfRefused(queue.marks, move.item.id),
      }
    case "choose":
      return {
        ...queue,
        chosen: queue.chosen.has(move.id)
          ? without(queue.chosen, [move.id])
          : new Set([...queue.chosen, ...choosable(queue, [move.id])]),
        anchor: move.id,
        all: false,
      }
    case "choose to":
      return {
        ...queue,
        chosen: new Set([...queue.chosen, ...choosable(queue, rangeTo(queue, move.id))]),
        anchor: move.id,
      }
    case "choose all":
      return {
        ...queue,
        chosen: new Set(
          choosable(
            queue,
            listed(queue).map((item) => item.id),
          ),
        ),
        all: true,
      }
    case "choose none":
      return { ...queue, chosen: new Set(), anchor: null, all: false }
  }
}

/** Selects an item. An item that a colleague decided leaves when another is selected. */
function goTo(queue: Queue, id: string | null): Queue {
  if (id === queue.current) return queue
  const mark = queue.current === null ? undefined : queue.marks.get(queue.current)
  const moved = { ...queue, current: id }
  return mark?.over && queue.current !== null ? drop(moved, [queue.current]) : moved
}

/** Returns the next undecided item in a direction, or null. */
function nearest(queue: Queue, by: 1 | -1): string | null {
  const shown = listed(queue)
  const here = shown.findIndex((item) => item.id === queue.current)
  for (let at = here + by; at >= 0 && at < shown.length; at += by) {
    const item = shown[at]
    if (item && queue.marks.get(item.id)?.kind !== "struck") return item.id
  }
  return null
}

/** Returns the first item of the next file. Backwards goes to the top of the current file first. */
function nextFile(queue: Queue, by: 1 | -1): string | null {
  const shown = listed(queue)
  const here = shown.findIndex((item) => item.id === queue.current)
  const firsts = shown.flatMap((item, at) =>
    isSameGroup(queue, shown[at - 1], item) ? [] : [{ id: item.id, at }],
  )
  return (
    (by > 0 ? firsts.find((first) => first.at > here) : firsts.findLast((first) => first.at < here))?.id ??
    null
  )
}

const isSameGroup = ({ grouped }: Queue, one: Item | undefined, other: Item): boolean =>
  one !== undefined && groupKey(one, grouped) === groupKey(other, grouped)

function leave(queue: Queue, ids: readonly string[]): Queue {
  const after = drop(queue, ids)
  if (queue.current === null || !after.left.has(queue.current)) return after
  const here = queue.items.findIndex((item) => item.id === queue.current)
  const open = (item: Item) => !after.left.has(item.id) && after.marks.get(item.id)?.kind !== "struck"
  return {
    ...after,
    current:
      (
        queue.items.slice(here + 1).find(open) ??
        queue.items.slice(0, here).findLast(open) ??
        listed(after)[0]
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

function replace(queue: Queue, { items, grouped, left }: Extract<Move, { do: "replace" }>): Queue {
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
  // The current item is not in the new list: select the one that followed it, or else the first.
  const here = queue.items.findIndex((item) => item.id === queue.current)
  const open = (item: Item) => ids.has(item.id) && !next.left.has(item.id)
  return atSome({ ...next, current: here < 0 ? null : (queue.items.slice(here).find(open)?.id ?? null) })
}

/** Selects the first item if nothing is selected. */
function atSome(queue: Queue): Queue {
  if (queue.current !== null) return queue
  return { ...queue, current: listed(queue)[0]?.id ?? null }
}

function append(queue: Queue, items: readonly Item[]): Queue {
  const more = atSome({ ...queue, items: withMore(queue.items, items, queue.grouped) })
  if (!queue.all) return more
  const known = new Set(queue.items.map((item) => item.id))
  const fresh = listed(more).flatMap((item) => (known.has(item.id) ? [] : [item.id]))
  return { ...more, chosen: new Set([...queue.chosen, ...choosable(more, fresh)]) }
}

function rangeTo(queue: Queue, id: string): string[] {
  const shown = listed(queue)
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

function withoutKeys(from: ReadonlyMap<string, Mark>, ids: readonly string[]): ReadonlyMap<string, Mark> {
  if (!ids.some((id) => from.has(id))) return from
  const next = new Map(from)
  for (const id of ids) next.delete(id)
  return next
}
