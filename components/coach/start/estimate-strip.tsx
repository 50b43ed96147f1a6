import type { ReactNode } from "react"
import { type Stat, Stats } from "@/components/charts/stats"
import type { Estimate } from "../run/coach-run-types"
import { dollars, roundTokens } from "../run/coach-run-text"

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
