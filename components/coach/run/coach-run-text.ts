import { count } from "@/components/data/count"
import type { CoachRun, Estimate } from "./coach-run-types"

/** Returns a cost in dollars: "$0.18", "less than $0.01". */
export function dollars(cost: number): string {
  if (cost > 0 && cost < 0.005) return "less than $0.01"
  return `$${cost.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

const about = (cost: number) => (cost > 0 && cost < 0.005 ? dollars(cost) : `about ${dollars(cost)}`)

/**
 * Returns the label of the start button: "Analyze 412 entries from 9 agents: 3 calls, about 41,000 tokens,
 * about $0.18".
 */
export function startButtonLabel({
  entries,
  agents,
  method,
  calls,
  inputTokens,
  outputTokens,
  cost,
}: Estimate): string {
  const reads = `Analyze ${count(entries, "entry", "entries")} from ${count(agents, "agent")}`
  if (method === "extractive") return `${reads} (free)`
  return `${reads}: ${count(calls, "call")}, about ${roundTokens(inputTokens + outputTokens)} tokens, ${cost === null ? "no price set" : about(cost)}`
}

/** Returns a number rounded to two significant figures: 41,237 is 41,000. */
export function roundTokens(tokens: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1)
  return (Math.round(tokens / step) * step).toLocaleString("en")
}

/** Returns the progress of a run: "Comparing entries, 120 of 412, about 8 s left". */
export function stageWords({ state, progress: { stage, done, total, secondsLeft } }: CoachRun): string {
  if (state === "queued") return "queued"
  const figures = total > 0 ? [`${done.toLocaleString("en")} of ${total.toLocaleString("en")}`] : []
  return [stage || "starting", ...figures, ...(secondsLeft === null ? [] : [leftWords(secondsLeft)])].join(
    ", ",
  )
}

function leftWords(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.ceil(seconds))} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}

/** Returns the method of a run, and its tokens and cost so far against the estimate. */
export function spentWords({ method, model, estimate, progress }: CoachRun): string {
  if (method === "extractive")
    return `built-in coach, text matching: ${count(estimate.entries, "entry", "entries")} from ${count(estimate.agents, "agent")}`
  const tokens = progress.inputTokens + progress.outputTokens
  const said = [
    model === null ? "unknown model" : `model ${model}`,
    `${tokens.toLocaleString("en")} of about ${roundTokens(estimate.inputTokens + estimate.outputTokens)} tokens`,
  ]
  if (progress.cost !== null)
    said.push(`${dollars(progress.cost)}${estimate.cost === null ? "" : ` of ${about(estimate.cost)}`}`)
  else said.push(estimate.cost === null ? "no price set" : about(estimate.cost))
  return said.join(" · ")
}

/** Returns what an ended model run has used: "12,400 tokens, $0.05". Null if it used nothing. */
export function runTimeWords({ method, progress }: CoachRun): string | null {
  const tokens = progress.inputTokens + progress.outputTokens
  if (method === "extractive" || tokens === 0) return null
  return `${tokens.toLocaleString("en")} tokens${progress.cost === null ? "" : `, ${dollars(progress.cost)}`}`
}
