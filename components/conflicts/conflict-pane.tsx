"use client"

import { useEffect } from "react"
import { SnoozePanel } from "@/components/queue/snooze-panel"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import type { ConflictPaneProps } from "./conflict"
import { StillConflict } from "./conflict-without-scripts"

// The panels are prefetched after the pane, so that they open without delay.
const MergePanel = preloadable(() => import("./entry-merge-panel").then((one) => one.ConflictMergePanel))
const KeepBothPanel = preloadable(() => import("./keep-both-panel").then((one) => one.KeepBothPanel))
const FileMergePanel = preloadable(() => import("./file-merge-panel").then((one) => one.FileMergePanel))

/** A conflict to read and decide. The caller renders the action bar below it. */
export function ConflictPane({ mode, onMode, onPreview, onDecide, problem, ...of }: ConflictPaneProps) {
  const { detail, conflict } = of
  const leave = () => onMode("read")
  useEffect(() => preloadParts([MergePanel, KeepBothPanel, FileMergePanel]), [])
  const panel = { mode, conflict, detail, onPreview, onDecide, onLeave: leave }
  return (
    <>
      <StillConflict {...of} brief={isWording(mode)}>
        {problem ? (
          <Notice tone="caution" live title="The conflict could not be fully loaded">
            {problem}
          </Notice>
        ) : (
          isWording(mode) && <WordingPanel {...panel} />
        )}
      </StillConflict>
      {mode === "snooze" ? (
        <SnoozePanel onSnooze={(until) => onDecide({ verdict: "snooze", until })} onLeave={leave} />
      ) : null}
    </>
  )
}

/** True if a panel for the wording of the resolution is open. */
const isWording = (mode: ConflictPaneProps["mode"]) => mode === "merge" || mode === "keep-both"

type WordingPanelProps = Pick<
  ConflictPaneProps,
  "mode" | "conflict" | "detail" | "onPreview" | "onDecide"
> & {
  onLeave: () => void
}

function WordingPanel({ mode, conflict, detail, ...rest }: WordingPanelProps) {
  if (detail === null)
    return (
      <>
        <Loading what="the conflict" />
        <Skeleton className="h-40" />
      </>
    )
  if (mode === "keep-both") return <KeepBothPanel detail={detail} {...rest} />
  if (conflict.kind === "file") return <FileMergePanel detail={detail} {...rest} />
  return <MergePanel detail={detail} {...rest} />
}
