"use client"

import { useEffect, useRef, useState } from "react"
import { count } from "@/components/data/count"
import { Input } from "@/components/ui/field"
import { useQuery } from "@/components/data/use-query"

const PAUSE_MS = 120

/** Filter of the files by path, agent or project. A GET form that works without scripts. */
export function ItemFilter({ shown, all, loading }: { shown: number; all: number; loading: boolean }) {
  const [query, change] = useQuery()
  const [words, setWords] = useState(query.get("q") ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const figures =
    shown === all ? count(all, "file") : `${shown.toLocaleString("en")} of ${count(all, "file")}`
  return (
    <search>
      <form className="mb-2.5 flex items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {query.has("status") ? <input type="hidden" name="status" value={query.get("status") ?? ""} /> : null}
        <Input
          type="search"
          name="q"
          aria-label="Filter files by path, agent or project"
          placeholder="Filter files…"
          value={words}
          className="md:max-w-67"
          onChange={(event) => {
            const { value } = event.target
            setWords(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => change({ q: value.trim() }), PAUSE_MS)
          }}
        />
        <output className="ml-auto text-sm whitespace-nowrap text-ink-3 tabular-nums">
          {loading ? `${figures}, loading more…` : figures}
        </output>
      </form>
    </search>
  )
}
