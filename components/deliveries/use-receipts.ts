"use client"

import { useEffect, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import type { Receipt } from "./delivery-types"

/**
 * Returns deliveries by ID, fetched on demand. `came`: deliveries loaded with the page. `problem`: why some
 * could not be loaded.
 */
export function useReceipts(
  ids: readonly string[],
  came: readonly Receipt[],
): { receipts: ReadonlyMap<string, Receipt>; problem: string | null; again: () => void } {
  const [receipts, setReceipts] = useState<ReadonlyMap<string, Receipt>>(
    () => new Map(came.map((one) => [one.receipt, one])),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const missing = problem === null ? ids.filter((id) => !receipts.has(id)).join(" ") : ""
  useEffect(() => {
    if (missing === "") return
    const left = new AbortController()
    Promise.all(
      missing.split(" ").map((id) => callOperation("receipt.show", { receipt: id }, { signal: left.signal })),
    ).then(
      (found) =>
        setReceipts((before) => new Map([...before, ...found.map((one) => [one.receipt, one] as const)])),
      (cause: Error) => (left.signal.aborted ? undefined : setProblem(cause.message)),
    )
    return () => left.abort()
  }, [missing])
  return { receipts, problem, again: () => setProblem(null) }
}
