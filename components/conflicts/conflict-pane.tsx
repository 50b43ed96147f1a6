"use client"

import { useEffect } from "react"
import { SnoozePanel } from "@/components/proposals/panels/snooze-panel"
import { fetchLater, later } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import type { ConflictPaneProps } from "./pane"
import { StillConflict } from "./still-conflict"

// Prefetched after the pane, so that panels open without delay.
const MergePanel = later(() => import("./merge-panel").then((one) => one.MergePanel))
const KeepBothPanel = later(() => import("./keep-both-panel").then((one) => one.KeepBothPanel))
const FileMergePanel = later(() => import("./file-merge-panel").then((one) => one.FileMergePanel))

/** A conflict to read and decide. The caller renders the action bar below it. */
export function ConflictPane({ mode, onMode, onPreview, onDecide, problem, ...of }: ConflictPaneProps) {
  const { detail, conflict } = of
  const leave = () => onMode("read")
  useEffect(() => fetchLater([MergePanel, KeepBothPanel, FileMergePanel]), [])
  const words = { onPreview, onDecide, onLeave: leave }
  return (
    <>
      <StillConflict {...of} brief={mode === "merge" || mode === "keep-both"}>
        {problem ? (
          <Notice tone="caution" live title="The conflict could not be loaded completely">
            {problem}
          </Notice>
        ) : mode === "read" || mode === "snooze" ? null : detail === null ? (
          <>
            <Loading what="the conflict" />
            <Skeleton className="h-40" />
          </>
        ) : mode === "keep-both" ? (
          <KeepBothPanel detail={detail} {...words} />
        ) : conflict.kind === "file" ? (
          <FileMergePanel detail={detail} {...words} />
        ) : (
          <MergePanel detail={detail} {...words} />
        )}
      </StillConflict>
      {mode === "snooze" ? (
        <SnoozePanel onSnooze={(until) => onDecide({ verdict: "snooze", until })} onLeave={leave} />
      ) : null}
    </>
  )
}
