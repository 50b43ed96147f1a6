import { count } from "@/components/data/count"
import type { CoachRun, Estimate } from "./coach-run-types"

/** "$0.18"; what is less than a cent is said to be. */
export function dollars(cost: number): string {
  if (cost > 0 && cost < 0.005) return "less than $0.01"
  return `$${cost.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

const about = (cost: number) => (cost > 0 && cost < 0.005 ? dollars(cost) : `about ${dollars(cost)}`)

/** What starting it does: "Read 412 entries of 9 agents: 3 calls, about 41,000 tokens, about $0.18". */
export function startWords({
  entries,
  agents,
  method,
  calls,
  inputTokens,
  outputTokens,
  cost,
}: Estimate): string {
  const reads = `Read ${count(entries, "entry", "entries")} of ${count(agents, "agent")}`
  if (method === "extractive") return `${reads}: word by word, costs nothing`
  return `${reads}: ${count(calls, "call")}, about ${roughly(inputTokens + outputTokens)} tokens, ${cost === null ? "no price is set" : about(cost)}`
}

/** Two figures that mean something: 41,237 is 41,000. */
export function roughly(tokens: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1)
  return (Math.round(tokens / step) * step).toLocaleString("en")
}

/** "Comparing statements, 120 of 412, about 8 s left". */
export function stageWords({ state, progress: { stage, done, total, secondsLeft } }: CoachRun): string {
  if (state === "queued") return "waits for its turn"
  const figures = total > 0 ? [`${done.toLocaleString("en")} of ${total.toLocaleString("en")}`] : []
  return [stage || "begins", ...figures, ...(secondsLeft === null ? [] : [leftWords(secondsLeft)])].join(", ")
}

function leftWords(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.ceil(seconds))} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}

/** By what it is made, and what that has taken of what it was expected to take. */
export function spentWords({ method, model, estimate, progress }: CoachRun): string {
  if (method === "extractive")
    return `built-in coach, word by word: ${count(estimate.entries, "entry", "entries")} of ${count(estimate.agents, "agent")}, no language model`
  const tokens = progress.inputTokens + progress.outputTokens
  const said = [
    `model ${model ?? "of an unknown name"}`,
    `${tokens.toLocaleString("en")} of about ${roughly(estimate.inputTokens + estimate.outputTokens)} tokens`,
  ]
  if (progress.cost !== null)
    said.push(`${dollars(progress.cost)}${estimate.cost === null ? "" : ` of ${about(estimate.cost)}`}`)
  else said.push(estimate.cost === null ? "no price is set" : about(estimate.cost))
  return said.join(" · ")
}

/** What an ended run of a model has taken: "12,400 tokens, $0.05". Null where it took nothing. */
export function tookWords({ method, progress }: CoachRun): string | null {
  const tokens = progress.inputTokens + progress.outputTokens
  if (method === "extractive" || tokens === 0) return null
  return `${tokens.toLocaleString("en")} tokens${progress.cost === null ? "" : `, ${dollars(progress.cost)}`}`
}
