"use client"

import { Search } from "lucide-react"
import { useRouter } from "next/navigation"
import { useEffect, useRef, useTransition } from "react"
import { changedQuery } from "@/components/data/update-query"
import { Input } from "@/components/ui/field"
import { focusFirstHit } from "./hit-keys"

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
          placeholder='Words, "a phrase", prefix*, -without, agent:name'
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
