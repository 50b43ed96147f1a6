import { Check } from "lucide-react"
import { Link } from "@/components/ui/link"
import { memo } from "react"
import { SEVERITY_LOOK } from "@/components/alerts/severity-mark"
import { DrawnText } from "@/components/text/drawn-text"
import { shortPath } from "@/components/text/short-path"
import { describeMoment, formatUtc } from "@/components/data/moment"
import { Tag } from "@/components/ui/tag"
import { type InboxItem, subjectOf } from "./item"
import { itemLook } from "./item-look"
import type { ItemMark } from "./queue"

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
export const InboxItemRow = memo(function ItemRow({
  item,
  href,
  current,
  asked,
  chosen,
  choosing,
  mark,
  now,
  showPath,
  onOpen,
  onChoose,
}: ItemRowProps) {
  const { Icon, asks, headline, at, alarms, who, tags, note } = itemLook(item)
  const struck = mark?.kind === "struck"
  const subject = subjectOf(item)
  const assignee = "assignee" in subject ? subject.assignee : null
  const canChoose = !struck
  const look = chosen
    ? "bg-accent-wash"
    : asked
      ? "has-aria-[current]:border-accent has-aria-[current]:bg-accent-wash"
      : "md:has-aria-[current]:border-accent md:has-aria-[current]:bg-accent-wash"
  const said = [...(who ? [who] : []), ...(tags.length === 0 && !struck && note ? [note] : [])]
  return (
    <li
      className={`group/row relative flex border-l-2 ${chosen && current ? "border-accent" : "border-transparent"} hover:bg-raised ${look}`}
      style={FAR_OFF}
    >
      {canChoose ? (
        <span
          className={`absolute top-1.25 left-2.25 z-10 grid size-6 place-items-center ${choosing ? "" : "opacity-0 group-hover/row:opacity-100 has-focus-visible:opacity-100"}`}
        >
          <input
            type="checkbox"
            aria-label={`Select: ${headline}`}
            tabIndex={current ? 0 : -1}
            checked={chosen}
            onChange={() => undefined}
            onClick={(event) => onChoose(item.id, event.shiftKey)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-sm"
          />
          <span
            aria-hidden
            className="pointer-events-none grid size-3.75 place-items-center rounded-xs border border-ink-3 bg-surface text-surface peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent"
          >
            <Check className={`size-3 ${chosen ? "" : "invisible"}`} strokeWidth={3} />
          </span>
        </span>
      ) : null}
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
        <Icon
          className={`icon mt-0.5 ${inkOf(item) ?? (current ? "text-ink-2" : "text-ink-3")} ${canChoose ? (choosing ? "invisible" : "group-hover/row:invisible") : ""}`}
          aria-hidden
        />
        <span className="min-w-0 flex-1">
          <span className={`line-clamp-2 wrap-anywhere ${struck ? "text-ink-3 line-through" : ""}`}>
            <span className="sr-only">{asks}: </span>
            <DrawnText text={headline} />
          </span>
          <span className="mt-0.5 flex items-center gap-1.5 overflow-hidden text-sm whitespace-nowrap text-ink-2">
            {struck ? <span className="truncate font-medium text-ink">{mark.words}</span> : null}
            {mark?.kind === "refused" ? <Tag tone="danger">not applied</Tag> : null}
            {struck
              ? null
              : alarms.map((tag) => (
                  <Tag key={tag.words} tone={tag.tone}>
                    {tag.words}
                  </Tag>
                ))}
            {struck
              ? null
              : said.map((words, place) => (
                  <span
                    key={words}
                    className={place === 0 ? "flex max-w-44 shrink-0 gap-1.5" : "flex min-w-0 gap-1.5"}
                  >
                    <span className="truncate">
                      <DrawnText text={words} />
                    </span>
                    {place === 0 && (said.length > 1 || tags.length > 0) ? <span aria-hidden>·</span> : null}
                  </span>
                ))}
            {struck
              ? null
              : tags.map((tag) => (
                  <Tag key={tag.words} tone={tag.tone}>
                    {tag.words}
                  </Tag>
                ))}
            {showPath && item.kind !== "synthesis" ? (
              <span className={`truncate ${current ? "" : "text-ink-3"}`}>{shortPath(item.path)}</span>
            ) : null}
            {assignee && !struck ? (
              <span className="ml-auto truncate">assigned to {assignee.name}</span>
            ) : null}
          </span>
        </span>
        <time
          dateTime={at}
          title={formatUtc(at)}
          className={`text-sm whitespace-nowrap tabular-nums ${current || chosen ? "text-ink-2" : "text-ink-3"}`}
        >
          {describeMoment(at, now).replace(/ ago$/, "")}
        </time>
      </Link>
    </li>
  )
})

/** Returns the color of an alert’s severity. The icon and its label say the same. */
const inkOf = (item: InboxItem) => (item.kind === "alert" ? SEVERITY_LOOK[item.alert.severity].ink : null)
