"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useKeys, stepKeys } from "@/components/data/keyboard-shortcuts"

interface HistoryKeysProps {
  shown: number
  /** The address of the older revision, or null. */
  older: string | null
  newer: string | null
  /** The address that previews a restore; null for the current revision. */
  restore: string | null
  blame: string
}

/** Shortcuts of the history view. Each is also a link on the page. */
export function HistoryKeys({ shown, older, newer, restore, blame }: HistoryKeysProps) {
  const router = useRouter()
  const go = (href: string | null) => (href === null ? undefined : router.replace(href, { scroll: false }))
  useEffect(() => {
    document.querySelector(`[data-revision="${shown}"]`)?.scrollIntoView({ block: "nearest" })
  }, [shown])
  useKeys("History", [
    ...stepKeys({ names: ["Older revision", "Newer revision"], step: (by) => go(by > 0 ? older : newer) }),
    ...(restore === null
      ? []
      : [
          {
            keys: "c",
            does: "Compare with the latest revision, or restore",
            run: () => router.push(restore),
          },
        ]),
    { keys: "b", does: "Blame", run: () => router.push(blame) },
  ])
  return null
}
