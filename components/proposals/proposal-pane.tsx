"use client"

import { useEffect, type ReactNode } from "react"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { Pane } from "@/components/ui/pane"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import { formatDay } from "@/components/data/time-text"
import { Instant } from "@/components/data/instant"
import { Pieces } from "@/components/text/differing-words"
import { diffWords } from "@/components/text/diff-lines"
import { Button } from "@/components/ui/button"
import { asSentence } from "@/lib/memory/text/sentence"
import { UntrustedText } from "../text/untrusted-text"
import type { ProposalPaneProps, ProposalDetail, ProposalSummary } from "./proposal-types"
import { PaneFacts, PaneFactsComing } from "./proposal-facts"
import { PaneHead } from "./proposal-head"
import { DetailDiff } from "./proposal-diff"
import { ownValue } from "@/lib/memory/text/own-value"
import { describeMoment } from "@/components/data/time-text"

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

type PaneBannerProps = Pick<
  ProposalPaneProps,
  "proposal" | "detail" | "now" | "onRebase" | "onUndo" | "onMode" | "deciding"
>

/** Notices about obstacles to a decision, each with the next step. */
function PaneBanner({ proposal, detail, now, onRebase, onUndo, onMode, deciding = false }: PaneBannerProps) {
  if (proposal.decided)
    return (
      <Decided
        state={proposal.state}
        decided={proposal.decided}
        now={now}
        onUndo={detail?.mayNotDecide || proposal.decided.reverted ? null : onUndo}
        deciding={deciding}
      />
    )
  if (proposal.state === "expired") {
    return (
      <Notice title="Expired">
        No one reviewed this proposal by <Instant at={proposal.expiresAt} look="day" />. Its author can submit
        it again.
      </Notice>
    )
  }
  return (
    <>
      <StandingNotice {...{ proposal, detail, onRebase, onMode, deciding }} />
      {proposal.approvals.needed > 1 ? <Approvals {...proposal.approvals} /> : null}
      {detail?.mayNotDecide ? (
        <Notice title="Another person must review this proposal">
          <UntrustedText text={asSentence(detail.mayNotDecide)} />
        </Notice>
      ) : null}
      {proposal.snoozedUntil ? (
        <Notice title={`Snoozed until ${formatDay(proposal.snoozedUntil.slice(0, 10))}`} />
      ) : null}
    </>
  )
}

type StandingNoticeProps = Pick<PaneBannerProps, "proposal" | "detail" | "onRebase" | "onMode"> & {
  deciding: boolean
}

/** Notice if the proposal cannot be applied to the current file. */
function StandingNotice({ proposal, detail, onRebase, onMode, deciding }: StandingNoticeProps) {
  switch (detail?.standing ?? proposal.standing) {
    case "needs-rebase":
      return <NeedsRebase detail={detail} onRebase={onRebase} onMode={onMode} deciding={deciding} />
    case "target-gone":
      return (
        <Stuck
          title="The entry that this proposal changes was removed"
          detail={detail}
          otherwise="Reject the proposal, or edit the file directly."
        />
      )
    case "file-gone":
      return (
        <Stuck
          title="The file was removed"
          detail={detail}
          otherwise="The source no longer contains this file. Reject the proposal, or snooze it until the file returns."
        />
      )
    case "opted-out":
      return (
        <Stuck
          title={`Memory is off for ${proposal.agent ?? "this agent"}`}
          detail={detail}
          otherwise="The agent has opted out of memory. Reject the proposal, or turn the agent’s memory on first."
        />
      )
    case "already":
      return (
        <Notice title="Already in the file">Approving closes the proposal without changing any files.</Notice>
      )
    case "applies":
      return <Hindrance text={detail?.hindrance ?? null} />
    default:
      return null
  }
}

function Hindrance({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <Notice tone="caution" title="The proposal cannot be approved as is">
      <UntrustedText text={asSentence(text)} />
    </Notice>
  )
}

interface DecidedProps {
  state: ProposalSummary["state"]
  decided: NonNullable<ProposalSummary["decided"]>
  now: string
  /** Undoes the decision. Null if the person may not undo it. */
  onUndo: (() => void) | null
  deciding: boolean
}

function Decided({ state, decided, now, onUndo, deciding }: DecidedProps) {
  return (
    <Notice
      tone={state === "approved" || state === "merged" ? "good" : "neutral"}
      title={<UntrustedText text={proposalDecisionWords(decided, now)} />}
      action={
        onUndo && state !== "withdrawn" ? (
          <Button size="sm" kbd="U" onClick={onUndo} disabled={deciding}>
            Undo
          </Button>
        ) : null
      }
    >
      {decided.reason ? <UntrustedText text={decided.reason} /> : null}
    </Notice>
  )
}

function NeedsRebase({
  detail,
  onRebase,
  onMode,
  deciding,
}: Pick<PaneBannerProps, "detail" | "onRebase" | "onMode"> & { deciding: boolean }) {
  const rebase = detail?.rebase
  return (
    <Notice
      tone="caution"
      title="The entry has changed since the proposal was made"
      action={
        rebase && rebase.merged === null ? (
          <Button size="sm" kbd="E" onClick={() => onMode("edit")}>
            Edit
          </Button>
        ) : (
          <Button size="sm" kbd="B" onClick={onRebase} disabled={deciding}>
            Rebase
          </Button>
        )
      }
    >
      {rebase ? <Wordings {...rebase} /> : null}
    </Notice>
  )
}

function Wordings({ before, now, proposed, merged }: NonNullable<ProposalDetail["rebase"]>) {
  const changed = diffWords(before, now)
  return (
    <>
      <dl className="mt-1.5 grid gap-1.5">
        <Wording name="Original">
          <Pieces pieces={changed.cut} as="cut" />
        </Wording>
        <Wording name="Current">
          <Pieces pieces={changed.add} as="add" />
        </Wording>
        {proposed === before ? null : (
          <Wording name="Proposed">
            <Pieces pieces={diffWords(before, proposed).add} as="add" />
          </Wording>
        )}
        {merged === null ? null : (
          <Wording name="Result">
            <Pieces pieces={diffWords(now, merged).add} as="add" />
          </Wording>
        )}
      </dl>
      {merged === null ? (
        <p className="mt-1.5">
          Both changes affect the same words, so they cannot be merged automatically. Edit the text.
        </p>
      ) : null}
    </>
  )
}

function Wording({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2.5">
      <dt className="w-24 shrink-0">{name}</dt>
      <dd className="min-w-0 flex-1 basis-60 wrap-anywhere whitespace-pre-wrap text-ink">{children}</dd>
    </div>
  )
}

function Stuck({
  title,
  detail,
  otherwise,
}: {
  title: string
  detail: ProposalDetail | null
  otherwise: string
}) {
  return (
    <Notice tone="danger" title={title}>
      {detail?.hindrance ? (
        <>
          <UntrustedText text={asSentence(detail.hindrance)} />{" "}
        </>
      ) : null}
      {otherwise}
    </Notice>
  )
}

function Approvals({ given, needed, mine }: ProposalSummary["approvals"]) {
  return (
    <Notice title={`${given} of ${needed} approvals`}>
      {mine ? "You approved this proposal. Another person must approve it too." : missingApprovals(given)}
    </Notice>
  )
}

const missingApprovals = (given: number): string =>
  given === 0 ? "Two people must approve this proposal." : "Your approval is the last one needed."

const VERDICTS: Record<string, string> = {
  approved: "Approved",
  edited: "Approved with edits",
  merged: "Merged",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
}

/**
 * Returns a decision in words: "Approved by Mara Reyes 3 h ago, as revision 58; reverted by Ana Reyes 1 h
 * ago".
 */
export function proposalDecisionWords(
  { verdict, by, at, revision, rule, reverted }: NonNullable<ProposalSummary["decided"]>,
  now: string,
): string {
  const who = rule === null ? ` by ${by}` : ` by the rule “${rule}”`
  return `${ownValue(VERDICTS, verdict) ?? "Decided"}${who} ${describeMoment(at, now)}${revision === null ? "" : `, as revision ${revision}`}${reverted === null ? "" : `; reverted by ${reverted.by} ${describeMoment(reverted.at, now)}`}`
}
