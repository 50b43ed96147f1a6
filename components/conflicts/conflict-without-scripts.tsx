import type { ReactNode } from "react"
import { Pane } from "@/components/ui/pane"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import { ConflictBanner } from "./conflict-banner"
import { ConflictFacts } from "./conflict-facts"
import { ConflictHead } from "./conflict-head"
import type { ConflictPaneProps } from "./conflict-pane-props"
import { Sides } from "./sides"
import { ThreeWayView } from "./three-way-view"

interface StillConflictProps extends Pick<
  ConflictPaneProps,
  "team" | "conflict" | "detail" | "now" | "backHref"
> {
  onUndo?: ConflictPaneProps["onUndo"]
  /** Content below the sides: a panel or an error. */
  children?: ReactNode
  /** The comments, below the facts. */
  discussion?: ReactNode
  /** True to show only the texts, next to an open panel. */
  brief?: boolean
}

/** A conflict rendered by the server, readable before the scripts load. */
export function StillConflict({
  team,
  conflict,
  detail,
  now,
  backHref,
  onUndo = null,
  children,
  brief = false,
  discussion,
}: StillConflictProps) {
  return (
    <Pane label="Conflict" backHref={backHref}>
      <ConflictHead team={team} conflict={conflict} detail={detail} now={now} />
      <div className="mt-4.5 grid grid-cols-1 gap-3">
        <ConflictBanner conflict={conflict} now={now} onUndo={onUndo} />
        <Versions {...{ team, conflict, detail, now, brief }} isLoading={detail === null && !children} />
        {children}
      </div>
      <ConflictFacts conflict={conflict} />
      {discussion}
    </Pane>
  )
}

type VersionsProps = Pick<ConflictPaneProps, "team" | "conflict" | "detail" | "now"> & {
  brief: boolean
  isLoading: boolean
}

/** The two sides of a conflict between entries, or the three versions of a file. */
function Versions({ team, conflict, detail, now, brief, isLoading }: VersionsProps) {
  if (conflict.kind !== "file") return <Sides team={team} conflict={conflict} now={now} brief={brief} />
  if (detail?.file) return <ThreeWayView file={detail.file} />
  if (!isLoading) return null
  return (
    <>
      <Loading what="the three versions" />
      <Skeleton className="h-56" />
    </>
  )
}
