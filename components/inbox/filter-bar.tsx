"use client"

import { Bookmark, SlidersHorizontal } from "lucide-react"
import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from "react"
import { askServer } from "@/components/data/http-client"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { later } from "@/components/data/preloadable"
import { MenuButton } from "@/components/ui/menu-button"
import { newKey } from "@/components/data/new-key"
import { useQuery } from "@/components/data/use-query"
import { focusList, whenThere } from "../queue/focus"
import { INBOX_FILTERS, type Filters, isFiltered } from "./filters"
import type { InboxItem } from "./item"
import { sayProblemHere, sayShortly } from "./actions/announce"

const FilterChoices = later(() => import("./filter-choices").then((one) => one.FilterChoices))

export interface SavedView {
  name: string
  /** The query of the address, without the question mark. */
  query: string
}

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
  const [query, change] = useQuery()
  const [words, setWords] = useState(filters.q)
  const [open, setOpen] = useState(() => INBOX_FILTERS.some((name) => name !== "q" && filters[name] !== null))
  const [views, setViews] = useState(start)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const nameBox = useRef<HTMLInputElement>(null)
  // A closing menu returns the focus to its button, so focus the box again after that.
  useEffect(() => {
    if (!naming) return
    nameBox.current?.focus()
    return whenThere(
      () => (document.querySelector('[role="menu"]') ? null : nameBox.current),
      (one) => requestAnimationFrame(() => one.focus()),
    )
  }, [naming])
  const leave = () => {
    onNaming(false)
    focusList()
  }
  // The text changed through a view or Back.
  const [shown, setShown] = useState(filters.q)
  if (shown !== filters.q) {
    setShown(filters.q)
    setWords(filters.q)
  }
  const set = INBOX_FILTERS.filter((name) => name !== "q" && filters[name] !== null).length
  const here = viewQuery(query)
  const current = views.find((view) => view.query === here)

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim()
    if (name === "") return
    try {
      await askServer("/views", { method: "POST", key: newKey(), body: { team, name, query: here } })
      setViews(
        [...views.filter((view) => view.name !== name), { name, query: here }].toSorted((a, b) =>
          a.name.localeCompare(b.name),
        ),
      )
      leave()
      void sayShortly(`Saved as “${name}”`)
    } catch (cause) {
      void sayProblemHere(`The view was not saved: ${(cause as Error).message}`)
    }
  }
  const forget = async (name: string) => {
    try {
      await askServer(`/views/${encodeURIComponent(name)}`, {
        method: "DELETE",
        key: newKey(),
        query: { team },
      })
      setViews(views.filter((view) => view.name !== name))
    } catch (cause) {
      void sayProblemHere(`The view was not deleted: ${(cause as Error).message}`)
    }
  }
  return (
    <search
      className="z-10 grid gap-2 border-b border-line bg-ground px-3.5 py-2 md:sticky md:top-0"
      aria-busy={busy}
    >
      <div className="flex items-center gap-1.5">
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
        <Button
          size="sm"
          variant={set > 0 ? "default" : "quiet"}
          aria-expanded={open}
          aria-controls="inbox-filters"
          aria-label={set > 0 ? `Filters, ${set} set` : "Filters"}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="icon" aria-hidden />
          {set > 0 ? <span className="tabular-nums">{set}</span> : null}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button in it is what is pressed */}
        <span className="contents" onClick={highlightFirst}>
          <MenuButton
            label={current ? `Views: ${current.name}` : "Views"}
            align="end"
            className="grid size-7 place-items-center rounded-md text-ink-2 hover:bg-raised hover:text-ink"
            groups={[
              {
                label: "Your views",
                items: views.map((view) => ({
                  label: view.name,
                  current: view === current,
                  run: () =>
                    change({
                      ...Object.fromEntries([...query.keys()].map((name) => [name, null])),
                      ...Object.fromEntries(new URLSearchParams(view.query)),
                    }),
                })),
              },
              {
                items: [
                  ...(isFiltered(filters)
                    ? [
                        {
                          label: "Clear filters",
                          run: () =>
                            change(
                              Object.fromEntries([...INBOX_FILTERS, "order"].map((name) => [name, null])),
                            ),
                        },
                      ]
                    : []),
                  { label: "Save this view…", run: () => onNaming(true) },
                  ...(current
                    ? [{ label: `Delete “${current.name}”`, run: () => void forget(current.name) }]
                    : []),
                ],
              },
            ].filter((group) => group.items.length > 0)}
          >
            <Bookmark className={`icon ${current ? "text-accent" : ""}`} aria-hidden />
          </MenuButton>
        </span>
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
        /* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key that works anywhere in the form */
        <form
          className="flex gap-1.5"
          onSubmit={save}
          onKeyDown={(event) =>
            event.key === "Escape" && !event.nativeEvent.isComposing ? leave() : undefined
          }
        >
          <Input
            ref={nameBox}
            name="name"
            aria-label="View name"
            placeholder="View name"
            maxLength={60}
            className="h-7.5! flex-1"
          />
          <Button size="sm" type="submit">
            Save
          </Button>
          <Button size="sm" variant="quiet" onClick={leave}>
            Cancel
          </Button>
        </form>
      ) : null}
    </search>
  )
}

/** Highlights the first item of a menu opened by key. A click by key has a `detail` of 0. */
function highlightFirst(event: MouseEvent): void {
  if (event.detail === 0)
    whenThere(
      () => document.querySelector<HTMLElement>('[role="menu"] [role="menuitem"]'),
      (one) => requestAnimationFrame(() => one.focus()),
    )
}

/** Returns the part of the address that a view saves. */
function viewQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  kept.delete("item")
  kept.sort()
  return kept.toString()
}
