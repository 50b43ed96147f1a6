import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"
import {
  COACH_METHODS,
  type CoachMethod,
  SYNTHESIS_KINDS,
  type SynthesisKind,
} from "@/lib/memory/coach/synthesis"

/** The tokens and the cost of a run. Cost in US dollars; null without a price or a model. */
export interface RunSpending {
  inputTokens: number
  outputTokens: number
  cost: number | null
}

/** A run of the coach, as `coach-run.show` returns it. */
export type CoachRun = OutputOf<"coach-run.show">

/** The estimate that `coach.estimate` returns. */
export type Estimate = OutputOf<"coach.estimate">

/** The configuration that `coach.show` returns. */
export type CoachSetup = OutputOf<"coach.show">

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
  const reads = `Analyze ${formatCount(entries, "entry")} from ${formatCount(agents, "agent")}`
  if (method === "extractive") return `${reads} (free)`
  return `${reads}: ${formatCount(calls, "call")}, about ${roundTokens(inputTokens + outputTokens)} tokens, ${cost === null ? "no price set" : about(cost)}`
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
    return `built-in coach, text matching: ${formatCount(estimate.entries, "entry")} from ${formatCount(estimate.agents, "agent")}`
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

const DAY_MS = 86_400_000
/** Number of days for which runs without a result are listed, by state. */
const TOLD_DAYS = { failed: 7, cancelled: 1, done: 1 } as const

export const isUnderWay = ({ state }: Pick<CoachRun, "state">): boolean =>
  state === "queued" || state === "running"

/**
 * Returns the runs to list: those in progress, and the newest run of each request if it has no synthesis and
 * ended recently. `runs`: newest first. `now`: ISO instant.
 */
export function listedRuns(runs: readonly CoachRun[], now: string): CoachRun[] {
  const seen = new Set<string>()
  return runs.filter((run) => {
    const same = `${run.project ?? ""}\n${run.kind}\n${run.agent ?? ""}`
    const isNewest = !seen.has(same)
    seen.add(same)
    if (run.state === "queued" || run.state === "running") return true
    return (
      isNewest &&
      run.synthesis === null &&
      Date.parse(now) - Date.parse(run.finishedAt ?? run.createdAt) < TOLD_DAYS[run.state] * DAY_MS
    )
  })
}

/** The value for all projects of the team, in the URL and in the form. */
export const EVERYWHERE = "*"

/** The settings of the panel, read from the URL. */
export interface SynthesisRequest {
  readonly kind: SynthesisKind
  /** Slug; null: all projects of the team. */
  readonly project: string | null
  /** Name of the agent; "" until an agent is named. */
  readonly agent: string
  /** Null: the default method. */
  readonly method: CoachMethod | null
}

interface Query {
  get(name: string): string | null
}

/** Returns the settings of the panel; null if it is closed. */
export function readSynthesisRequest(query: Query): SynthesisRequest | null {
  const kind = SYNTHESIS_KINDS.find((one) => one === query.get("new"))
  if (!kind) return null
  const within = query.get("in") || query.get("project") || EVERYWHERE
  return {
    kind,
    project: within === EVERYWHERE ? null : within,
    agent: query.get("agent")?.trim() ?? "",
    method: COACH_METHODS.find((one) => one === query.get("method")) ?? null,
  }
}
