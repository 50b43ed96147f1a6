"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { KeyedButton } from "@/components/queue/keyed-button"
import { Button } from "@/components/ui/button"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import { newKey } from "@/components/data/idempotency-key"
import { showErrorToast } from "@/components/data/show-toast"
import { sendReopen, sendWithdraw } from "./review-requests"

interface TakeBackProps {
  synthesis: string
  what: "published" | "rejected"
  /** Tooltip with the effect of the button. */
  title: string
  /** True if the reader made the decision a short time ago, so that the key U undoes it. */
  keyed: boolean
}

/** Undoes the publication or the rejection of a synthesis, which then waits for review again. */
export function UndoReview({ synthesis, what, title, keyed }: TakeBackProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const verb = what === "published" ? "Unpublish" : "Reopen"
  const run = async () => {
    if (busy) return
    setBusy(true)
    try {
      await (what === "published" ? sendWithdraw : sendReopen)(synthesis, newKey())
      router.refresh()
    } catch (cause) {
      void showErrorToast(
        `Could not ${verb.toLowerCase()}: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
      setBusy(false)
    }
  }
  useKeys("This synthesis", keyed ? [{ keys: "u", does: verb, run: () => void run() }] : [])
  const look = {
    variant: "quiet",
    size: "sm",
    title,
    "aria-busy": busy || undefined,
    onClick: () => void run(),
  } as const
  return keyed ? (
    <KeyedButton kbd="U" {...look}>
      {verb}
    </KeyedButton>
  ) : (
    <Button {...look}>{verb}</Button>
  )
}
