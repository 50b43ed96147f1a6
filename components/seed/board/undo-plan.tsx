"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { KeyedButton } from "@/components/queue/keyed-button"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import { newKey } from "@/components/data/idempotency-key"
import { showErrorToastAtTop } from "@/components/data/show-toast"
import { sendPlanUndo } from "./plan-requests"

/** A button that undoes the decision on a plan as one change. `title`: the effect. */
export function UndoPlan({ plan, title }: { plan: string; title: string }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (busy) return
    setBusy(true)
    try {
      await sendPlanUndo(plan, newKey())
      router.refresh()
    } catch (cause) {
      void showErrorToastAtTop(
        `Could not undo the plan: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
    }
    setBusy(false)
  }
  useKeys("This plan", [{ keys: "u", does: "Undo", run: () => void run() }])
  return (
    <KeyedButton kbd="U" size="sm" title={title} aria-busy={busy || undefined} onClick={() => void run()}>
      Undo
    </KeyedButton>
  )
}
