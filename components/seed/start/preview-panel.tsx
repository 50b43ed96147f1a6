"use client"

import { formatCount, asSentence } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { planSections } from "../board/board-reducer"
import { SeedBar } from "../seed-budget-bar"
import { LEFT_OUT_PLACE, type PlanBody, isUnsure, LEFT_OUT_REASONS } from "../seed-plans"
import { createsProposals } from "../inbox/seed-inbox-text"
import { useRead } from "@/components/data/use-read"
import { fetchPlanPreview, type PlanRequest } from "../board/plan-requests"

/**
 * Returns the plan to show, which is the previous one while a new one is calculated. Null if there is none.
 */
function planOf(preview: PlanPreview): PlanBody | null {
  if (preview.state === "here") return preview.plan
  return preview.state === "asked" ? preview.before : null
}

function effectOf(plan: PlanBody): string {
  if (createsProposals(plan)) return "Proposed for"
  return plan.file === null ? "Creates" : "Fills"
}
/** The number of entries in each section, before the plan is saved. */
export function PreviewPanel({ preview }: { preview: PlanPreview }) {
  const plan = planOf(preview)
  return (
    <section
      aria-label="Preview"
      aria-busy={preview.state === "asked" || undefined}
      className="grid content-start gap-2.5"
    >
      <h2>Preview</h2>
      {preview.state === "none" ? (
        <p className="text-ink-2">Select predecessors to see how many entries they contribute.</p>
      ) : null}
      {preview.state === "problem" ? (
        <Notice tone="caution" live title="This plan cannot be created">
          {preview.message}
        </Notice>
      ) : null}
      {preview.state === "asked" && plan === null ? <Skeleton className="h-48" /> : null}
      {plan === null || preview.state === "none" ? null : (
        <>
          {plan.nothingLeft === null ? null : <Notice title={asSentence(plan.nothingLeft)} />}
          <Counts plan={plan} />
        </>
      )}
    </section>
  )
}

function Counts({ plan }: { plan: PlanBody }) {
  const goIn = plan.placements.filter((one) => one.place !== LEFT_OUT_PLACE)
  const unsure = plan.placements.filter(isUnsure).length
  const rows = planSections(plan).map(({ place, heading }) => ({
    name: heading,
    number: goIn.filter((one) => one.place === place).length,
  }))
  const out = LEFT_OUT_REASONS.map(({ why, words }) => ({
    name: words,
    number: plan.counts.leftOut[why] ?? 0,
  })).filter(({ number }) => number > 0)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2.5 font-medium tabular-nums">
        {plan.lines} of {plan.budget} lines
        <SeedBar lines={plan.lines} budget={plan.budget} className="w-33" />
      </p>
      <p className="text-ink-2 wrap-anywhere">
        {effectOf(plan)} <code className="font-mono">{plan.path}</code>
        {plan.target === "has-content" ? ", which already has entries" : ""}
        {plan.may.people > 1 ? `, with ${plan.may.people} approvals needed per entry` : ""}
        {plan.target === "opted-out"
          ? ". The agent has opted out of memory, so the plan cannot be applied"
          : ""}
        {unsure > 0 ? `. ${formatCount(unsure, "uncertain entry")} to review` : ""}.
      </p>
      <List rows={rows} />
      {out.length === 0 ? null : (
        <>
          <h3 className="text-sm text-ink-2">Left out</h3>
          <List rows={out} />
        </>
      )}
    </>
  )
}

function List({ rows }: { rows: readonly { readonly name: string; readonly number: number }[] }) {
  return (
    <dl className="grid gap-1">
      {rows.map(({ name, number }) => (
        <div key={name} className="flex gap-3">
          <dt className="min-w-0 flex-1 truncate text-ink-2" title={name}>
            {name}
          </dt>
          <dd className={`tabular-nums ${number === 0 ? "text-ink-3" : ""}`}>{number}</dd>
        </div>
      ))}
    </dl>
  )
}

export type PlanPreview =
  | { readonly state: "none" }
  | { readonly state: "asked"; readonly before: PlanBody | null }
  | { readonly state: "here"; readonly plan: PlanBody }
  | { readonly state: "problem"; readonly message: string }

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 250

/** Returns the preview of a plan, fetched shortly after the last change. Outdated answers are ignored. */
export function usePlanPreview(asked: PlanRequest | null): PlanPreview {
  const { answer, problem, isPending } = useRead(
    asked === null ? null : JSON.stringify(asked),
    async (signal) => {
      const { plans } = await fetchPlanPreview(asked as PlanRequest, signal)
      const [plan] = plans
      if (plan === undefined) throw new Error("the plan could not be created")
      return plan
    },
    { pause: PAUSE_MS },
  )
  if (asked === null) return { state: "none" }
  if (isPending) return { state: "asked", before: answer }
  return answer === null || problem !== null
    ? { state: "problem", message: problem ?? "" }
    : { state: "here", plan: answer }
}
