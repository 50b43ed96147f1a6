"use client"

import { useSearchParams } from "next/navigation"
import { useCallback } from "react"

/** The query of the URL, and how to change it without asking the server. Null and "" take a name out. */
export function useQuery(): [query: URLSearchParams, change: (changes: Record<string, string | null>) => void] {
  const query = useSearchParams()
  const change = useCallback((changes: Record<string, string | null>) => {
    window.history.replaceState(null, "", changedQuery(new URLSearchParams(window.location.search), changes))
  }, [])
  return [query, change]
}

/** The address of the same page with some of its query changed: "?sort=lines&q=tester". */
export function changedQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return `?${next}`
}
