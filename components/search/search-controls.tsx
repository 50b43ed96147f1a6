"use client"

import { Search } from "lucide-react"
import { useRouter } from "next/navigation"
import { useEffect, useRef, useTransition, createContext, type ReactNode, useContext, useState } from "react"
import { changedQuery } from "@/components/data/url-query"
import { Input } from "@/components/ui/field"
import { formatCount } from "@/lib/memory/text/sentence"
import { useKeys, useListKeys } from "@/components/data/keyboard-shortcuts"
import { SelectBox, selectionKeys } from "@/components/data/row-selection"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { type Selection, useSelection } from "@/components/data/use-selection"
import { verifyEntries, withdrawVerification } from "@/components/memory-files/reader/entry-actions"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { Button } from "@/components/ui/button"

interface SearchFormProps {
  /** The current search text. */
  typed: string
  /** Filters in the URL that a new search keeps. */
  kept: Readonly<Record<string, string>>
}

const PAUSE_MS = 220

/** The search box. It is a plain form before hydration; after that, results update while the user types. */
export function SearchForm({ typed, kept }: SearchFormProps) {
  const router = useRouter()
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [busy, startTransition] = useTransition()
  useEffect(() => () => clearTimeout(timer.current), [])
  // The search changed outside the box: the user went back or followed a link.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = typed
  }, [typed])

  const search = (words: string) => {
    clearTimeout(timer.current)
    startTransition(() =>
      router.replace(
        changedQuery(new URLSearchParams(window.location.search), { q: words.trim(), n: null, exact: null }),
        { scroll: false },
      ),
    )
  }
  return (
    <search>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          search(box.current?.value ?? "")
        }}
      >
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search className="icon pointer-events-none absolute top-3 left-3 text-ink-3" aria-hidden />
        <Input
          ref={box}
          type="search"
          name="q"
          aria-label="Search memory"
          placeholder='Words, "a phrase", prefix*, -excluded, agent:name'
          defaultValue={typed}
          autoComplete="off"
          maxLength={1_000}
          className="h-10 pl-9.5 text-md"
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur()
            if (event.key !== "ArrowDown" || !focusFirstHit()) return
            event.preventDefault()
          }}
          onChange={(event) => {
            const { value } = event.target
            clearTimeout(timer.current)
            timer.current = setTimeout(() => search(value), PAUSE_MS)
          }}
        />
        <output className="sr-only">{busy ? "Searching…" : ""}</output>
      </form>
    </search>
  )
}

/** A result that can be selected, with its text as the person sees it. */
export interface SelectableHit {
  readonly id: string
  readonly text: string
}

const HitSelection = createContext<Selection | null>(null)

/** Lets leads select results, and verify the selected ones. */
export function SelectableHits({ hits, children }: { hits: readonly SelectableHit[]; children: ReactNode }) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const selection = useSelection(hits.map(({ id }) => id))
  const verify = async () => {
    if (isBusy || selection.ids.length === 0) return
    setBusy(true)
    try {
      const { verified, refused } = await verifyEntries(hits.filter(({ id }) => selection.has(id)))
      if (refused[0]) void showErrorToast(refused[0].message)
      selection.clear()
      router.refresh()
      if (verified.length > 0)
        showVerifiedToast(
          verified.map(({ id }) => id),
          router.refresh,
        )
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    } finally {
      setBusy(false)
    }
  }
  useKeys("Selection", [
    ...selectionKeys("result", selection),
    { keys: "v", does: "Verify the selected results", run: () => void verify() },
  ])
  return (
    <HitSelection value={selection}>
      {children}
      <SelectionBar label="Selected results" selected={selection.ids.length} onClear={selection.clear}>
        <Button size="sm" variant="primary" kbd="V" disabled={isBusy} onClick={() => void verify()}>
          Verify
        </Button>
      </SelectionBar>
    </HitSelection>
  )
}

function showVerifiedToast(ids: readonly string[], refresh: () => void): void {
  const undo = () =>
    Promise.all(ids.map(withdrawVerification)).then(
      refresh,
      (cause: Error) => void showErrorToast(cause.message),
    )
  void showToast(`${formatCount(ids.length, "entry")} verified`, {
    action: { label: "Undo", onClick: () => void undo() },
  })
}

/** The checkbox of a result. Renders nothing where results cannot be selected. */
export function SelectHit({ id, name }: { id: string; name: string }) {
  const selection = useContext(HitSelection)
  if (!selection) return null
  return <SelectBox name={name} checked={selection.has(id)} onToggle={() => selection.toggle(id)} />
}

/** Binds j and k to the next and previous result. Enter follows the focused link, as everywhere. */
export function HitKeys() {
  useListKeys("Search", {
    rows: HITS,
    row: "result",
    opens: "Open the file at this line",
    more: [{ keys: "ArrowDown", does: "Move from the search box to the first result" }],
  })
  return null
}

/** Focuses the first result. Returns false if there is none. */
function focusFirstHit(): boolean {
  const first = document.querySelector<HTMLAnchorElement>(HITS)
  first?.focus()
  return first !== null
}

const HITS = "main a[data-hit]"

/** Closes the filter sheet when the search changes, because a link in the sheet was followed. */
export function SheetEnd({ sheet, of }: { sheet: string; of: string }) {
  useEffect(() => () => document.getElementById(sheet)?.hidePopover(), [sheet, of])
  return null
}
