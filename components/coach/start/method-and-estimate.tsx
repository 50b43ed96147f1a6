"use client"

import type { ReactNode } from "react"
import { Notice } from "@/components/ui/notice"
import type { CoachMethod } from "@/lib/memory/coach/synthesis"
import { type Stat, Stats } from "@/components/charts/figures"
import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { type CoachSetup, type Estimate, dollars, roundTokens, type SynthesisRequest } from "../coach-run"

interface MethodChoiceProps {
  setup: CoachSetup
  method: CoachMethod
  onChoose: (method: CoachMethod) => void
}

/**
 * The choice of the method. Without a configured language model: what text matching does, and how to
 * configure a model.
 */
export function MethodChoice({ setup: { model, problem }, method, onChoose }: MethodChoiceProps) {
  if (model === null) {
    return (
      <div className="grid gap-2">
        {problem ? (
          <Notice tone="caution" title="The language model is misconfigured">
            {problem}
          </Notice>
        ) : null}
        <p className="max-w-160 text-ink-2">
          Text matching only, no language model. The built-in coach finds entries with similar wording, not
          similar meaning. No data leaves this server.
        </p>
        <HowToConfigure />
      </div>
    )
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">Method</legend>
      <Way value="model" method={method} onChoose={onChoose} name={`${model.provider}:${model.name}`}>
        compares entries by meaning. Memory is sent to {model.endpoint}, excluding secrets and flagged
        entries.
      </Way>
      <Way value="extractive" method={method} onChoose={onChoose} name="Text matching">
        finds similar wording, not similar meaning. No data leaves this server.
      </Way>
    </fieldset>
  )
}

function Way({
  value,
  method,
  onChoose,
  name,
  children,
}: {
  value: CoachMethod
  method: CoachMethod
  onChoose: (method: CoachMethod) => void
  name: string
  children: ReactNode
}) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2">
      <input
        type="radio"
        name="method"
        value={value}
        checked={method === value}
        onChange={() => onChoose(value)}
        className="mt-0.75 size-3.5 shrink-0 accent-accent"
      />
      <span className="min-w-0 text-ink-2 wrap-anywhere">
        <b className="font-medium text-ink">{name}</b> {children}
      </span>
    </label>
  )
}

function HowToConfigure() {
  return (
    <details className="text-ink-2">
      <summary className="w-fit">Use a language model instead</summary>
      <p className="mt-1 max-w-160">
        On the server, set <Code>QUARTERDECK_COACH_MODEL</Code> to <Code>anthropic:NAME</Code>,{" "}
        <Code>openai:NAME</Code>, <Code>ollama:NAME</Code> or <Code>compatible:NAME</Code>, set that
        provider’s API key, and restart the server. For all settings, including price and budget, see{" "}
        <Code>docs/coach-model.md</Code>.
      </p>
    </details>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono wrap-anywhere">{children}</code>
)

/** The estimated size and cost of a run. `estimate`: null if not known yet. */
export function EstimateStrip({ estimate, busy }: { estimate: Estimate | null; busy: boolean }) {
  if (estimate !== null && estimate.method !== "extractive")
    return (
      <div aria-busy={busy} className={`max-w-240 ${busy ? "opacity-55" : ""}`}>
        <Stats stats={[...readStats(estimate), ...modelStats(estimate)]} />
      </div>
    )
  const cost = {
    label: "Cost",
    value: figureOf(estimate, () => "free"),
    note: estimate ? "no language model" : undefined,
  }
  return (
    <div aria-busy={busy} className={`max-w-160 ${busy && estimate ? "opacity-55" : ""}`}>
      <Stats stats={[...readStats(estimate), cost]} />
    </div>
  )
}

const figureOf = (estimate: Estimate | null, value: (of: Estimate) => string): ReactNode =>
  estimate === null ? <span className="text-ink-3">–</span> : value(estimate)

/** Returns the number of entries and of agents that a run reads. */
const readStats = (estimate: Estimate | null): Stat[] => [
  {
    label: "Reads",
    value: figureOf(estimate, ({ entries }) => entries.toLocaleString("en")),
    note: estimate?.entries === 1 ? "entry" : "entries",
  },
  {
    label: "From",
    value: figureOf(estimate, ({ agents }) => agents.toLocaleString("en")),
    note: estimate?.agents === 1 ? "agent" : "agents",
  },
]

/** Returns the figures of a run with a language model: withheld entries, calls, tokens and cost. */
function modelStats(estimate: Estimate): Stat[] {
  const { withheld, calls, inputTokens, outputTokens, cost, tokenBudget } = estimate
  const withheldStat: Stat = {
    label: "Withheld",
    value: withheld.toLocaleString("en"),
    note: "flagged entries, not sent to the model",
  }
  return [
    ...(withheld > 0 ? [withheldStat] : []),
    { label: "Calls", value: calls.toLocaleString("en") },
    {
      label: "Tokens (approx.)",
      value: roundTokens(inputTokens + outputTokens),
      note: tokenBudget === null ? undefined : `limit: ${tokenBudget.toLocaleString("en")}`,
    },
    cost === null
      ? { label: "Cost", value: "unknown", note: "no price set" }
      : { label: "Cost (approx.)", value: dollars(cost) },
  ]
}

interface Estimating {
  /** The last estimate; null before the first, after a failed request, and until an agent is named. */
  estimate: Estimate | null
  /** True while the estimate of the current choices is loading. */
  busy: boolean
  problem: string | null
}

const PAUSE_MS = 200

/**
 * Returns the estimate of a run, fetched again shortly after each choice. An orientation needs an agent name
 * first.
 */
export function useEstimate(team: string, { kind, project, agent, method }: SynthesisRequest): Estimating {
  const asks = kind === "brief" || agent !== ""
  const input = {
    team,
    kind,
    ...(project === null ? {} : { project }),
    ...(kind === "orientation" ? { agent } : {}),
    ...(method === null ? {} : { method }),
  }
  const { answer, problem, isPending } = useRead(
    asks ? JSON.stringify(input) : null,
    (signal) => callOperation("coach.estimate", input, { signal }),
    { pause: PAUSE_MS },
  )
  return { estimate: problem === null ? answer : null, busy: isPending, problem }
}
