"use client"

import {
  createElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react"
import { preloadable, type Preloadable } from "@/components/data/preloadable"
import { DraftsProvider } from "@/components/queue/drafts"
import { discussedKind } from "./actions/assignee"
import { loadDecisions } from "./actions/loaded-decisions"
import { type DetailProps, type CachedDetail, type DetailCache, openDetailCache } from "./item-detail"
import { type InboxItem, itemOf, type ItemSummary, writeLanesOf } from "./inbox-item"
import { kindOf } from "./item-kind-registry"
import { holdKeys, useKeys } from "@/components/data/keyboard-shortcuts"
import { outbox } from "@/components/queue/outbox-and-undo"
import type { PaneModule } from "./item-kind"

interface HeldKeysProps {
  /** The single keys of the item. */
  keys: string
  deaf: boolean
  children: ReactNode
}

/** Placeholder of a detail pane. Buffers the keys of the item until the script of the pane has loaded. */
function HeldKeys({ keys, deaf, children }: HeldKeysProps) {
  const held = [...keys].map((key) => ({
    keys: key,
    does: "Decide the item, once it has loaded",
    run: holdKeys,
  }))
  useKeys("Decisions", deaf ? [] : held)
  return children
}

const Thread = preloadable(() => import("@/components/comments/thread").then((one) => one.Thread))

interface CurrentItemPaneProps extends DetailProps {
  item: InboxItem
  /** True if the person opened the item. The first item is preselected. */
  asked: boolean
  detail: { readonly id: string } | null
  cache: ItemDetailCache
  /** Changes when the typed text of a panel is restored or discarded. */
  again: number
  /** Content shown until the script of the pane is loaded. */
  instead: ReactNode
  hrefOf: (id: string) => string
  listed: () => readonly InboxItem[]
}

/** The current item with its actions. */
export function ItemPane({ again, asked, instead, ...props }: CurrentItemPaneProps) {
  const { item, controller, some, deaf } = props
  const pane = paneOf(item)
  if (!pane) return null
  const { team, me, mayComment, mayCurate, waits } = controller
  const on = discussedKind(item)
  const { heldKeys } = kindOf(item)
  return createElement(pane, {
    ...props,
    still: instead,
    discussion:
      on === null ? null : (
        // Drafts of comments outlive decisions, unlike those of panels.
        <DraftsProvider item={`comments/${item.id}`} panel="comment">
          <Thread
            {...{ team, me, on, mayComment }}
            item={item.id}
            now={props.now}
            isOpened={asked}
            onAssign={mayCurate && waits ? controller.assignTo : null}
          />
        </DraftsProvider>
      ),
    key: `${item.id}/${again}`,
    instead: (
      <HeldKeys keys={waits ? heldKeys.waiting : heldKeys.decided} deaf={some || deaf}>
        {instead}
      </HeldKeys>
    ),
  })
}

/**
 * Loaders of the pane of each kind. They are not in `item-kind-registry.ts`, because the server imports that file and its
 * imports load with the page. A pane loads when the first item of its kind is near.
 */
const LOADS: Readonly<Record<string, () => Promise<PaneModule>>> = {
  proposal: () =>
    import("./kinds/proposal/proposal-detail").then((one) => ({ Pane: one.ProposalDetailPane })),
  conflict: () =>
    import("./kinds/conflict/conflict-detail").then((one) => ({ Pane: one.ConflictDetailPane })),
  synthesis: () =>
    import("./kinds/synthesis/synthesis-detail").then((one) => ({ Pane: one.SynthesisDetailPane })),
  seed: () => import("./kinds/seed/seed-detail").then((one) => ({ Pane: one.SeedDetailPane })),
  alert: () => import("./kinds/alert/alert-detail").then((one) => ({ Pane: one.AlertDetailPane })),
}

const PANES = new Map(
  Object.entries(LOADS).map(([id, load]) => {
    const loadPane = () => Promise.all([load(), loadDecisions()]).then(([{ Pane }]) => Pane)
    return [id, preloadable(loadPane)] as const
  }),
)

const paneOf = ({ kind }: InboxItem) => PANES.get(kind.id) ?? null

/** Returns the panes of these items, to load them ahead. */
export const panesOf = (items: readonly InboxItem[]): readonly Preloadable[] =>
  [...new Set(items.map(paneOf))].filter((pane) => pane !== null)

interface Identified {
  readonly id: string
}

/** The details of all kinds of items. */
export interface ItemDetailCache extends DetailCache<Identified, InboxItem> {
  /** Marks the details of items of these files as outdated (default: all). */
  ageFiles(lanes?: readonly string[]): void
}

/** The detail that the server rendered. */
export interface KnownDetail {
  readonly kind: string
  readonly item: ItemSummary
  readonly detail: Identified
}

interface CacheOptions {
  readonly team: string
  /** The listed items, of which the server rendered one. */
  readonly items: readonly InboxItem[]
  readonly known: KnownDetail | null
  /** Called with the item of each loaded detail. */
  readonly onRead: (item: InboxItem) => void
}

/** Returns the cache of details, filled with the detail from the server. */
export function useDetailCache({ team, items, known, onRead }: CacheOptions): ItemDetailCache {
  const [{ cache, setOnRead }] = useState(() => {
    let tell = onRead
    const opened = openDetailCache<Identified, InboxItem>(async (item) => {
      const kind = kindOf(item)
      const detail = await readUnchanged(item.id, () => kind.read(item.summary, team))
      if (detail) tell(itemOf(kind, kind.summaryOf(detail)))
      return detail
    })
    const first = items.find((one) => one.id === known?.item.id)
    if (first && known) opened.put(first, known.detail)
    const itemCache: ItemDetailCache = {
      ...opened,
      ageFiles: (lanes) =>
        opened.age(
          (item) =>
            lanes === undefined ||
            kindOf(item).isChangedByAll === true ||
            writeLanesOf(item).some((lane) => lanes.includes(lane)),
        ),
    }
    return { cache: itemCache, setOnRead: (next: typeof onRead) => void (tell = next) }
  })
  // The cache outlives changes of the filters, by which a read item is judged.
  useLayoutEffect(() => setOnRead(onRead))
  return cache
}

/**
 * Reads an item until no decision changed it during the read. Returns null if a decision is pending, because
 * its response reloads the item.
 */
async function readUnchanged<Detail>(id: string, read: () => Promise<Detail>): Promise<Detail | null> {
  for (;;) {
    const clock = outbox.clock()
    const detail = await read()
    if (!outbox.hasChangedSince(clock, id)) return detail
    if (outbox.pendingIds().has(id)) return null
  }
}

/** The number of following items to prefetch. The previous one is prefetched too. */
const AHEAD = 4

const NOTHING: CachedDetail<Identified> = { detail: null, problem: null }

/** Returns the current item, its index and its detail, and prefetches the details of its neighbors. */
export function useItemDetail(cache: ItemDetailCache, items: readonly InboxItem[], current: string | null) {
  const index = items.findIndex((item) => item.id === current)
  const selected = items[index] ?? null
  const near = useNear(items, index)
  useEffect(() => {
    const [next, ...further] = near
    cache.want([selected, next].filter((one) => one != null))
    cache.prepare(further)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a changed summary does not request the detail again
  }, [cache, selected?.id, near])
  const read = useCallback(
    () => (current === null ? NOTHING : (cache.get(current) ?? NOTHING)),
    [cache, current],
  )
  const detail = useSyncExternalStore(cache.subscribe, read, read)
  return { index, selected, detail: selected === null ? NOTHING : detail, near }
}

/**
 * Returns the items after and before the current one. Returns the same array while the items are the same.
 */
function useNear(items: readonly InboxItem[], index: number): readonly InboxItem[] {
  const near = [
    ...items.slice(index + 1, index + 1 + AHEAD),
    ...items.slice(Math.max(0, index - 1), Math.max(0, index)),
  ]
  const ids = near.map((item) => item.id).join(" ")
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ids name the items
  return useMemo(() => near, [ids])
}
