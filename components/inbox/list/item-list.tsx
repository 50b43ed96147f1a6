"use client"

import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { shortPath } from "@/components/text/short-text"
import { Button } from "@/components/ui/button"
import { type Grouping, groupKey, type InboxItem } from "../inbox-item"
import { InboxItemRow } from "./item-row"
import type { Queue } from "../inbox-list-reducer"

interface ItemListProps {
  queue: Queue
  /** The listed items of the queue. */
  items: readonly InboxItem[]
  /** The query of the page without an item. */
  address: string
  /** True if the person opened an item. */
  asked: boolean
  now: string
  showProject: boolean
  /** The scroll container of the list. */
  frame: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  onChoose: (id: string, range: boolean) => void
  onChooseFile: (id: string) => void
}

const AT_ONCE = 80

interface Group {
  readonly key: string
  readonly path: string | null
  /**
   * True if the items share a cause. The list then shows only the first item until the person opens the
   * group.
   */
  readonly isCause: boolean
  readonly project: string | null
  readonly items: readonly InboxItem[]
}

/** Items grouped by file or cause. Long lists render in portions. */
export function ItemList({
  queue,
  items,
  address,
  asked,
  now,
  showProject,
  frame,
  onOpen,
  onChoose,
  onChooseFile,
}: ItemListProps) {
  const [wanted, setWanted] = useState(AT_ONCE)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const end = useRef<HTMLDivElement>(null)
  const reached = items.findIndex((item) => item.id === queue.current) + AT_ONCE / 2
  const drawn = useMemo(() => items.slice(0, Math.max(wanted, reached)), [items, wanted, reached])
  const groups = useMemo(() => groupsOf(drawn, queue.grouped), [drawn, queue.grouped])
  // The size of each group, including items not rendered yet.
  const sizes = useMemo(() => {
    const counted = new Map<string, number>()
    for (const item of items)
      counted.set(groupKey(item, queue.grouped), (counted.get(groupKey(item, queue.grouped)) ?? 0) + 1)
    return counted
  }, [items, queue.grouped])
  const isMore = drawn.length < items.length
  useEffect(() => {
    const mark = end.current
    if (!mark || !isMore) return
    const watch = new IntersectionObserver(
      (seen) => (seen.some((one) => one.isIntersecting) ? setWanted(drawn.length + AT_ONCE) : undefined),
      { root: frame.current, rootMargin: "600px" },
    )
    watch.observe(mark)
    return () => watch.disconnect()
  }, [isMore, drawn.length, frame])
  return (
    <>
      {groups.map((group) => {
        const visible = shownOf(group, queue, opened)
        const size = sizes.get(group.key) ?? 0
        return (
          <section key={group.key} aria-label={group.path ?? "All items"}>
            <GroupHead {...{ group, size, showProject, onChooseFile }} isChoosing={queue.chosen.size > 0} />
            <ul>
              {visible.map((item) => (
                <InboxItemRow
                  key={item.id}
                  item={item}
                  href={`?${address}${address === "" ? "" : "&"}item=${encodeURIComponent(item.id)}`}
                  current={item.id === queue.current}
                  asked={asked}
                  chosen={queue.chosen.has(item.id)}
                  choosing={queue.chosen.size > 0}
                  mark={queue.marks.get(item.id)}
                  now={now}
                  showPath={group.path === null || group.isCause}
                  onOpen={onOpen}
                  onChoose={onChoose}
                />
              ))}
            </ul>
            {visible.length < group.items.length ? (
              <button
                type="button"
                className="w-full px-10 pb-2 text-left text-sm text-accent hover:underline"
                onClick={() => setOpened(new Set([...opened, group.key]))}
              >
                Show {(size - 1).toLocaleString("en")} more
                <span className="sr-only"> of {group.path}</span>
              </button>
            ) : null}
          </section>
        )
      })}
      {isMore ? (
        <div ref={end} className="px-4 py-3">
          <Button size="sm" onClick={() => setWanted(drawn.length + AT_ONCE)}>
            Show more ({items.length.toLocaleString("en")} total)
          </Button>
        </div>
      ) : null}
    </>
  )
}

interface GroupHeadProps extends Pick<ItemListProps, "showProject" | "onChooseFile"> {
  group: Group
  /** The number of items in the group, including those not rendered yet. */
  size: number
  /** True if items are selected. */
  isChoosing: boolean
}

/** The file or the cause of a group. Groups by time have no heading. */
function GroupHead({ group, size, showProject, isChoosing, onChooseFile }: GroupHeadProps) {
  const { path, isCause, items } = group
  if (path === null) return null
  const project = showProject ? group.project : null
  return (
    <h2
      className="group/file flex items-baseline gap-2 px-4 pt-2.5 pb-1 text-sm font-medium text-ink-3"
      title={path}
    >
      <bdi className="truncate">{isCause ? path : shortPath(path)}</bdi>
      {size > 1 ? <span className="font-normal tabular-nums">{size.toLocaleString("en")}</span> : null}
      {project ? <span className="ml-auto truncate font-normal">{project}</span> : null}
      {isChoosing || (isCause && items.length > 1) ? (
        <button
          type="button"
          className={`${project ? "" : "ml-auto"} shrink-0 rounded-sm text-accent`}
          onClick={() => onChooseFile(items[0]?.id ?? "")}
        >
          Select all<span className="sr-only"> of {path}</span>
        </button>
      ) : null}
    </h2>
  )
}

/**
 * Returns the visible items of a group: only the first of a cause, until it is opened or an item in it is
 * selected.
 */
function shownOf(
  { key, isCause, items }: Group,
  queue: Queue,
  opened: ReadonlySet<string>,
): readonly InboxItem[] {
  const [first, ...others] = items
  const isOpen =
    !isCause ||
    opened.has(key) ||
    others.some(({ id }) => id === queue.current || queue.chosen.has(id) || queue.marks.has(id))
  return isOpen || first === undefined ? items : [first]
}

function groupsOf(items: readonly InboxItem[], grouped: Grouping): Group[] {
  if (grouped === null)
    return items.length === 0 ? [] : [{ key: "all", path: null, isCause: false, project: null, items }]
  const groups: (Group & { readonly items: InboxItem[] })[] = []
  for (const item of items) {
    const last = groups.at(-1)
    const key = groupKey(item, grouped)
    const cause = grouped === "cause" ? item.cause : undefined
    if (last?.key === key) last.items.push(item)
    else
      groups.push({
        key,
        path: cause?.words ?? item.path,
        isCause: cause !== undefined,
        project: item.kind.projectName(item.summary),
        items: [item],
      })
  }
  return groups
}
