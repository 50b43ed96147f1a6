import { count } from "@/components/data/count"
import { CLAIM_WORDS } from "../claim-kind-names"
import type { ClaimSummary, SynthesisSummary } from "./synthesis-inbox-types"

/** Returns the counts of a synthesis: "12 claims, 3 reviewed". */
export function claimsWords({ claims, counts }: Pick<SynthesisSummary, "claims" | "counts">): string {
  const decided = claims - counts.waiting
  return `${count(claims, "claim")}${decided > 0 ? `, ${decided === claims ? "all" : decided.toLocaleString("en")} reviewed` : ""}`
}

/** Returns the subject of a synthesis: "across all projects", "on ledger", "for unit-tester, in ledger". */
export function waitingSubject({ agent, project }: Pick<SynthesisSummary, "agent" | "project">): string {
  const where = project === null ? "across all projects" : `${agent === null ? "on" : "in"} ${project}`
  return agent === null ? where : `for ${agent}, ${where}`
}

/** Returns the number of claims of each kind: "4 shared patterns, 2 risks". */
export function kindsWords(statements: readonly Pick<ClaimSummary, "kind">[]): string {
  return Object.entries(CLAIM_WORDS)
    .flatMap(([kind, words]) => {
      const number = statements.filter((one) => one.kind === kind).length
      return number > 0 ? [count(number, ...words)] : []
    })
    .join(", ")
}

const DONE: Record<SynthesisSummary["state"], string> = {
  waiting: "Waiting",
  published: "Published",
  rejected: "Rejected",
  replaced: "Published",
}

/** Returns the outcome: "Rejected by Mara Reyes", "Published by Mara Reyes, since replaced". */
export const synthesisDecisionWords = ({
  state,
  decided,
}: Pick<SynthesisSummary, "state" | "decided">): string =>
  `${DONE[state]}${decided === null ? "" : ` by ${decided.by}`}${state === "replaced" ? ", since replaced" : ""}`

/** Returns the label of the review button: "Review 12 claims", "Continue review (9 of 12 claims left)". */
export function reviewWords({ claims, counts }: Pick<SynthesisSummary, "claims" | "counts">): string {
  if (counts.waiting === 0) return "Publish or review again"
  return counts.waiting === claims
    ? `Review ${count(claims, "claim")}`
    : `Continue review (${counts.waiting.toLocaleString("en")} of ${count(claims, "claim")} left)`
}

/** Common reasons for rejecting a synthesis. */
export const WHOLE_REASONS: readonly { readonly key: string; readonly words: string }[] = [
  "Incorrect",
  "Nothing new",
  "Out of date",
  "Not useful",
].map((words, place) => ({ key: String(place + 1), words }))
