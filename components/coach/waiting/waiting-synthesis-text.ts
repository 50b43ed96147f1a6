import { count } from "@/components/data/count"
import { CLAIM_WORDS } from "../coach-text"
import type { Statement, SynthesisSummary } from "./waiting-synthesis-types"

/** "12 claims, 3 decided". */
export function claimsWords({ claims, counts }: Pick<SynthesisSummary, "claims" | "counts">): string {
  const decided = claims - counts.waiting
  return `${count(claims, "claim")}${decided > 0 ? `, ${decided === claims ? "all" : decided.toLocaleString("en")} decided` : ""}`
}

/** "across all projects", "on ledger", "for unit-tester in ledger". */
export function subjectWords({ agent, project }: Pick<SynthesisSummary, "agent" | "project">): string {
  const where = project === null ? "across all projects" : `${agent === null ? "on" : "in"} ${project}`
  return agent === null ? where : `for ${agent}, ${where}`
}

/** "4 shared patterns, 2 risks": how many claims there are of each kind. */
export function kindsWords(statements: readonly Pick<Statement, "kind">[]): string {
  return Object.entries(CLAIM_WORDS)
    .flatMap(([kind, words]) => {
      const number = statements.filter((one) => one.kind === kind).length
      return number > 0 ? [count(number, ...words)] : []
    })
    .join(", ")
}

const DONE: Record<SynthesisSummary["state"], string> = {
  waiting: "Waits",
  published: "Published",
  rejected: "Rejected",
  replaced: "Published, and replaced since",
}

/** "Rejected by Mara Reyes". */
export const decidedWords = ({ state, decided }: Pick<SynthesisSummary, "state" | "decided">): string =>
  `${DONE[state]}${decided === null ? "" : ` by ${decided.by}`}`

/** What going through it is called: "Go through 12 claims", "Go on with 9 of 12 claims". */
export function reviewWords({ claims, counts }: Pick<SynthesisSummary, "claims" | "counts">): string {
  if (counts.waiting === 0) return "Publish, or look at it again"
  return counts.waiting === claims
    ? `Go through ${count(claims, "claim")}`
    : `Go on with ${counts.waiting.toLocaleString("en")} of ${count(claims, "claim")}`
}

/** Why a synthesis is rejected as a whole, as people usually say it. */
export const WHOLE_REASONS: readonly { readonly key: string; readonly words: string }[] = [
  "Its claims are wrong",
  "It says nothing new",
  "The memory has moved on since",
  "It is of no use to anybody here",
].map((words, place) => ({ key: String(place + 1), words }))
