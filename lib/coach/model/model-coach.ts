import type { CoachMaterial } from "@/lib/memory/coach/material"
import type { Coach, CoachEstimate } from "../coach"
import { type CallTimeouts, type Clock, SYSTEM_CLOCK } from "./call"
import { cutPortions, readingPrompt } from "./prompt"
import { callSize, type ModelSettings } from "./model-providers"
import { PromptRedactor } from "./prompt-data"
import { costOf } from "./tokens"
import { maxTokensOf } from "./call-retries"
import { claimsAskedOf, joinSize, MOST_BRIEF_CLAIMS, TOKENS_A_CLAIM, writeSynthesis } from "./write"

export interface ModelOptions {
  readonly clock?: Clock
  /**
   * Milliseconds without new data within an answer, after which the call is aborted and repeated. Default:
   * STALL_MS.
   */
  readonly stallMs?: number
  /**
   * Maximum number of milliseconds until an answer begins. Default: START_MS, or `stallMs` if that is longer.
   */
  readonly startMs?: number
}

const STALL_MS = 60_000
const START_MS = 180_000

/**
 * Returns the coach that uses a language model. The model reads the memory in portions, and then merges the
 * claims from all portions.
 */
export function modelCoach(settings: ModelSettings, options: ModelOptions = {}): Coach {
  return {
    method: "model",
    model: `${settings.provider}:${settings.name}`,
    estimate: (material) => estimate(material, settings),
    write: (material, work) =>
      writeSynthesis(material, work, { settings, patience: callTimeoutsOf(options) }),
  }
}

export const callTimeoutsOf = ({
  clock = SYSTEM_CLOCK,
  stallMs = STALL_MS,
  startMs = Math.max(START_MS, stallMs),
}: ModelOptions): CallTimeouts => ({ clock, stallMs, startMs })

/**
 * Returns the estimated cost of a run. Secrets are not hidden for the estimate, because that is slow and
 * hardly changes the length.
 */
function estimate(material: CoachMaterial, settings: ModelSettings): CoachEstimate {
  const size = callSize(settings)
  const portions = cutPortions(material, size.input)
  const showing = new PromptRedactor({ plainly: true })
  const reading = portions.map((portion) => {
    const most = claimsAskedOf(portions.length)
    const input = maxTokensOf(readingPrompt(portion, { material, most, showing }), 0).input
    return { input, output: Math.min(most, Math.ceil(portion.entries.length / 3)) * TOKENS_A_CLAIM }
  })
  const found = reading.reduce((sum, { output }) => sum + output, 0)
  const joins = portions.length > 1 ? Math.ceil(found / joinSize(size)) + Number(found > joinSize(size)) : 0
  const input = reading.reduce((sum, one) => sum + one.input, 0) + (joins > 0 ? found + joins * 800 : 0)
  const output = found + joins * MOST_BRIEF_CLAIMS * TOKENS_A_CLAIM
  const withheld = material.entries.filter(({ flags }) => flags.length > 0).length
  return {
    calls: portions.length + joins,
    inputTokens: input,
    outputTokens: output,
    cost: costOf({ input, output }, settings.price),
    entries: material.entries.length - withheld,
    agents: new Set(
      material.entries.flatMap(({ project, agent, flags }) =>
        agent === null || flags.length > 0 ? [] : [`${project}\0${agent}`],
      ),
    ).size,
    withheld,
  }
}
