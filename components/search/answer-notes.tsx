import { Info } from "lucide-react"
import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import { DrawnText } from "@/components/memory-files/reader/drawn-text"

interface AnswerNotesProps {
  query: URLSearchParams
  /** The words as they were typed, without filters. */
  words: string
  corrected: string | undefined
  loosened: boolean
  notes: readonly string[]
}

/** How the answer is another one than was asked for, and the way to the one that was. */
export function AnswerNotes({ query, words, corrected, loosened, notes }: AnswerNotesProps) {
  if (corrected === undefined && !loosened && notes.length === 0) return null
  const exactly = changedQuery(query, { exact: "1", n: null })
  return (
    <div className="mb-3 grid gap-1 rounded-lg bg-raised px-3 py-2">
      {corrected === undefined ? null : (
        <p className="wrap-anywhere">
          Searched for{" "}
          <b>
            <DrawnText text={corrected} />
          </b>
          , as no entry says{" "}
          <b>
            <DrawnText text={words} />
          </b>
          .{" "}
          <Link href={exactly} className="text-accent hover:underline">
            Search exactly
          </Link>
        </p>
      )}
      {loosened ? (
        <p>
          No entry has all of these words. The ones below have those that tell most.{" "}
          {corrected === undefined ? (
            <Link href={exactly} className="text-accent hover:underline">
              Only entries with all words
            </Link>
          ) : null}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="flex items-baseline gap-1.5 text-sm wrap-anywhere text-ink-2">
          <Info className="icon translate-y-0.5 shrink-0 text-ink-3" aria-hidden />
          <span>
            <DrawnText text={note} />
          </span>
        </p>
      ))}
    </div>
  )
}
