"use client"

import { useEffect } from "react"
import { fetchLater, later } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { Pane } from "@/components/ui/pane"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import type { ProposalPaneProps } from "./pane"
import { PaneBanner } from "./pane-banner"
import { PaneFacts, PaneFactsComing } from "./pane-facts"
import { PaneHead } from "./pane-head"
import { DetailDiff } from "./proposal-diff"

// Fetched right after the page, so that whoever opens one does not wait for its script.
const EditPanel = later(() => import("./panels/edit-panel").then((one) => one.EditPanel))
const MergePanel = later(() => import("./panels/merge-panel").then((one) => one.MergePanel))
const RejectPanel = later(() => import("./panels/reject-panel").then((one) => one.RejectPanel))
const SnoozePanel = later(() => import("./panels/snooze-panel").then((one) => one.SnoozePanel))

/**
 * One proposal, to be read and decided: two parts of a column, the text that scrolls and, where a reason or a time is asked for, the
 * panel below it. The buttons of the verdict come after it and are the caller's.
 */
export function ProposalPane(props: ProposalPaneProps) {
  const {
    team,
    proposal,
    detail,
    problem,
    now,
    backHref,
    mode,
    onMode,
    mergeWith,
    onMerge,
    onPreview,
    onDecide,
    deciding = false,
    proposalHref,
  } = props
  const leave = () => onMode("read")
  useEffect(() => fetchLater([RejectPanel, SnoozePanel, EditPanel, MergePanel]), [])
  return (
    <>
      <Pane label="The proposal" backHref={backHref}>
        <PaneHead proposal={proposal} detail={detail} now={now} />
        <div className="mt-4.5 grid grid-cols-1 gap-3">
          <PaneBanner {...props} />
          {problem ? (
            <Notice tone="caution" live title="The proposal could not be read whole">
              {problem}
            </Notice>
          ) : detail === null ? (
            <>
              <Loading what="the proposal" />
              <Skeleton className="h-40" />
            </>
          ) : mode === "edit" ? (
            <EditPanel
              detail={detail}
              onPreview={onPreview}
              onDecide={onDecide}
              onLeave={leave}
              deciding={deciding}
            />
          ) : mode === "merge" ? (
            <MergePanel
              key={mergeWith}
              detail={detail}
              mergeWith={mergeWith}
              onPreview={onPreview}
              onDecide={onDecide}
              onLeave={leave}
              deciding={deciding}
            />
          ) : (
            <DetailDiff team={team} detail={detail} />
          )}
        </div>
        {problem ? null : detail ? (
          <PaneFacts team={team} detail={detail} onMerge={onMerge} proposalHref={proposalHref} now={now} />
        ) : (
          <PaneFactsComing />
        )}
      </Pane>
      {mode === "reject" ? (
        <RejectPanel
          proposal={proposal}
          examples={detail?.examples ?? []}
          onDecide={onDecide}
          onLeave={leave}
          deciding={deciding}
        />
      ) : null}
      {mode === "snooze" ? (
        <SnoozePanel
          onSnooze={(until) => onDecide({ verdict: "snooze", until })}
          onLeave={leave}
          deciding={deciding}
        />
      ) : null}
    </>
  )
}
