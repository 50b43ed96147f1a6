import { SynthesisStateTag } from "@/components/coach/list/state-tag"
import { makerAtLength } from "@/components/coach/coach-text"
import { DrawnText } from "@/components/memory-files/reader/drawn-text"
import { describeMoment } from "@/components/data/moment"
import type { Synthesis } from "./review-types"
import { timeWords } from "./review-text"

/** The kind, subject, author and time of a synthesis. `exact`: absolute times, for print. */
export function SynthesisFacts({
  synthesis,
  now,
  exact = false,
}: {
  exact?: boolean
  synthesis: Pick<
    Synthesis,
    "kind" | "state" | "agent" | "project" | "by" | "source" | "model" | "createdAt" | "asOf"
  >
  now: string
}) {
  const { kind, state, agent, project, createdAt, asOf } = synthesis
  return (
    <p className="text-ink-2">
      <SynthesisStateTag state={state} />{" "}
      {kind === "brief" ? (
        "Brief"
      ) : (
        <>
          Orientation for{" "}
          <b className="text-ink">
            <DrawnText text={agent ?? ""} />
          </b>
        </>
      )}{" "}
      {kind === "brief" ? "across" : "in"}{" "}
      {project === null ? "all projects" : <b className="text-ink">{project}</b>}, made{" "}
      <time dateTime={createdAt}>
        {exact ? `on ${timeWords(createdAt, now)}` : describeMoment(createdAt, now)}
      </time>{" "}
      by <DrawnText text={makerAtLength(synthesis)} />.{" "}
      {asOf === null ? "" : `Memory was read on ${timeWords(asOf, now)}.`}
    </p>
  )
}
