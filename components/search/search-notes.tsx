import { Info } from "lucide-react"
import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import { VisibleText } from "@/components/text/visible-text"

interface AnswerNotesProps {
  query: URLSearchParams
  /** The typed words, without filters. */
  words: string
  corrected: string | undefined
  loosened: boolean
  notes: readonly string[]
}

/** Notes on how the results differ from the search as typed, with a link to the exact search. */
export function AnswerNotes({ query, words, corrected, loosened, notes }: AnswerNotesProps) {
  if (corrected === undefined && !loosened && notes.length === 0) return null
  const exactly = changedQuery(query, { exact: "1", n: null })
  return (
    <div className="mb-3 grid gap-1 rounded-lg bg-raised px-3 py-2">
      {corrected === undefined ? null : (
        <p className="wrap-anywhere">
          Showing results for{" "}
          <b>
            <VisibleText text={corrected} />
          </b>
          . No results for{" "}
          <b>
            <VisibleText text={words} />
          </b>
          .{" "}
          <Link href={exactly} className="text-accent hover:underline">
            Search for the exact words
          </Link>
        </p>
      )}
      {loosened ? (
        <p>
          No entry contains all of these words. Showing entries with the most relevant words.{" "}
          {corrected === undefined ? (
            <Link href={exactly} className="text-accent hover:underline">
              Require all words
            </Link>
          ) : null}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="flex items-baseline gap-1.5 text-sm wrap-anywhere text-ink-2">
          <Info className="icon translate-y-0.5 shrink-0 text-ink-3" aria-hidden />
          <span>
            <VisibleText text={note} />
          </span>
        </p>
      ))}
    </div>
  )
}
