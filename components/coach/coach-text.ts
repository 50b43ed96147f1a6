import type { ClaimKind, SynthesisKind, SynthesisSource } from "@/lib/memory/coach/kinds"

export const KIND_NAMES: Record<SynthesisKind, string> = { brief: "Brief", orientation: "Orientation" }

/** Within a sentence: "replaces the brief of 12 November". */
export const kindWord = (kind: SynthesisKind): string => KIND_NAMES[kind].toLowerCase()

/** In the order in which they are gone through and read: what must not be missed first. */
export const CLAIM_WORDS: Record<ClaimKind, readonly [one: string, many: string]> = {
  contradiction: ["contradiction", "contradictions"],
  risk: ["risk", "risks"],
  "shared-pattern": ["shared pattern", "shared patterns"],
  gap: ["gap", "gaps"],
  observation: ["observation", "observations"],
}

export const KINDS = Object.keys(CLAIM_WORDS) as readonly ClaimKind[]

export const claimWord = (kind: ClaimKind): string => CLAIM_WORDS[kind][0]

/** Above those of one kind: "Shared patterns". */
export const claimsHeading = (kind: ClaimKind): string =>
  CLAIM_WORDS[kind][1].replace(/^./, (first) => first.toUpperCase())

interface Maker {
  readonly source: SynthesisSource
  readonly model: string | null
  /** Who asked for it, or submitted it. */
  readonly by: string
}

/** Who made it, as a row has room for: "built-in coach". */
export function makerName({ source, model, by }: Maker): string {
  return source === "submitted" ? by : source === "model" ? (model ?? "a language model") : "built-in coach"
}

/** Who made it, by what: "built-in coach, word by word". */
export function makerWords({ source, model, by }: Maker): string {
  return source === "submitted"
    ? `submitted by ${by}`
    : source === "model"
      ? `model ${model ?? "of an unknown name"}`
      : "built-in coach, word by word"
}

/** The same with what it means, after "made by". */
export function makerAtLength({ source, model, by }: Maker): string {
  switch (source) {
    case "submitted":
      return `${by}, an outside coach`
    case "model":
      return `the built-in coach with ${model ?? "a language model"}, asked by ${by}`
    case "extractive":
      return `the built-in coach, asked by ${by}: it compares statements word by word; no language model`
  }
}
