"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useKeys } from "@/components/data/keys"

interface HistoryKeysProps {
  shown: number
  /** Addresses; null where there is none. */
  older: string | null
  newer: string | null
  /** What restoring the shown revision would change; null for the newest. */
  restore: string | null
  blame: string
}

/** The keys of a file's history. All that they do is a link on the page too. */
export function HistoryKeys({ shown, older, newer, restore, blame }: HistoryKeysProps) {
  const router = useRouter()
  const go = (href: string | null) => (href === null ? undefined : router.replace(href, { scroll: false }))
  useEffect(() => {
    document.querySelector(`[data-revision="${shown}"]`)?.scrollIntoView({ block: "nearest" })
  }, [shown])
  useKeys("History", [
    { keys: "j", does: "Older revision", run: () => go(older) },
    { keys: "k", does: "Newer revision", run: () => go(newer) },
    ...(restore === null
      ? []
      : [{ keys: "c", does: "Compare with the newest, to restore it", run: () => router.push(restore) }]),
    { keys: "b", does: "Blame", run: () => router.push(blame) },
  ])
  return null
}
