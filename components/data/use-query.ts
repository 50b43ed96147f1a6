"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react"
import { requestQuery, pendingQuery, onQueryRequest, settleQuery, changedQuery } from "./url-query"

export { changedQuery }

type Change = (changes: Readonly<Record<string, string | null>>, how?: "replace" | "push") => void

/**
 * Returns the URL query and a function that changes it on the client. Null and "" remove a parameter.
 * A change applies at once, before the router shows it, so that two key presses in a row work.
 * "push" adds a history entry. `current` is the latest query, which may not be rendered yet.
 */
export function useQuery(): [query: URLSearchParams, change: Change, current: () => URLSearchParams] {
  const shown = useSearchParams()
  const path = usePathname()
  const asked = useSyncExternalStore(
    onQueryRequest,
    () => pendingQuery(path),
    () => null,
  )
  useEffect(() => settleQuery(shown.toString()), [shown])
  const query = useMemo(() => new URLSearchParams(asked ?? shown), [asked, shown])
  const current = useCallback(() => new URLSearchParams(pendingQuery(path) ?? window.location.search), [path])
  const change = useCallback<Change>(
    (changes, how = "replace") => {
      const next = changedQuery(current(), changes)
      requestQuery(path, next.slice(1))
      if (how === "push") window.history.pushState(null, "", next)
      else window.history.replaceState(null, "", next)
    },
    [path, current],
  )
  return [query, change, current]
}
