import { Instant } from "@/components/data/instant"
import { SynthesisStateTag } from "@/components/coach/list/state-tag"
import { makerInFull } from "@/components/coach/claim-kind-names"
import { VisibleText } from "@/components/text/visible-text"
import type { Synthesis } from "./review-types"

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
            <VisibleText text={agent ?? ""} />
          </b>
        </>
      )}{" "}
      {kind === "brief" ? "across" : "in"}{" "}
      {project === null ? "all projects" : <b className="text-ink">{project}</b>}, created{" "}
      {exact ? (
        <>
          on <Instant at={createdAt} />
        </>
      ) : (
        <Instant at={createdAt} now={now} />
      )}{" "}
      by <VisibleText text={makerInFull(synthesis)} />.{" "}
      {asOf === null ? null : (
        <>
          Memory was read on <Instant at={asOf} />.
        </>
      )}
    </p>
  )
}
