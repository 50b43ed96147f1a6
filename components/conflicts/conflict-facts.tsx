import { DrawnText } from "@/components/memory-files/reader/drawn-text"
import { Fact } from "@/components/proposals/fact"
import { opinionWords } from "@/lib/memory/conflicts/second-opinion"
import { WordsOf } from "@/components/proposals/words-of"
import { BlastRadius } from "./blast-radius"
import type { ConflictSummary } from "./conflict-types"
import { foundWords, meanwhileWords, SIDES } from "./conflict-text"

/** What there is to know before one decides. */
export function ConflictFacts({ conflict }: { conflict: ConflictSummary }) {
  const meanwhile = meanwhileWords(conflict)
  const { suggested, evidence, state } = conflict
  return (
    <div className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      <Fact title="Who loads it">
        <BlastRadius conflict={conflict} />
      </Fact>
      {meanwhile ? (
        <Fact title={state === "open" ? "What agents see meanwhile" : "What agents see"}>
          <p>{meanwhile.seen}</p>
          <p className="mt-1.5">
            <WordsOf text={meanwhile.why} />
          </p>
        </Fact>
      ) : null}
      {state === "open" && conflict.kind !== "file" ? (
        <Fact title="What is suggested">
          {suggested ? (
            <p>
              {SIDES[suggested.side]}: <DrawnText text={suggested.why} />.
            </p>
          ) : (
            <p>Nothing speaks for either side: nobody vouches for one, and neither is dated later.</p>
          )}
        </Fact>
      ) : null}
      <Fact title="How it was found">
        <p>
          {foundWords(conflict.foundBy)}
          {evidence.score === null ? "" : `, ${Math.round(evidence.score * 100)} % sure`}.
        </p>
        {conflict.opinion ? (
          <p className="mt-1.5 wrap-anywhere">
            <DrawnText text={`${opinionWords(conflict.opinion)}.`} />
          </p>
        ) : null}
      </Fact>
    </div>
  )
}
