"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react"
import { askQuery, askedQuery, onAskedQuery, settleQuery } from "./parse-query"
import { changedQuery } from "./update-query"

export { changedQuery }

type Change = (changes: Readonly<Record<string, string | null>>, how?: "replace" | "push") => void

/**
 * The query of the URL, and how to change it without asking the server. Null and "" take a name out. A change holds at once, before
 * the router has it: two keys in a row build on one another. "push" makes a step that Back goes back. `current` is the query as it was
 * last changed, which may not be drawn yet.
 */
export function useQuery(): [query: URLSearchParams, change: Change, current: () => URLSearchParams] {
  const shown = useSearchParams()
  const path = usePathname()
  const asked = useSyncExternalStore(
    onAskedQuery,
    () => askedQuery(path),
    () => null,
  )
  useEffect(() => settleQuery(shown.toString()), [shown])
  const query = useMemo(() => new URLSearchParams(asked ?? shown), [asked, shown])
  const current = useCallback(() => new URLSearchParams(askedQuery(path) ?? window.location.search), [path])
  const change = useCallback<Change>(
    (changes, how = "replace") => {
      const next = changedQuery(current(), changes)
      askQuery(path, next.slice(1))
      if (how === "push") window.history.pushState(null, "", next)
      else window.history.replaceState(null, "", next)
    },
    [path, current],
  )
  return [query, change, current]
}
