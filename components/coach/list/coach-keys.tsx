"use client"

import { useRouter } from "next/navigation"
import { useListKeys } from "@/components/data/use-list-keys"

/**
 * Keyboard shortcuts of the list. `begin` has the addresses of the start panels; null for people who may not
 * start the coach.
 */
export function CoachKeys({
  begin,
}: {
  begin: { readonly brief: string; readonly orientation: string } | null
}) {
  const router = useRouter()
  const row = "brief or orientation"
  useListKeys("Coach", {
    rows: "main a[data-synthesis]",
    row,
    opens: `Open ${row}`,
    more:
      begin === null
        ? []
        : [
            { keys: "n", does: "New brief", run: () => router.push(begin.brief) },
            { keys: "o", does: "New orientation", run: () => router.push(begin.orientation) },
          ],
  })
  return null
}
