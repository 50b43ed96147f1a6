import type { ClaimKind, SynthesisKind, SynthesisSource } from "@/lib/memory/coach/synthesis"
import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"

export const SYNTHESIS_KIND_NAMES: Record<SynthesisKind, string> = {
  brief: "Brief",
  orientation: "Orientation",
}

/** Returns the kind for use within a sentence: "replaces the brief from 12 Nov 2026". */
export const kindWord = (kind: SynthesisKind): string => SYNTHESIS_KIND_NAMES[kind].toLowerCase()

/** Names of the kinds of claims, in reading order: the most important kind first. */
export const CLAIM_WORDS: Record<ClaimKind, readonly [one: string, many: string]> = {
  contradiction: ["contradiction", "contradictions"],
  risk: ["risk", "risks"],
  "shared-pattern": ["shared pattern", "shared patterns"],
  gap: ["gap", "gaps"],
  observation: ["observation", "observations"],
}

export const CLAIM_KINDS = Object.keys(CLAIM_WORDS) as readonly ClaimKind[]

/** Returns the heading of a group of claims: "Shared patterns". */
export const claimsHeading = (kind: ClaimKind): string =>
  CLAIM_WORDS[kind][1].replace(/^./, (first) => first.toUpperCase())

interface Maker {
  readonly source: SynthesisSource
  readonly model: string | null
  /** The person who requested or submitted the synthesis. */
  readonly by: string
}

/** Returns the short name of the author, for table rows: "built-in coach". */
export function makerName({ source, model, by }: Maker): string {
  if (source === "submitted") return by
  return source === "model" ? (model ?? "a language model") : "built-in coach"
}

/** Returns the author and the method: "built-in coach, text matching". */
export function makerAndMethod({ source, model, by }: Maker): string {
  if (source === "submitted") return `submitted by ${by}`
  if (source !== "model") return "built-in coach, text matching"
  return model === null ? "unknown model" : `model ${model}`
}

/** Returns the author and the method in full, to follow "made by". */
export function makerInFull({ source, model, by }: Maker): string {
  switch (source) {
    case "submitted":
      return `${by}, an external coach`
    case "model":
      return `the built-in coach with ${model ?? "a language model"}, requested by ${by}`
    case "extractive":
      return `the built-in coach (text matching, no language model), requested by ${by}`
  }
}

/** A brief or an orientation, as `GET /syntheses` returns it. Instants are ISO. */
export type SynthesisSummary = OutputOf<"synthesis.list">["syntheses"][number]

/** A cited entry, as it is now. */
export type CitedAgentLine = ClaimSummary["citations"][number]

export type ClaimSummary = SynthesisDetail["statements"][number]

/** A synthesis with all details that the inbox shows, as `GET /syntheses/{id}` returns it. */
export type SynthesisDetail = OutputOf<"synthesis.show">

/** Returns the counts of a synthesis: "12 claims, 3 reviewed". */
export function claimsWords({ claims, counts }: Pick<SynthesisSummary, "claims" | "counts">): string {
  const decided = claims - counts.waiting
  return `${formatCount(claims, "claim")}${decided > 0 ? `, ${decided === claims ? "all" : decided.toLocaleString("en")} reviewed` : ""}`
}
