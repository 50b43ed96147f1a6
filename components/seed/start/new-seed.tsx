"use client"

import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { useActionState, useRef, useState, useTransition } from "react"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import type { FormAction } from "@/components/data/form-state"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { showToast } from "@/components/data/show-toast"
import { Submit } from "@/components/ui/submit"
import {
  forbiddenAction,
  LEFT_OUT_PLACE,
  likelyPredecessors,
  predecessorName,
  type SourceName,
  sourceOf,
} from "../seed-plans"
import { newSeedPath, seedPlanPath } from "@/components/data/addresses"
import type { PlanRequest } from "../board/plan-requests"
import { PreviewPanel, type PlanPreview, usePlanPreview } from "./preview-panel"
import {
  readBudget,
  SeedFields,
  type SeedFieldsProps,
  type SeedRequest,
  type SeedTarget,
  SourceChoice,
} from "./seed-fields"

interface NewSeedProps extends Pick<
  SeedFieldsProps,
  "projects" | "categories" | "cold" | "asked" | "found" | "misnamed"
> {
  team: string
  /** ID of the agent’s waiting plan, or null. */
  planned: string | null
  plan: FormAction
  /**
   * Records that the agent, "project/agent", starts with empty memory. Null if it is not cold, or without the
   * right.
   */
  fresh: FormAction | null
}

const DEFAULT_BUDGET = 100

/** The form that creates a seed plan: predecessors, target memory and line budget, with a live preview. */
export function NewSeed({ team, asked, found, planned, plan, fresh, ...choices }: NewSeedProps) {
  const router = useRouter()
  const [isGoing, go] = useTransition()
  const [state, act] = useActionState(plan, {})
  const [refreshed, startFresh] = useActionState(fresh ?? forbiddenAction, {})
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(asked.agent)
  const [into, setInto] = useState<SeedTarget>("agent")
  const [budget, setBudget] = useState(String(DEFAULT_BUDGET))
  const [ticked, setTicked] = useState<ReadonlySet<SourceName>>(
    new Set(likelyPredecessors(found?.predecessors ?? []).map(predecessorName)),
  )
  const lines = readBudget(budget)
  const sources = [...ticked].flatMap((one) => sourceOf(one) ?? [])
  const preview = usePlanPreview(previewRequest({ team, asked, found, sources, into, lines }))
  const ask = (more: Partial<SeedRequest>) => {
    const next = { ...asked, agent: name.trim(), ...more }
    const request = { project: next.project, agent: next.agent, category: next.category ?? undefined }
    go(() => router.replace(newSeedPath(team, request), { scroll: false }))
  }
  const tick = (one: SourceName) => {
    const next = new Set(ticked)
    if (!next.delete(one)) next.add(one)
    setTicked(next)
  }
  const isNamed = found !== null && name.trim() === asked.agent
  const why = isNamed ? hindranceOf({ sources: sources.length, lines, preview }) : "Enter an agent name first"
  useKeys("Seed an agent", [
    {
      keys: "p",
      does: "Create plan",
      run: () => (why === null ? form.current?.requestSubmit() : void showToast(why, { id: why })),
    },
    { keys: "Enter", does: "Toggle or activate the focused control" },
  ])
  return (
    <>
      <form ref={form} action={act} className="flex flex-col lg:min-h-below-top lg:flex-row">
        <input type="hidden" name="project" value={asked.project} />
        <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-5 p-4">
          <SeedFields
            {...{ ...choices, asked, found, name, budget, into }}
            onName={setName}
            onAsk={ask}
            onBudget={setBudget}
            onInto={setInto}
          />
          <div className="max-w-180">
            {found ? (
              <SourceChoice
                project={asked.project}
                proposed={found.predecessors}
                files={found.files}
                ticked={ticked}
                onTick={tick}
              />
            ) : (
              <NoSuggestions isLoading={isGoing} />
            )}
          </div>
        </div>
        {/* On narrow screens the preview stays in view below the form, on wide screens beside it. */}
        <aside
          aria-label="Plan"
          className="shrink-0 content-start gap-4 border-line bg-ground max-lg:contents lg:grid lg:w-88 lg:border-l lg:p-4.5"
        >
          <div className="grid content-start gap-4 border-line bg-ground max-lg:border-t max-lg:p-4">
            <PreviewPanel preview={preview} />
            {planned === null ? null : <AlreadyPlanned team={team} plan={planned} />}
          </div>
          <CreatePlan error={state.error} why={why} preview={preview} sources={sources.length} />
          {fresh !== null && isNamed ? (
            <StartFresh project={asked.project} agent={asked.agent} error={refreshed.error} />
          ) : null}
        </aside>
      </form>
      <form id="begin-fresh" className="hidden" action={startFresh} />
    </>
  )
}

function NoSuggestions({ isLoading }: { isLoading: boolean }) {
  return (
    <p className="text-ink-2">
      {isLoading ? "Loading predecessors…" : "Enter an agent name to see suggested predecessors."}
    </p>
  )
}

interface PreviewInput extends Pick<NewSeedProps, "team" | "asked" | "found"> {
  readonly sources: PlanRequest["from"]
  readonly into: SeedTarget
  /** The line budget; null if it is invalid. */
  readonly lines: number | null
}

/** Returns the request for the preview, or null while something is missing. */
function previewRequest({ team, asked, found, sources, into, lines }: PreviewInput): PlanRequest | null {
  if (found === null || sources.length === 0 || lines === null) return null
  return {
    team,
    project: asked.project,
    agents: [asked.agent],
    ...(found.category === null ? {} : { category: found.category }),
    from: sources,
    into,
    budget: lines,
  }
}

interface PlanState {
  /** The number of selected sources. */
  readonly sources: number
  /** The line budget; null if it is invalid. */
  readonly lines: number | null
  readonly preview: PlanPreview
}

/** Returns why the plan cannot be created, or null if it can. */
function hindranceOf({ sources, lines, preview }: PlanState): string | null {
  if (sources === 0) return "Select a predecessor first"
  if (lines === null) return "Enter a valid line budget"
  if (preview.state === "problem") return "This plan cannot be created"
  return preview.state === "here" && preview.plan.nothingLeft !== null
    ? "Nothing to seed. Select another predecessor."
    : null
}

function AlreadyPlanned({ team, plan }: { team: string; plan: string }) {
  return (
    <Notice
      title="This agent already has a plan"
      action={
        <Link href={seedPlanPath(team, plan)} className="font-medium text-link">
          Open plan
        </Link>
      }
    >
      A new plan replaces the current one unless someone has moved its entries.
    </Notice>
  )
}

interface CreatePlanProps extends Pick<PlanState, "sources" | "preview"> {
  error: string | undefined
  /** Reason why the plan cannot be created; null if it can. */
  why: string | null
}

function CreatePlan({ error, why, preview, sources }: CreatePlanProps) {
  const included =
    preview.state === "here"
      ? preview.plan.placements.filter((one) => one.place !== LEFT_OUT_PLACE).length
      : null
  const hint =
    included === 0
      ? "No entries are included automatically. Add entries on the board, or select another predecessor."
      : "Memory changes only when you apply the plan."
  return (
    <div className="grid gap-1.5 border-line bg-ground max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:px-4 max-lg:py-2.5">
      {error ? (
        <Notice tone="danger" live title="Could not create the plan">
          {error}
        </Notice>
      ) : null}
      <Submit
        variant="primary"
        kbd="P"
        disabled={why !== null}
        className="h-auto! min-h-8 py-1 whitespace-normal!"
      >
        Create plan{included === null ? "" : `: ${formatCount(included, "entry")}`}
        {sources === 0 ? "" : ` from ${formatCount(sources, "predecessor")}`}
      </Submit>
      <p className="text-sm text-ink-2">{why ?? hint}</p>
    </div>
  )
}

interface StartFreshProps {
  project: string
  agent: string
  error: string | undefined
}

function StartFresh({ project, agent, error }: StartFreshProps) {
  return (
    <div className="grid gap-1.5 border-t border-line bg-ground pt-4 max-lg:p-4">
      <Button type="submit" form="begin-fresh" name="one" value={`${project}/${agent}`}>
        Start fresh
      </Button>
      <p className="text-sm text-ink-2">
        {error ?? `${agent} starts with empty memory and is no longer listed as cold. You can undo this.`}
      </p>
    </div>
  )
}
