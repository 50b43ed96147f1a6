"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import type { FilePlacement } from "./placement-dialog"
import { isTakeable, isWritten, type ImportItem } from "../import-types"

const PlacementDialog = dynamic(() => import("./placement-dialog").then((one) => one.PlacementDialog), {
  ssr: false,
})
const ImportIgnoredDialog = dynamic(
  () => import("./import-ignored-dialog").then((one) => one.ImportIgnoredDialog),
  {
    ssr: false,
  },
)

interface PlacementBarProps {
  items: readonly ImportItem[]
  known: { projects: readonly string[]; agents: readonly string[]; categories: readonly string[] }
  formatNames: Readonly<Record<string, string>>
  busy: boolean
  onPlace: (paths: readonly string[], change: FilePlacement & { leaveOut?: boolean }) => void
  onTake: (paths: readonly string[], format: string) => void
  onClear: () => void
}

const pathsOf = (items: readonly ImportItem[]) => items.map((item) => item.path)

/** Actions on the selected files. */
export function PlacementBar({
  items,
  known,
  formatNames,
  busy,
  onPlace,
  onTake,
  onClear,
}: PlacementBarProps) {
  const [asking, setAsking] = useState<"place" | "take" | null>(null)
  const written = items.filter(isWritten)
  const takeable = items.filter(isTakeable)
  useKeys("Selected files", [
    {
      keys: "e",
      does: "Change project, agent or category (for ignored files, choose a format)",
      run: () => {
        if (written.length > 0) setAsking("place")
        else setAsking(takeable.length > 0 ? "take" : null)
      },
    },
    { keys: "Escape", does: "Clear selection", run: onClear },
  ])
  return (
    <>
      <output className="mr-1 font-medium tabular-nums">{formatCount(items.length, "file")} selected</output>
      {written.length > 0 ? (
        <>
          <Button kbd="E" aria-haspopup="dialog" disabled={busy} onClick={() => setAsking("place")}>
            Change project, agent or category
          </Button>
          <Button disabled={busy} onClick={() => onPlace(pathsOf(written), { leaveOut: true })}>
            Leave out of import
          </Button>
        </>
      ) : null}
      {takeable.length > 0 ? (
        <Button
          kbd={written.length > 0 ? undefined : "E"}
          aria-haspopup="dialog"
          disabled={busy}
          onClick={() => setAsking("take")}
        >
          {takeable.length === 1 ? "Import as…" : `Import ${formatCount(takeable.length, "file")} as…`}
        </Button>
      ) : null}
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {asking === "place" ? (
        <PlacementDialog
          items={written}
          known={known}
          onClose={() => setAsking(null)}
          onPlace={(placement) => {
            setAsking(null)
            onPlace(pathsOf(written), placement)
          }}
        />
      ) : null}
      {asking === "take" ? (
        <ImportIgnoredDialog
          items={takeable}
          formatNames={formatNames}
          onClose={() => setAsking(null)}
          onTake={(format) => {
            setAsking(null)
            onTake(pathsOf(takeable), format)
          }}
        />
      ) : null}
    </>
  )
}
