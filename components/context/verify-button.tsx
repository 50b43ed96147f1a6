"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { forgetDateWords, verifyEntry } from "@/components/memory-files/reader/entry-actions"
import { Button } from "@/components/ui/button"
import { showErrorToast } from "@/components/data/show-toast"

/**
 * Verifies an entry that is otherwise left out. The text is sent along, so that a changed entry is not
 * verified unseen.
 */
export function VerifyButton({ id, text }: { id: string; text: string }) {
  const router = useRouter()
  const [verified, setVerified] = useState<string | null>(null)
  const verify = async () => {
    try {
      const { until } = await verifyEntry({ id, text })
      setVerified(forgetDateWords(until))
      router.refresh()
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    }
  }
  return (
    <span className="relative" aria-live="polite">
      {verified ?? (
        <Button size="sm" onClick={() => void verify()}>
          Verify
        </Button>
      )}
    </span>
  )
}
