import type { ReactNode } from "react"
import { Pane } from "@/components/ui/pane"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import { ConflictBanner } from "./conflict-banner"
import { ConflictFacts } from "./conflict-facts"
import { ConflictHead } from "./conflict-head"
import type { ConflictPaneProps } from "./pane"
import { Sides } from "./sides"
import { ThreeWayView } from "./three-way-view"

interface StillConflictProps extends Pick<
  ConflictPaneProps,
  "team" | "conflict" | "detail" | "now" | "backHref"
> {
  onUndo?: ConflictPaneProps["onUndo"]
  /** A panel, or why the detail could not be read: what stands below both sides. */
  children?: ReactNode
  /** Something is being worded: only what the sides say. */
  brief?: boolean
}

/** The conflict itself, drawn by the server as it comes with the page: it can be read before the script that decides it has come. */
export function StillConflict({
  team,
  conflict,
  detail,
  now,
  backHref,
  onUndo = null,
  children,
  brief = false,
}: StillConflictProps) {
  return (
    <Pane label="The conflict" backHref={backHref}>
      <ConflictHead team={team} conflict={conflict} detail={detail} now={now} />
      <div className="mt-4.5 grid grid-cols-1 gap-3">
        <ConflictBanner conflict={conflict} now={now} onUndo={onUndo} />
        {conflict.kind !== "file" ? (
          <Sides team={team} conflict={conflict} now={now} brief={brief} />
        ) : detail?.file ? (
          <ThreeWayView file={detail.file} />
        ) : detail === null && !children ? (
          <>
            <Loading what="the three texts" />
            <Skeleton className="h-56" />
          </>
        ) : null}
        {children}
      </div>
      <ConflictFacts conflict={conflict} />
    </Pane>
  )
}
