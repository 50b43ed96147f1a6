"use client"

import { useRef, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { requestOfPreview } from "./preview-request"
import type { CompactionPreview, CompactionProposals } from "./compaction-types"

export type ProposeState =
  | { readonly is: "open"; readonly problem: string | null }
  | { readonly is: "sent" }
  | { readonly is: "done"; readonly proposed: CompactionProposals }

/**
 * Returns the state of the request, and a function that proposes the selected changes. Retries use the same
 * idempotency key. `all`: true if the preview includes logs of earlier compactions.
 */
export function useProposeCompaction(team: string, preview: CompactionPreview, all = false) {
  const [state, setState] = useState<ProposeState>({ is: "open", problem: null })
  const key = useRef<{ for: string; key: string } | null>(null)
  const propose = (only: readonly number[]) => {
    if (state.is !== "open") return
    setState({ is: "sent" })
    const asked = only.join()
    if (key.current?.for !== asked) key.current = { for: asked, key: newKey() }
    callOperation(
      "compaction.propose",
      { ...requestOfPreview(team, preview, all), shown: preview.shown, only },
      { key: key.current.key },
    ).then(
      (proposed) => setState({ is: "done", proposed }),
      (cause: Error) => setState({ is: "open", problem: cause.message }),
    )
  }
  return { state, propose }
}
