"use client"

import { useSearchParams } from "next/navigation"
import { useCallback } from "react"
import { changedQuery } from "./changed-query"

export { changedQuery }

/** The query of the URL, and how to change it without asking the server. Null and "" take a name out. */
export function useQuery(): [query: URLSearchParams, change: (changes: Record<string, string | null>) => void] {
  const query = useSearchParams()
  const change = useCallback((changes: Record<string, string | null>) => {
    window.history.replaceState(null, "", changedQuery(new URLSearchParams(window.location.search), changes))
  }, [])
  return [query, change]
}
