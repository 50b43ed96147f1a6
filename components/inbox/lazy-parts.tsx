"use client"

import { useEffect } from "react"
import { replayHeldKeys } from "@/components/data/keys"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { recordPresses } from "@/components/queue/press-time"
import { loadBulkKinds } from "./kinds"
import { LazyFilterBar } from "./list/list-column"
import { panesOf } from "./panes"
import type { useInbox } from "./use-inbox"

/**
 * The bar of bulk decisions. Its script is preloaded after the page, so that the first key after a selection
 * reaches it.
 */
export const LazyBulkBar = preloadable(async () => {
  const [{ BulkBar: Bar }, kinds] = await Promise.all([import("./actions/bulk-bar"), loadBulkKinds()])
  return (props: Omit<Parameters<typeof Bar>[0], "kinds">) => <Bar {...props} kinds={kinds} />
})
export const LazyAssignPanel = preloadable(() =>
  import("./actions/assign-panel").then((one) => one.AssignPanel),
)
export const LazyReportBox = preloadable(() => import("./actions/bulk-results").then((one) => one.ReportBox))

/**
 * Preloads the scripts of the panes of this item and its neighbors, and replays keys that were pressed before
 * a pane loaded.
 */
export function usePageScripts(mode: string, { selected, near }: ReturnType<typeof useInbox>): void {
  useEffect(() => recordPresses(), [])
  useEffect(() => (mode === "read" ? replayHeldKeys(true) : undefined), [mode])
  useEffect(() => preloadParts([LazyFilterBar, LazyBulkBar, LazyReportBox, LazyAssignPanel]), [])
  useEffect(() => preloadParts(panesOf(selected ? [selected, ...near] : near)), [selected, near])
}
