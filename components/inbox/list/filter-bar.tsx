"use client"

import type { OutputOf } from "@/lib/http/contract"
import { Bookmark, SlidersHorizontal } from "lucide-react"
import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { preloadable } from "@/components/data/preloadable"
import { MenuButton } from "@/components/ui/menu-button"
import { useQuery } from "@/components/data/use-query"
import { focusList, whenElementExists } from "@/components/queue/focus-and-presses"
import type { Filters } from "../inbox-filters"
import { INBOX_FILTERS, isFiltered } from "../inbox-query"
import type { InboxItem } from "../inbox-item"
import { announceProblem, announceBriefly } from "../actions/announce"
import { withoutItem } from "@/components/inbox/use-inbox-list"

const FilterChoices = preloadable(() => import("./filter-choices").then((one) => one.FilterChoices))

export type SavedView = OutputOf<"view.list">["views"][number]

interface FilterBarProps {
  team: string
  filters: Filters
  items: readonly InboxItem[]
  views: readonly SavedView[]
  busy: boolean
  /** True while the person names a view. */
  naming: boolean
  onNaming: (naming: boolean) => void
}

const PAUSE_MS = 200

/** Filters of the list and the person’s saved views. */
export function FilterBar({ team, filters, items, views: start, busy, naming, onNaming }: FilterBarProps) {
  const [, change] = useQuery()
  const [open, setOpen] = useState(() => filtersSet(filters) > 0)
  const { views, address, save, forget } = useSavedViews(team, start)
  const current = views.find((view) => view.query === address)
  const leave = () => {
    onNaming(false)
    focusList()
  }
  const set = filtersSet(filters)
  return (
    <search
      className="z-10 grid gap-2 border-b border-line bg-ground px-3.5 py-2 md:sticky md:top-0"
      aria-busy={busy}
    >
      <div className="flex items-center gap-1.5">
        <TextFilter filters={filters} />
        <Button
          size="sm"
          variant={set > 0 ? "default" : "quiet"}
          aria-expanded={open}
          aria-controls="inbox-filters"
          aria-label={set > 0 ? `Filters, ${set} applied` : "Filters"}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="icon" aria-hidden />
          {set > 0 ? <span className="tabular-nums">{set}</span> : null}
        </Button>
        <ViewsMenu
          {...{ filters, views, current }}
          onSave={() => onNaming(true)}
          onDelete={(name) => void forget(name)}
        />
      </div>
      {open ? (
        <div id="inbox-filters">
          <FilterChoices
            filters={filters}
            items={items}
            onChange={(name, value) => change({ [name]: value, item: null })}
          />
        </div>
      ) : null}
      {naming ? (
        <ViewNameForm onSave={async (name) => ((await save(name)) ? leave() : undefined)} onLeave={leave} />
      ) : null}
    </search>
  )
}

/** Returns the number of filters that are set, without the text. */
const filtersSet = (filters: Filters): number =>
  INBOX_FILTERS.filter((name) => name !== "q" && filters[name] !== null).length

/** The text filter. It is applied shortly after the last key. */
function TextFilter({ filters }: { filters: Filters }) {
  const [, change] = useQuery()
  const [words, setWords] = useState(filters.q)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The text changed through a view or Back.
  const [shown, setShown] = useState(filters.q)
  if (shown !== filters.q) {
    setShown(filters.q)
    setWords(filters.q)
  }
  return (
    <Input
      ref={box}
      type="search"
      aria-label="Filter the list"
      aria-keyshortcuts="/"
      placeholder="Filter the list…"
      value={words}
      className="h-7.5! flex-1"
      onChange={(event) => {
        const { value } = event.target
        setWords(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          setShown(value.trim())
          change({ q: value.trim(), item: null })
        }, PAUSE_MS)
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Enter") return
        event.preventDefault()
        document.querySelector<HTMLElement>("[data-item][aria-current]")?.focus({ preventScroll: true })
        if (document.activeElement === box.current) box.current?.blur()
      }}
    />
  )
}

/** Returns the saved views, and functions that save the current address as a view or delete one. */
function useSavedViews(team: string, start: readonly SavedView[]) {
  const [query] = useQuery()
  const [views, setViews] = useState(start)
  const address = withoutItem(query)
  /** Returns true if the view was saved. A view with the same name is replaced. */
  const save = async (name: string): Promise<boolean> => {
    try {
      await callOperation("view.save", { team, name, query: address }, { key: newKey() })
    } catch (cause) {
      void announceProblem(`Could not save the view: ${(cause as Error).message}`)
      return false
    }
    const others = views.filter((view) => view.name !== name)
    setViews([...others, { name, query: address }].toSorted((a, b) => a.name.localeCompare(b.name)))
    void announceBriefly(`Saved as “${name}”`)
    return true
  }
  const forget = async (name: string) => {
    try {
      await callOperation("view.delete", { name, team }, { key: newKey() })
      setViews(views.filter((view) => view.name !== name))
    } catch (cause) {
      void announceProblem(`Could not delete the view: ${(cause as Error).message}`)
    }
  }
  return { views, address, save, forget }
}

interface ViewsMenuProps {
  filters: Filters
  views: readonly SavedView[]
  current: SavedView | undefined
  onSave: () => void
  onDelete: (name: string) => void
}

/** The menu of saved views. */
function ViewsMenu({ filters, views, current, onSave, onDelete }: ViewsMenuProps) {
  const [query, change] = useQuery()
  const clear = () => change(Object.fromEntries([...INBOX_FILTERS, "order"].map((name) => [name, null])))
  const open = (view: SavedView) =>
    change({
      ...Object.fromEntries([...query.keys()].map((name) => [name, null])),
      ...Object.fromEntries(new URLSearchParams(view.query)),
    })
  const groups = [
    {
      label: "Your views",
      items: views.map((view) => ({
        label: view.name,
        current: view === current,
        run: () => open(view),
      })),
    },
    {
      items: [
        ...(isFiltered(filters) ? [{ label: "Clear filters", run: clear }] : []),
        { label: "Save this view…", run: onSave },
        ...(current ? [{ label: `Delete “${current.name}”`, run: () => onDelete(current.name) }] : []),
      ],
    },
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button in it is what is pressed
    <span className="contents" onClick={highlightFirst}>
      <MenuButton
        label={current ? `Views: ${current.name}` : "Views"}
        align="end"
        className="grid size-7 place-items-center rounded-md text-ink-2 hover:bg-raised hover:text-ink"
        groups={groups.filter((group) => group.items.length > 0)}
      >
        <Bookmark className={`icon ${current ? "text-accent" : ""}`} aria-hidden />
      </MenuButton>
    </span>
  )
}

/** Asks for the name of a new view. */
function ViewNameForm({ onSave, onLeave }: { onSave: (name: string) => void; onLeave: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  // A closing menu returns the focus to its button, so focus the box again after that.
  useEffect(() => {
    box.current?.focus()
    return whenElementExists(
      () => (document.querySelector('[role="menu"]') ? null : box.current),
      (one) => requestAnimationFrame(() => one.focus()),
    )
  }, [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim()
    if (name !== "") onSave(name)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key that works anywhere in the form
    <form
      className="flex gap-1.5"
      onSubmit={submit}
      onKeyDown={(event) =>
        event.key === "Escape" && !event.nativeEvent.isComposing ? onLeave() : undefined
      }
    >
      <Input
        ref={box}
        name="name"
        aria-label="View name"
        placeholder="View name"
        maxLength={60}
        className="h-7.5! flex-1"
      />
      <Button size="sm" type="submit">
        Save
      </Button>
      <Button size="sm" variant="quiet" onClick={onLeave}>
        Cancel
      </Button>
    </form>
  )
}

/** Highlights the first item of a menu opened by key. A click by key has a `detail` of 0. */
function highlightFirst(event: MouseEvent): void {
  if (event.detail === 0)
    whenElementExists(
      () => document.querySelector<HTMLElement>('[role="menu"] [role="menuitem"]'),
      (one) => requestAnimationFrame(() => one.focus()),
    )
}
