"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { KeyedButton } from "@/components/inbox/bars/keyed-button"
import { Button } from "@/components/ui/button"
import { useKeys } from "@/components/data/keys"
import { newKey } from "@/components/data/new-key"
import { sayProblem } from "@/components/data/announce"
import { sendReopen, sendWithdraw } from "./send"

interface TakeBackProps {
  synthesis: string
  what: "published" | "rejected"
  /** "Take it back: removes 5 lines from …". */
  title: string
  /** Just done by whoever looks: one key takes it back. */
  keyed: boolean
}

/** Takes a publication, or the rejection of all of it, back: it waits for review again. */
export function TakeBack({ synthesis, what, title, keyed }: TakeBackProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (busy) return
    setBusy(true)
    try {
      await (what === "published" ? sendWithdraw : sendReopen)(synthesis, newKey())
      router.refresh()
    } catch (cause) {
      void sayProblem(`It could not be taken back: ${cause instanceof Error ? cause.message : String(cause)}`)
      setBusy(false)
    }
  }
  useKeys("This synthesis", keyed ? [{ keys: "u", does: "Take it back", run: () => void run() }] : [])
  const look = {
    variant: "quiet",
    size: "sm",
    title,
    "aria-busy": busy || undefined,
    onClick: () => void run(),
  } as const
  return keyed ? (
    <KeyedButton kbd="U" {...look}>
      Take it back
    </KeyedButton>
  ) : (
    <Button {...look}>Take it back</Button>
  )
}
