"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { count } from "@/components/ui/count"
import { useKeys } from "@/components/ui/keys"
import type { Placement } from "./placement-dialog"
import type { Item } from "./source"

const PlacementDialog = dynamic(() => import("./placement-dialog"), { ssr: false })

interface PlacementBarProps {
  items: readonly Item[]
  known: { projects: readonly string[]; agents: readonly string[]; categories: readonly string[] }
  busy: boolean
  onPlace: (change: Placement & { leaveOut?: boolean }) => void
  onClear: () => void
}

/** What can be done with the chosen files. */
export function PlacementBar({ items, known, busy, onPlace, onClear }: PlacementBarProps) {
  const [asking, setAsking] = useState(false)
  useKeys("Chosen files", [
    { keys: "e", does: "Change project, agent or category", run: () => setAsking(true) },
    { keys: "Escape", does: "Choose none", run: onClear },
  ])
  return (
    <>
      <output className="mr-1 font-medium tabular-nums">{count(items.length, "file")} chosen</output>
      <Button kbd="E" aria-haspopup="dialog" disabled={busy} onClick={() => setAsking(true)}>
        Change project, agent, category
      </Button>
      <Button disabled={busy} onClick={() => onPlace({ leaveOut: true })}>
        Leave out
      </Button>
      <Button variant="quiet" onClick={onClear}>
        Choose none
      </Button>
      {asking ? (
        <PlacementDialog
          items={items}
          known={known}
          onClose={() => setAsking(false)}
          onPlace={(placement) => {
            setAsking(false)
            onPlace(placement)
          }}
        />
      ) : null}
    </>
  )
}
