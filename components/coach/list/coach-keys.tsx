"use client"

import { useRouter } from "next/navigation"
import { useKeys } from "@/components/data/keys"
import { focusNextLink } from "@/components/data/focus-steps"

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
  useKeys("Coach", [
    { keys: "j", does: "Next brief or orientation", run: () => step(1) },
    { keys: "k", does: "Previous brief or orientation", run: () => step(-1) },
    { keys: "Enter", does: "Open brief or orientation" },
    ...(begin === null
      ? []
      : [
          { keys: "n", does: "New brief", run: () => router.push(begin.brief) },
          { keys: "o", does: "New orientation", run: () => router.push(begin.orientation) },
        ]),
  ])
  return null
}

function step(by: 1 | -1): void {
  focusNextLink("main a[data-synthesis]", "tr", by)
}
