import { Stats } from "@/components/charts/stats"
import type { Estimate } from "../run/coach-run-types"
import { dollars, roughly } from "../run/coach-run-text"

/** The estimated size and cost of a run. Null: not counted yet. */
export function EstimateStrip({ estimate, busy }: { estimate: Estimate | null; busy: boolean }) {
  const figure = (value: (of: Estimate) => string) =>
    estimate === null ? <span className="text-ink-3">…</span> : value(estimate)
  const read = [
    {
      label: "Reads",
      value: figure((of) => of.entries.toLocaleString("en")),
      note: estimate?.entries === 1 ? "entry" : "entries",
    },
    {
      label: "From",
      value: figure((of) => of.agents.toLocaleString("en")),
      note: estimate?.agents === 1 ? "agent" : "agents",
    },
  ]
  if (estimate === null || estimate.method === "extractive") {
    return (
      <div aria-busy={busy} className={`max-w-160 ${busy && estimate ? "opacity-55" : ""}`}>
        <Stats
          stats={[
            ...read,
            {
              label: "Cost",
              value: figure(() => "free"),
              note: estimate ? "no language model" : undefined,
            },
          ]}
        />
      </div>
    )
  }
  const { withheld, calls, inputTokens, outputTokens, cost, tokenBudget } = estimate
  return (
    <div aria-busy={busy} className={`max-w-240 ${busy ? "opacity-55" : ""}`}>
      <Stats
        stats={[
          ...read,
          ...(withheld > 0
            ? [
                {
                  label: "Withheld",
                  value: withheld.toLocaleString("en"),
                  note: "flagged entries, not sent to the model",
                },
              ]
            : []),
          { label: "Calls", value: calls.toLocaleString("en") },
          {
            label: "Tokens (approx.)",
            value: roughly(inputTokens + outputTokens),
            note: tokenBudget === null ? undefined : `limit: ${tokenBudget.toLocaleString("en")}`,
          },
          cost === null
            ? { label: "Cost", value: "unknown", note: "no price set" }
            : { label: "Cost (approx.)", value: dollars(cost) },
        ]}
      />
    </div>
  )
}
