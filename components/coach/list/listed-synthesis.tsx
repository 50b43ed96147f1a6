import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import type { SynthesisState } from "@/lib/memory/coach/synthesis"
import { Tag, type Tone } from "@/components/ui/tag"
import { SYNTHESIS_KIND_NAMES } from "../synthesis-text"

/** A brief or an orientation, as `synthesis.list` returns it. */
export type ListedSynthesis = OutputOf<"synthesis.list">["syntheses"][number]

export type ClaimCounts = ListedSynthesis["counts"]

/** Project names by slug. */
export type ProjectNames = Readonly<Record<string, string>>

const SYNTHESIS_STATE_NAMES: Record<SynthesisState, string> = {
  waiting: "waiting for review",
  published: "published",
  replaced: "replaced",
  rejected: "rejected",
}

/** Returns the subject of a synthesis: "Brief on all projects", "Orientation for risk-architect, Ledger". */
export function listedSubject(
  { kind, agent, project }: Pick<ListedSynthesis, "kind" | "agent" | "project">,
  names: ProjectNames,
): string {
  const place = project === null ? "all projects" : (ownValue(names, project) ?? project)
  return kind === "brief" ? `Brief on ${place}` : `Orientation for ${agent ?? "an agent"}, ${place}`
}

/** Returns the line below a title: the kind and the place, with the agent unless the title names it. */
export function placeWords(
  { kind, agent, project, title }: Pick<ListedSynthesis, "kind" | "agent" | "project" | "title">,
  names: ProjectNames,
): string {
  const place = project === null ? "all projects" : (ownValue(names, project) ?? project)
  return `${SYNTHESIS_KIND_NAMES[kind]}${agent === null || title.includes(agent) ? "" : ` for ${agent}`} · ${place}`
}

/** Returns the progress of a review: "4 of 9 reviewed". */
export function listedDecision({ waiting, accepted, edited, rejected }: ClaimCounts): string {
  const decided = accepted + edited + rejected
  return `${decided} of ${waiting + decided} reviewed`
}

/** Returns the outcome of a review: "7 of 9 accepted". */
export function acceptedWords({ waiting, accepted, edited, rejected }: ClaimCounts): string {
  const all = waiting + accepted + edited + rejected
  return `${accepted + edited} of ${all} accepted`
}

/** Returns the counts above zero: "2 accepted, 1 edited, 1 rejected, 5 waiting". */
export function countWords({ accepted, edited, rejected, waiting }: ClaimCounts): string {
  const said = (
    [
      [accepted, "accepted"],
      [edited, "edited"],
      [rejected, "rejected"],
      [waiting, "waiting"],
    ] as const
  ).flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : []))
  return said.join(", ") || "no claims"
}

const TONES: Record<SynthesisState, Tone> = {
  waiting: "caution",
  published: "good",
  replaced: "neutral",
  rejected: "neutral",
}

export function SynthesisStateTag({ state }: { state: SynthesisState }) {
  return <Tag tone={TONES[state]}>{SYNTHESIS_STATE_NAMES[state]}</Tag>
}
