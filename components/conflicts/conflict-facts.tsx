import { formatDates } from "@/components/data/day-text"
import { VisibleText } from "@/components/text/visible-text"
import { Fact } from "@/components/queue/item-fact"
import { opinionWords } from "@/lib/memory/conflicts/second-opinion"
import { UntrustedText } from "@/components/text/untrusted-text"
import { BlastRadius } from "./blast-radius"
import type { ConflictSummary } from "./conflict-types"
import { foundByWords, untilDecidedWords, SIDES } from "./conflict-text"

/** Facts about a conflict: its readers, what agents receive, the suggestion and the evidence. */
export function ConflictFacts({ conflict }: { conflict: ConflictSummary }) {
  const meanwhile = untilDecidedWords(conflict)
  const { suggested, evidence, state } = conflict
  return (
    <div className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      <Fact title="Loaded by">
        <BlastRadius conflict={conflict} />
      </Fact>
      {meanwhile ? (
        <Fact title={state === "open" ? "What agents receive until this is resolved" : "What agents receive"}>
          <p>{meanwhile.seen}</p>
          <p className="mt-1.5">
            <UntrustedText text={meanwhile.why} />
          </p>
        </Fact>
      ) : null}
      {state === "open" && conflict.kind !== "file" ? (
        <Fact title="Suggestion">
          {suggested ? (
            <p>
              {SIDES[suggested.side]}: <VisibleText text={formatDates(suggested.why)} />.
            </p>
          ) : (
            <p>No suggestion: neither side is verified or more recent.</p>
          )}
        </Fact>
      ) : null}
      <Fact title="Detection">
        <p>
          {foundByWords(conflict.foundBy)}
          {evidence.score === null ? "" : `, ${Math.round(evidence.score * 100)}% confident`}.
        </p>
        {conflict.opinion ? (
          <p className="mt-1.5 wrap-anywhere">
            <VisibleText text={`${opinionWords(conflict.opinion)}.`} />
          </p>
        ) : null}
      </Fact>
    </div>
  )
}
