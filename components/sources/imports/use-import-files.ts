"use client"

import type { OutputOf } from "@/lib/http/contract"
import { useCallback, useEffect, useState } from "react"
import { callOperation } from "../../data/http-client"
import type { ImportItem } from "../import-statuses"

export type ItemPage = OutputOf<"import.items">

interface Items {
  items: readonly ImportItem[]
  /** True while more files are loading. */
  loading: boolean
  problem: string | null
  /** Reloads all files. */
  reload: () => void
}

/** Returns all files of an import: the first page from the server, then the rest. */
export function useItems(team: string, run: string, first: ItemPage): Items {
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (page.next === null && round === 0) return
    const abort = new AbortController()
    const anew = round > 0
    void (async () => {
      const all: ImportItem[] = anew ? [] : [...first.items]
      let next = anew ? "" : first.next
      while (next !== null) {
        const answer: ItemPage = await callOperation(
          "import.items",
          { run, team, limit: "5000", ...(next === "" ? {} : { after: next }) },
          { signal: abort.signal },
        )
        all.push(...answer.items)
        next = answer.next
        if (!anew || next === null) setPage({ items: [...all], next })
      }
      setProblem(null)
    })().catch((cause: Error) => (abort.signal.aborted ? undefined : setProblem(cause.message)))
    return () => abort.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- the first page is only the start
  }, [team, run, round])
  return {
    items: page.items,
    loading: page.next !== null && problem === null,
    problem,
    reload: useCallback(() => setRound((before) => before + 1), []),
  }
}
