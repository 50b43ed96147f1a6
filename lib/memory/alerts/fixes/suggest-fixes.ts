import { ownValue } from "@/lib/memory/text/own-value"
import type { AlertKind } from "../kinds"
import { type SuggestedFix, type FixFacts, type FixName, type ParsedFixFacts, parseFixFacts } from "./fix"
import { listTopics, moveOverflow } from "./topic-fixes"
import {
  mergeRedundant,
  dropRuns,
  removeNoise,
  removeFlagged,
  removeReference,
  removeRestated,
  retireFlagged,
  retireStale,
} from "./entry-fixes"

const TRIMS: readonly FixName[] = ["retire-stale", "merge-redundant", "move-overflow"]

const BY_KIND: Partial<Record<AlertKind, readonly FixName[]>> = {
  "past-cut": ["open-compaction", ...TRIMS],
  "over-budget": ["open-compaction", ...TRIMS],
  "filling-up": TRIMS,
  "run-cache-over": ["open-compaction", "drop-runs"],
  "compaction-overdue": ["open-compaction"],
  "stale-file": ["retire-stale"],
  "stale-entries": ["retire-stale"],
  "unverified-entries": ["retire-stale"],
  "instruction-like": ["remove-flagged", "retire-flagged"],
  "session-noise": ["remove-noise"],
  "restates-instructions": ["remove-restated"],
  duplicate: ["open-redundancy"],
  "cold-agent": ["open-seed", "open-predecessor"],
}

/** Fixes of broken references, by part. */
const BY_PART: Readonly<Record<string, readonly FixName[]>> = {
  missing: ["remove-reference"],
  unlisted: ["list-topics"],
}

/** Returns the names of possible fixes of an alert, without reading its file. */
export const fixesNamed = (kind: AlertKind, part: string): readonly FixName[] =>
  kind === "broken-reference" ? (ownValue(BY_PART, part) ?? []) : (BY_KIND[kind] ?? [])

const MAKE: Partial<Record<FixName, (sick: ParsedFixFacts) => SuggestedFix | null>> = {
  "retire-stale": retireStale,
  "remove-flagged": removeFlagged,
  "retire-flagged": retireFlagged,
  "merge-redundant": mergeRedundant,
  "move-overflow": moveOverflow,
  "drop-runs": dropRuns,
  "remove-noise": removeNoise,
  "remove-restated": removeRestated,
  "remove-reference": removeReference,
  "list-topics": listTopics,
}

/** Returns the fixes for an alert of a file. Fixes that change nothing are left out. */
export function suggestFixes(facts: FixFacts): SuggestedFix[] {
  const sick = parseFixFacts(facts)
  return fixesNamed(facts.kind, facts.part).flatMap((name) => MAKE[name]?.(sick) ?? [])
}
