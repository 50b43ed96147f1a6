"use client"

import { useRouter } from "next/navigation"
import { createContext, type ReactNode, useContext, useState } from "react"
import { count } from "@/components/data/count"
import { useKeys } from "@/components/data/keys"
import { SelectBox, selectionKeys } from "@/components/data/selection/row-selection"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { type Selection, useSelection } from "@/components/data/selection/use-selection"
import { verifyEntries, withdrawVerification } from "@/components/memory-files/reader/entry-actions"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { Button } from "@/components/ui/button"

/** A result that can be selected, with its text as the person sees it. */
export interface SelectableHit {
  readonly id: string
  readonly text: string
}

const HitSelection = createContext<Selection | null>(null)

/** Lets leads select results, and verify the selected ones. */
export function SelectableHits({ hits, children }: { hits: readonly SelectableHit[]; children: ReactNode }) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const selection = useSelection(hits.map(({ id }) => id))
  const verify = async () => {
    if (isBusy || selection.ids.length === 0) return
    setBusy(true)
    try {
      const { verified, refused } = await verifyEntries(hits.filter(({ id }) => selection.has(id)))
      if (refused[0]) void showErrorToast(refused[0].message)
      selection.clear()
      router.refresh()
      if (verified.length > 0)
        showVerifiedToast(
          verified.map(({ id }) => id),
          router.refresh,
        )
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    } finally {
      setBusy(false)
    }
  }
  useKeys("Selection", [
    ...selectionKeys("result", selection),
    { keys: "v", does: "Verify the selected results", run: () => void verify() },
  ])
  return (
    <HitSelection value={selection}>
      {children}
      <SelectionBar label="Selected results" selected={selection.ids.length} onClear={selection.clear}>
        <Button size="sm" variant="primary" kbd="V" disabled={isBusy} onClick={() => void verify()}>
          Verify
        </Button>
      </SelectionBar>
    </HitSelection>
  )
}

function showVerifiedToast(ids: readonly string[], refresh: () => void): void {
  const undo = () =>
    Promise.all(ids.map(withdrawVerification)).then(
      refresh,
      (cause: Error) => void showErrorToast(cause.message),
    )
  void showToast(`${count(ids.length, "entry", "entries")} verified`, {
    action: { label: "Undo", onClick: () => void undo() },
  })
}

/** The checkbox of a result. Renders nothing where results cannot be selected. */
export function SelectHit({ id, name }: { id: string; name: string }) {
  const selection = useContext(HitSelection)
  if (!selection) return null
  return <SelectBox name={name} checked={selection.has(id)} onToggle={() => selection.toggle(id)} />
}
