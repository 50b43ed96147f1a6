import { memo } from "react"
import { CitedEntry } from "./cited-entry"
import type { Citation } from "../review-types"
import { citationWords } from "../review-text"

/** The entries that a claim cites, as they are now. */
export const CitedList = memo(function CitedList({
  team,
  citations,
}: {
  team: string
  citations: readonly Citation[]
}) {
  return (
    <section aria-label="Cited entries">
      <h2 className="mb-2.5">
        Based on <span className="font-normal text-ink-2">{citationWords(citations)}</span>
      </h2>
      <ol className="grid gap-4">
        {citations.map((cited, place) => (
          <li key={cited.entry} className="border-t border-line pt-3">
            <CitedEntry team={team} cited={cited} number={place + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
})
