import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import { VisibleText } from "@/components/text/visible-text"

/** State of the semantic search index, as `showSearchIndex` returns it. */
export type SearchIndex = OutputOf<"search.index">

interface IndexLineProps {
  index: SearchIndex
  query: URLSearchParams
  /** True if the user asked for keyword search only. */
  byWords: boolean
}

/** The search mode and indexing progress. Renders nothing if semantic search is off. */
export function IndexLine({ index, query, byWords }: IndexLineProps) {
  if (index.state === "off") return null
  const behind = index.indexed < index.total
  if (index.mode === "words") {
    return (
      <p className="text-sm wrap-anywhere text-ink-2">
        Keyword search only: <VisibleText text={index.error ?? ""} />
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-ink-2">
      <span>{byWords ? "Keyword search only." : "Keyword and semantic search."}</span>
      <Link
        href={changedQuery(query, { mode: byWords ? null : "words", n: null })}
        className="text-accent hover:underline"
      >
        {byWords ? "Include semantic results" : "Search keywords only"}
      </Link>
      {behind ? (
        <span className="tabular-nums">
          {index.state === "failed" ? "Semantic indexing failed: " : "Semantic indexing in progress: "}
          {index.error === undefined ? null : (
            <>
              <VisibleText text={index.error} />{" "}
            </>
          )}
          {index.indexed.toLocaleString("en")} of {index.total.toLocaleString("en")} entries indexed.
        </span>
      ) : null}
    </p>
  )
}
