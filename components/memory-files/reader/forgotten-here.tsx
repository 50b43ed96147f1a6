"use client"

import type { OutputOf } from "@/lib/http/contract"
import { Instant } from "@/components/data/instant"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { restoreEntry } from "./entry-actions"
import { VisibleText } from "../../text/visible-text"

export type Forgotten = OutputOf<"entry.forgotten">["forgotten"][number]

interface ForgottenHereProps {
  team: string
  forgotten: readonly Forgotten[]
  total: number
  /** "not" for users with read access only. */
  restores: "directly" | "by proposal" | "not"
}

/** The forgotten entries of a file. Imports do not add them again; a person can restore them. */
export function ForgottenHere({ team, forgotten, total, restores }: ForgottenHereProps) {
  const router = useRouter()
  const [busy, setBusy] = useState<string | null>(null)
  if (total === 0) return null
  const bring = async (entry: string) => {
    setBusy(entry)
    try {
      const { state, proposal } = await restoreEntry(entry)
      if (state === "waiting")
        void showToast("Proposal added to the inbox", {
          action: { label: "Open", onClick: () => router.push(`/t/${team}/inbox?item=${proposal}`) },
        })
      else void showToast("Entry restored to its original position")
      router.refresh()
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    }
    setBusy(null)
  }
  return (
    <section aria-labelledby="forgotten">
      <h2 id="forgotten" className="mb-1.5">
        Forgotten entries ({total.toLocaleString("en")})
      </h2>
      <ul className="grid gap-2.5">
        {forgotten.map(({ entry, text, reason, by, at }) => (
          <li key={entry} className="grid gap-1">
            <p className="line-clamp-3 text-ink-2 wrap-anywhere">
              <VisibleText text={text} />
            </p>
            <p className="text-sm text-ink-3 wrap-anywhere">
              <VisibleText text={`${reason}. ${by}, `} />
              <Instant at={at} look="day" />
            </p>
            {restores === "not" ? null : (
              <p>
                <Button
                  size="sm"
                  disabled={busy === entry}
                  aria-label={`${restores === "directly" ? "Restore" : "Propose restoring"}: ${text.slice(0, 60)}`}
                  onClick={() => void bring(entry)}
                >
                  {restores === "directly" ? "Restore" : "Propose restoring"}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {total > forgotten.length ? (
        <p className="mt-2 text-sm text-ink-3">Showing the newest {forgotten.length}.</p>
      ) : null}
    </section>
  )
}
