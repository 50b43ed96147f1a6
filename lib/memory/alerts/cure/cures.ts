import { ownValue } from "@/lib/memory/text/own-value"
import type { AlertKind } from "../kinds"
import { type Cure, type CureFacts, type CureName, type Sick, sickOf } from "./facts"
import { listTopics } from "./list-topics"
import { mergeRedundant } from "./merge-redundant"
import { moveOverflow } from "./move-overflow"
import { dropRuns, removeNoise, removeReference, removeRestated } from "./removals"
import { retireStale } from "./retire-stale"

const TRIMS: readonly CureName[] = ["retire-stale", "merge-redundant", "move-overflow"]

const BY_KIND: Partial<Record<AlertKind, readonly CureName[]>> = {
  "past-cut": ["open-compaction", ...TRIMS],
  "over-budget": ["open-compaction", ...TRIMS],
  "filling-up": TRIMS,
  "run-cache-over": ["open-compaction", "drop-runs"],
  "compaction-overdue": ["open-compaction"],
  "stale-file": ["retire-stale"],
  "stale-entries": ["retire-stale"],
  "unverified-entries": ["retire-stale"],
  "session-noise": ["remove-noise"],
  "restates-instructions": ["remove-restated"],
  duplicate: ["open-redundancy"],
  "cold-agent": ["open-seed", "open-predecessor"],
}

/** References break in several ways, each with its own cure. */
const BY_PART: Readonly<Record<string, readonly CureName[]>> = {
  missing: ["remove-reference"],
  unlisted: ["list-topics"],
}

/** What may be done about an alert, by what is known without looking at its file. */
export const curesNamed = (kind: AlertKind, part: string): readonly CureName[] =>
  kind === "broken-reference" ? (ownValue(BY_PART, part) ?? []) : (BY_KIND[kind] ?? [])

const MAKE: Partial<Record<CureName, (sick: Sick) => Cure | null>> = {
  "retire-stale": retireStale,
  "merge-redundant": mergeRedundant,
  "move-overflow": moveOverflow,
  "drop-runs": dropRuns,
  "remove-noise": removeNoise,
  "remove-restated": removeRestated,
  "remove-reference": removeReference,
  "list-topics": listTopics,
}

/** What can be done about an alert of a file as it stands now. What would change nothing is left out. */
export function curesFor(facts: CureFacts): Cure[] {
  const sick = sickOf(facts)
  return curesNamed(facts.kind, facts.part).flatMap((name) => MAKE[name]?.(sick) ?? [])
}
