import { Check } from "lucide-react"
import { Link } from "@/components/ui/link"
import { memo } from "react"
import { Avatar } from "@/components/comments/avatar"
import { VisibleText } from "@/components/text/visible-text"
import { shortPath } from "@/components/text/short-text"
import { describeMoment, formatUtc } from "@/components/data/time-text"
import { Tag } from "@/components/ui/tag"
import type { InboxItem, ItemLook } from "../inbox-item"
import type { ItemMark } from "../inbox-list-reducer"

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
export const InboxItemRow = memo(function ItemRow(props: ItemRowProps) {
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
