"use client"

import { type ReactNode, useRef, useState } from "react"
import { Link } from "@/components/ui/link"
import { KeyedButton } from "@/components/queue/keyed-button"
import { Button, ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import {
  compactionPath,
  proposedPath,
  type CompactionProposals,
  type CompactionTarget,
  type CompactionPreview,
} from "./compaction"
import type { TickedRows } from "./change-selection"

interface FrameProps {
  /** The summary line at the top. */
  strip: ReactNode
  /** Details of the current row, on wide screens. */
  beside: ReactNode | null
  bar: ReactNode
  children: ReactNode
}

/** The layout: suggested changes at the left, their details beside them, the decision bar below. */
export function CompactionFrame({ strip, beside, bar, children }: FrameProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {strip}
      <div className="min-h-0 flex-1 lg:flex">
        <div className="relative min-w-0 flex-1 bg-surface pb-5 lg:min-h-0 lg:overflow-y-auto">
          {children}
        </div>
        {beside === null ? null : (
          <aside
            aria-label="Details"
            className="relative shrink-0 overflow-y-auto border-l border-line px-5 py-4 lg:w-88 xl:w-112"
          >
            {beside}
          </aside>
        )}
      </div>
      {bar}
    </div>
  )
}

/** The summary line at the top. */
export function SummaryStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-b border-line bg-ground px-4 py-2 text-ink-2 md:px-7"
    >
      {children}
    </section>
  )
}

export function GroupHead({ title, note }: { title: ReactNode; note: ReactNode }) {
  return (
    <h2 className="px-4 pt-4 pb-1 text-sm text-ink-2 md:px-7">
      {title} <span className="font-normal text-ink-3 tabular-nums">{note}</span>
    </h2>
  )
}

interface LinesBarProps {
  before: number
  after: number
  /** Budget in lines, drawn as a tick; null without a budget. */
  budget: number | null
}

/** A bar of the lines before and after, against the budget, with the figures beside it. */
export function LinesBar({ before, after, budget }: LinesBarProps) {
  const full = Math.max(before, after, budget ?? 0, 1) * 1.04
  const share = (lines: number) => `${Math.min(100, (lines / full) * 100).toFixed(1)}%`
  const over = budget !== null && after > budget
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span aria-hidden className="relative inline-block h-2 w-44 rounded-full bg-raised shadow-hairline">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-ink-3/35"
          style={{ width: share(Math.max(before, after)) }}
        />
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${over ? "bg-danger" : "bg-good"}`}
          style={{ width: share(Math.min(before, after)) }}
        />
        {budget === null ? null : (
          <span className="absolute -inset-y-0.75 w-0.5 bg-ink" style={{ left: share(budget) }} />
        )}
      </span>
      <span className="tabular-nums">
        <span className="font-medium text-ink">
          {before.toLocaleString("en")} → {after.toLocaleString("en")}
        </span>{" "}
        lines{budget === null ? "" : `, budget ${budget.toLocaleString("en")}`}
        {over ? <span className="text-danger">, {(after - budget).toLocaleString("en")} over</span> : null}
      </span>
    </span>
  )
}

interface ProposeBarProps {
  team: string
  target: CompactionTarget
  ticks: TickedRows
  state: ProposeState
  /** The reason why the reader may not propose; null if they may. */
  mayNot: string | null
  /** The label of the button: "Propose: 7 additions to workspace/MEMORY.md". */
  words: string
  onPropose: () => void
  /** Reloads the preview. */
  onAgain: () => void
}

/** The decision bar: the button that proposes the ticked changes, and the result with a link to the inbox. */
export function ProposeBar({
  team,
  target,
  ticks,
  state,
  mayNot,
  words,
  onPropose,
  onAgain,
}: ProposeBarProps) {
  return (
    <section
      aria-label="Decision"
      className="grid gap-2 border-t border-line bg-ground px-4 py-2.5 max-lg:sticky max-lg:bottom-0 max-lg:z-20 md:px-7"
    >
      {state.is === "open" && state.problem !== null ? (
        <Notice
          tone="danger"
          live
          title="Could not create the proposals"
          action={
            <Button size="sm" onClick={onAgain}>
              Reload
            </Button>
          }
        >
          {state.problem}
        </Notice>
      ) : null}
      {state.is === "done" ? <Done team={team} target={target} {...state.proposed} /> : null}
      {state.is !== "done" && mayNot !== null ? <p className="text-ink-2">{mayNot}</p> : null}
      {state.is !== "done" && mayNot === null ? (
        <ProposeButtons {...{ ticks, words, onPropose }} isSending={state.is === "sent"} />
      ) : null}
    </section>
  )
}

interface ProposeButtonsProps extends Pick<ProposeBarProps, "ticks" | "words" | "onPropose"> {
  isSending: boolean
}

function ProposeButtons({ ticks, words, isSending, onPropose }: ProposeButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <KeyedButton
        kbd="P"
        wraps
        variant="primary"
        disabled={isSending}
        onClick={onPropose}
        className="min-w-0 shrink! max-md:basis-full"
      >
        {isSending ? "Proposing…" : words}
      </KeyedButton>
      {ticks.ticked.length > 0 || ticks.none ? (
        <KeyedButton kbd="⇧X" variant="quiet" aria-keyshortcuts="Shift+X" onClick={ticks.toggleAll}>
          {ticks.none ? "Select all" : "Clear selection"}
        </KeyedButton>
      ) : null}
      {ticks.ticked.length === 0 ? null : (
        <span className="min-w-0 flex-1 basis-48 text-sm text-ink-2">
          Memory changes only after approval in the inbox.
        </span>
      )}
    </div>
  )
}

function Done({
  team,
  target,
  proposals,
  already,
  refused,
}: Pick<ProposeBarProps, "team" | "target"> & CompactionProposals) {
  const all = [...proposals, ...already]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <output className="font-medium">
        {proposals.length > 0
          ? `${formatCount(proposals.length, "proposal")} added to the inbox`
          : "Compaction recorded without new proposals"}
        {already.length > 0 ? `, ${already.length.toLocaleString("en")} already waiting` : ""}.
      </output>
      {refused.length > 0 ? (
        <Notice tone="caution" live title={`${formatCount(refused.length, "proposal")} could not be created`}>
          {refused.map(({ why }) => why).join(". ")}
        </Notice>
      ) : null}
      {all.length > 0 ? (
        <ButtonLink variant="primary" href={proposedPath(team, target, all)}>
          {all.length === 1 ? "Review proposal" : "Review proposals"}
        </ButtonLink>
      ) : null}
      <Link href={compactionPath(team, { project: target.project })} className="font-medium text-link">
        Back to due compactions
      </Link>
    </div>
  )
}

type ProposeState =
  | { readonly is: "open"; readonly problem: string | null }
  | { readonly is: "sent" }
  | { readonly is: "done"; readonly proposed: CompactionProposals }

/**
 * Returns the state of the request, and a function that proposes the selected changes. Retries use the same
 * idempotency key. `all`: true if the preview includes logs of earlier compactions.
 */
export function useProposeCompaction(team: string, preview: CompactionPreview, all = false) {
  const [state, setState] = useState<ProposeState>({ is: "open", problem: null })
  const key = useRef<{ for: string; key: string } | null>(null)
  const propose = (only: readonly number[]) => {
    if (state.is !== "open") return
    setState({ is: "sent" })
    const asked = only.join()
    if (key.current?.for !== asked) key.current = { for: asked, key: newKey() }
    callOperation(
      "compaction.propose",
      { ...requestOfPreview(team, preview, all), shown: preview.shown, only },
      { key: key.current.key },
    ).then(
      (proposed) => setState({ is: "done", proposed }),
      (cause: Error) => setState({ is: "open", problem: cause.message }),
    )
  }
  return { state, propose }
}

/** Returns the request for the preview that is shown: the same memory and the same method. */
export function requestOfPreview(team: string, preview: CompactionPreview, all: boolean) {
  const {
    kind,
    target: { file, path, project },
  } = preview
  return {
    team,
    project,
    ...(file === null ? { path } : { file }),
    kind,
    ...(preview.kind === "logs" && preview.model !== null ? { method: "model" as const } : {}),
    ...(all ? { all } : {}),
  }
}
