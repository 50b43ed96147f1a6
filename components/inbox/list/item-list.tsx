"use client"

import { type RefObject, useEffect, useMemo, useRef, useState, memo } from "react"
import { Check } from "lucide-react"
import { Button } from "@/components/ui/button"
import { Link } from "@/components/ui/link"
import { Avatar } from "@/components/comments/avatar"
import { VisibleText } from "@/components/text/visible-text"
import { describeMoment, formatUtc } from "@/components/data/time-text"
import { Tag } from "@/components/ui/tag"
import { type Grouping, groupKey, type InboxItem, type ItemLook } from "../inbox-item"
import type { Queue, ItemMark } from "../inbox-list-reducer"
import { shortPath } from "@/lib/memory/memory-files/paths"

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
                <ItemRow
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

interface ItemRowProps {
  item: InboxItem
  href: string
  current: boolean
  /** True if the person opened the item. The first item is preselected, but narrow screens do not show it. */
  asked: boolean
  chosen: boolean
  /** True if checkboxes are always visible. */
  choosing: boolean
  mark: ItemMark | undefined
  /** ISO instant from the server, so that server and client render the same ages. */
  now: string
  /** True if no heading names the path. */
  showPath: boolean
  onOpen: (id: string) => void
  onChoose: (id: string, range: boolean) => void
}

/** Rows outside the viewport keep only their height. */
const FAR_OFF = { contentVisibility: "auto", containIntrinsicBlockSize: "auto 74px" } as const

/** A list row. Selecting it does not reload the page. */
const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, href, current, chosen, choosing, mark, now, onOpen, onChoose } = props
  const look = item.kind.look(item.summary)
  const isStruck = mark?.kind === "struck"
  return (
    <li className={`group/row relative flex border-l-2 hover:bg-raised ${rowLook(props)}`} style={FAR_OFF}>
      {isStruck ? null : (
        <SelectBox
          label={`Select: ${look.headline}`}
          {...{ current, chosen, choosing }}
          onSelect={(range) => onChoose(item.id, range)}
        />
      )}
      <Link
        href={href}
        data-item={item.id}
        tabIndex={current ? 0 : -1}
        aria-current={current ? "true" : undefined}
        className="flex min-w-0 flex-1 gap-2.25 py-2 pr-3.5 pl-3.5 -outline-offset-2"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen(item.id)
        }}
      >
        <RowIcon {...props} look={look} />
        <span className="min-w-0 flex-1">
          <span className={`line-clamp-2 wrap-anywhere ${isStruck ? "text-ink-3 line-through" : ""}`}>
            <span className="sr-only">{look.asks}: </span>
            <VisibleText text={look.headline} />
          </span>
          <RowDetails {...props} look={look} />
        </span>
        <time
          dateTime={look.at}
          title={formatUtc(look.at)}
          className={`text-sm whitespace-nowrap tabular-nums ${current || chosen ? "text-ink-2" : "text-ink-3"}`}
        >
          {describeMoment(look.at, now).replace(/ ago$/, "")}
        </time>
      </Link>
    </li>
  )
})

/** Returns the class names for the border and the background of a row. */
function rowLook({ current, chosen, asked }: ItemRowProps): string {
  if (chosen) return `${current ? "border-accent" : "border-transparent"} bg-accent-wash`
  return `border-transparent ${asked ? BACKGROUND.opened : BACKGROUND.preselected}`
}

function RowIcon({ current, choosing, mark, look }: ItemRowProps & { look: ItemLook }) {
  const ink = look.ink ?? (current ? "text-ink-2" : "text-ink-3")
  const hides = mark?.kind === "struck" ? "" : BESIDE_BOX[choosing ? "always" : "on hover"]
  return <look.Icon className={`icon mt-0.5 ${ink} ${hides}`} aria-hidden />
}

/** The second line of a row: the notice on the item, its tags and facts, and its assignee. */
function RowDetails({ item, current, mark, showPath, look }: ItemRowProps & { look: ItemLook }) {
  const path = showPath && !item.isFileless ? item.path : null
  return (
    <span className="mt-0.5 flex items-center gap-1.5 overflow-hidden text-sm whitespace-nowrap text-ink-2">
      {mark?.kind === "struck" ? (
        <span className="truncate font-medium text-ink">{mark.words}</span>
      ) : (
        <>
          {mark ? <Tag tone="danger">not applied</Tag> : null}
          <RowFacts look={look} />
        </>
      )}
      {path === null ? null : (
        <span className={`truncate ${current ? "" : "text-ink-3"}`}>{shortPath(path)}</span>
      )}
      {mark?.kind === "struck" ? null : <Assignee item={item} />}
    </span>
  )
}

/** Backgrounds of rows. Narrow screens do not show which item is preselected. */
const BACKGROUND = {
  opened: "has-aria-[current]:border-accent has-aria-[current]:bg-accent-wash",
  preselected: "md:has-aria-[current]:border-accent md:has-aria-[current]:bg-accent-wash",
} as const

/** Hides the icon while the checkbox in its place is visible. */
const BESIDE_BOX = { always: "invisible", "on hover": "group-hover/row:invisible" } as const

interface SelectBoxProps extends Pick<ItemRowProps, "current" | "chosen" | "choosing"> {
  label: string
  /** Called when the checkbox changes. `range`: true if Shift is pressed. */
  onSelect: (range: boolean) => void
}

/** The checkbox that selects the item, visible on hover and while items are selected. */
function SelectBox({ label, current, chosen, choosing, onSelect }: SelectBoxProps) {
  return (
    <span
      className={`absolute top-1.25 left-2.25 z-10 grid size-6 place-items-center ${choosing ? "" : "opacity-0 group-hover/row:opacity-100 has-focus-visible:opacity-100"}`}
    >
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={current ? 0 : -1}
        checked={chosen}
        onChange={() => undefined}
        onClick={(event) => onSelect(event.shiftKey)}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm"
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-3.75 place-items-center rounded-xs border border-ink-3 bg-surface text-surface peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent"
      >
        <Check className={`size-3 ${chosen ? "" : "invisible"}`} strokeWidth={3} />
      </span>
    </span>
  )
}

/** The tags and the facts of the row. The note is shown if there are no tags. */
function RowFacts({ look: { alarms, who, tags, note } }: { look: ItemLook }) {
  const facts = [...(who ? [who] : []), ...(tags.length === 0 && note ? [note] : [])]
  const isAlone = facts.length === 1 && tags.length === 0
  return (
    <>
      <RowTags tags={alarms} />
      {facts.map((words, index) => (
        <span
          key={words}
          className={`flex min-w-0 gap-1.5 ${index === 0 ? FIRST_FACT[isAlone ? "alone" : "with others"] : ""}`}
        >
          <span className="truncate">
            <VisibleText text={words} />
          </span>
          {index === 0 && (facts.length > 1 || tags.length > 0) ? <span aria-hidden>·</span> : null}
        </span>
      ))}
      <RowTags tags={tags} />
    </>
  )
}

/** Widths of the first fact. A path after it is shortened first. */
const FIRST_FACT = { alone: "max-w-56 shrink-0", "with others": "max-w-44" } as const

function RowTags({ tags }: { tags: ItemLook["tags"] }) {
  return tags.map((tag) => (
    <Tag key={tag.words} tone={tag.tone}>
      {tag.words}
    </Tag>
  ))
}

function Assignee({ item: { summary } }: { item: InboxItem }) {
  const { assignee } = summary as { readonly assignee?: { readonly name: string } | null }
  return (
    assignee && (
      <span className="ml-auto">
        <Avatar name={assignee.name} label={`Assigned to ${assignee.name}`} />
      </span>
    )
  )
}
