import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import { DrawnText } from "@/components/memory-files/reader/drawn-text"

/** How far the index of meanings has come: what `showSearchIndex` answers with. */
export interface SearchIndex {
  mode: "words" | "hybrid"
  state: "off" | "ready" | "indexing" | "waiting" | "failed"
  indexed: number
  total: number
  error?: string | undefined
}

interface IndexLineProps {
  index: SearchIndex
  query: URLSearchParams
  /** Searched by words alone because that was asked for. */
  byWords: boolean
}

/** Says how one searches where meanings are known, or are becoming known; nothing where they are not wanted. */
export function IndexLine({ index, query, byWords }: IndexLineProps) {
  if (index.state === "off") return null
  const behind = index.indexed < index.total
  if (index.mode === "words") {
    return (
      <p className="text-sm wrap-anywhere text-ink-2">
        By words alone: <DrawnText text={index.error ?? ""} />
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-ink-2">
      <span>{byWords ? "By words alone." : "By words and by what they mean."}</span>
      <Link
        href={changedQuery(query, { mode: byWords ? null : "words", n: null })}
        className="text-accent hover:underline"
      >
        {byWords ? "Search by meaning, too" : "Search by words alone"}
      </Link>
      {behind ? (
        <span className="tabular-nums">
          {index.state === "failed" ? "Meanings are not read at present: " : "Meanings are being read: "}
          {index.error === undefined ? null : (
            <>
              <DrawnText text={index.error} />{" "}
            </>
          )}
          {index.indexed.toLocaleString("en")} of {index.total.toLocaleString("en")} entries.
        </span>
      ) : null}
    </p>
  )
}
