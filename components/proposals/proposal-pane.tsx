"use client"

import { useEffect } from "react"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { Pane } from "@/components/ui/pane"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import type { ProposalPaneProps } from "./proposal-types"
import { PaneBanner } from "./proposal-banner"
import { PaneFacts, PaneFactsComing } from "./proposal-facts"
import { PaneHead } from "./proposal-head"
import { DetailDiff } from "./proposal-diff"

// Prefetched after the page, so that panels open without delay.
const EditPanel = preloadable(() => import("./panels/edit-panel").then((one) => one.EditPanel))
const MergePanel = preloadable(() => import("./panels/merge-panel").then((one) => one.MergePanel))
const RejectPanel = preloadable(() => import("./panels/reject-panel").then((one) => one.RejectPanel))
const SnoozePanel = preloadable(() => import("../queue/snooze-panel").then((one) => one.SnoozePanel))

/**
 * A proposal to read and decide: scrolling text and, if open, a docked panel for a reason or a time.
 * The caller renders the action bar below it.
 */
export function ProposalPane(props: ProposalPaneProps) {
  const { team, proposal, detail, problem, now, backHref, mode, onMode } = props
  const { onMerge, onDecide, deciding = false, proposalHref, discussion } = props
  const leave = () => onMode("read")
  useEffect(() => preloadParts([RejectPanel, SnoozePanel, EditPanel, MergePanel]), [])
  return (
    <>
      <Pane label="Proposal" backHref={backHref}>
        <PaneHead proposal={proposal} detail={detail} now={now} />
        <div className="mt-4.5 grid grid-cols-1 gap-3">
          <PaneBanner {...props} />
          {problem ? (
            <Notice tone="caution" live title="The proposal could not be loaded completely">
              {problem}
            </Notice>
          ) : (
            <ProposalText {...props} />
          )}
        </div>
        {problem ? null : <Facts {...{ team, detail, onMerge, proposalHref, now }} />}
        {discussion}
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

/** The changed lines, or the panel that edits or merges them. */
function ProposalText(props: ProposalPaneProps) {
  const { team, detail, mode, onMode, mergeWith, onPreview, onDecide, deciding = false } = props
  if (detail === null)
    return (
      <>
        <Loading what="the proposal" />
        <Skeleton className="h-40" />
      </>
    )
  const panel = { detail, onPreview, onDecide, onLeave: () => onMode("read"), deciding }
  if (mode === "edit") return <EditPanel {...panel} />
  if (mode === "merge") return <MergePanel key={mergeWith} mergeWith={mergeWith} {...panel} />
  return <DetailDiff team={team} detail={detail} />
}

type FactsProps = Pick<ProposalPaneProps, "team" | "detail" | "onMerge" | "proposalHref" | "now">

function Facts({ detail, ...rest }: FactsProps) {
  return detail ? <PaneFacts detail={detail} {...rest} /> : <PaneFactsComing />
}
